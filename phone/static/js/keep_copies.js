/* Keeps what was taken along up to date while there is a network: the copies of matches, the program, and how pages look. */
import { fetchNewest, finishProgram } from "./compile_program.js";
import { guest } from "../../../static/js/offline/guest.js";
import { items } from "../../../static/js/offline/outbox_store.js";
import { rememberDisplay } from "./phone_display.js";
import { isWanted, offerProgram } from "./offer_program.js";
import { copiedKeys, hasChosen, isMatch, renewMatch, takeMatch } from "./phone_store.js";
import { takenKeys } from "../../../static/js/offline/taken_store.js";
import { ignore, offeredProgram, programHere } from "./programs.js";
import { root } from "../../../static/js/offline/register_worker.js";

guest.hasMore = hasChosen; /* For what looks whether anything waits. */

const LOOK_AGAIN = 20_000;
const address = root.href;
const PROGRAM_LOCK = "deadwood-program"; /* Of the tab that fetches it. */

/* A copy is renewed only when everything was sent: until then the phone knows more than the server. */
async function renewCopies() {
  const waiting = new Set((await items()).map(({ queue }) => queue));
  for await (const key of await copiedKeys()) {
    if (!waiting.has(key)) await renewMatch(address, key).catch(() => {}); /* One that is gone does not stop the others. */
  }
}

async function takeAlong() {
  await fetchNewest(address, ignore);
  await takeMatch(address, location.pathname.slice(root.pathname.length).split("/", 2).join("/"));
}

/* Most of the program stays the same from release to release, and is not fetched again. Python is started only where nothing is
   being entered. */
async function renewProgram() {
  const here = await programHere(address);
  if (isWanted()) await takeAlong();
  else if (!here || navigator.connection?.saveData) return;
  else if ((await offeredProgram(address)).version !== here.version) await fetchNewest(address, ignore);
  if (!document.querySelector("form:not(.post)")) await finishProgram(address);
}

rememberDisplay(document.documentElement);

const isOnTop = () => !document.hidden && window.top === window;
let lastSeen = "";

async function renewAll(isFirst) {
  const { etag = "" } = document.getElementById("main")?.dataset ?? {};
  if (!isOnTop() || (!isFirst && etag === lastSeen)) return;
  lastSeen = etag;
  const keys = await takenKeys();
  if (!keys.some(isMatch) && !isWanted()) return;
  await renewCopies();
  if (isFirst) await navigator.locks?.request(PROGRAM_LOCK, { ifAvailable: true }, (lock) => lock && renewProgram());
}

async function offerIt() {
  if (!isOnTop() || !navigator.locks || (await programHere(address))) return;
  await offerProgram(async () => {
    await navigator.locks.request(PROGRAM_LOCK, takeAlong);
    renewQuietly(true);
  });
}

const renewQuietly = (isFirst) => renewAll(isFirst).catch(() => {}); /* Without a network, what is here stays. */

navigator.serviceWorker.addEventListener("message", ({ data }) => data?.type === "sent" && renewQuietly(true));
navigator.serviceWorker.addEventListener("message", ({ data }) => data?.type === "outbox" && offerIt().catch(ignore));
setInterval(renewQuietly, LOOK_AGAIN, false);
renewQuietly(true);
offerIt().catch(ignore);
