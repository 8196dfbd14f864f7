/* Keeps what was taken along up to date while there is a network: the copies of matches, the program, and how pages look. */
import { finishProgram, setUpProgram } from "./compile_program.js";
import { guest } from "../../../static/js/offline/guest.js";
import { items } from "../../../static/js/offline/outbox_store.js";
import { rememberDisplay } from "./phone_display.js";
import { copiedKeys, hasChosen, isMatch, renewMatch } from "./phone_store.js";
import { takenKeys } from "../../../static/js/offline/taken_store.js";
import { offeredProgram, programHere } from "./programs.js";
import { root } from "../../../static/js/offline/register_worker.js";

guest.hasMore = hasChosen; /* For what looks whether anything waits. */

const LOOK_AGAIN = 20_000;
const address = root.href;

/* A copy is renewed only when everything was sent: until then the phone knows more than the server. */
async function renewCopies() {
  const waiting = new Set((await items()).map(({ queue }) => queue));
  for await (const key of await copiedKeys()) {
    if (!waiting.has(key)) await renewMatch(address, key).catch(() => {}); /* One that is gone does not stop the others. */
  }
}

/* Most of the program stays the same from release to release, and is not fetched again. */
async function renewProgram() {
  const here = await programHere(address);
  if (!here || navigator.connection?.saveData) return;
  const { version } = await offeredProgram(address);
  if (version === here.version) await finishProgram(address);
  else await setUpProgram(address);
}

rememberDisplay(document.documentElement);

const isOnTop = () => !document.hidden && window.top === window;
let lastSeen = "";

async function renewAll(isFirst) {
  const { etag = "" } = document.getElementById("main")?.dataset ?? {};
  if (!isOnTop() || (!isFirst && etag === lastSeen)) return;
  lastSeen = etag;
  const keys = await takenKeys();
  if (!keys.some(isMatch)) return;
  await renewCopies();
  if (isFirst) await navigator.locks?.request("deadwood-program", { ifAvailable: true }, (lock) => lock && renewProgram());
}

const renewQuietly = (isFirst) => renewAll(isFirst).catch(() => {}); /* Without a network, what is here stays. */

navigator.serviceWorker.addEventListener("message", ({ data }) => data?.type === "sent" && renewQuietly(true));
setInterval(renewQuietly, LOOK_AGAIN, false);
renewQuietly(true);
