/* Keeps what was taken along up to date while there is a network: the copies of matches, and the program. */
import { compileProgram, isCompiled } from "./compile_program.js";
import { items } from "./outbox_store.js";
import { fetchProgram, isMatch, programHere, settleProgram, takenAt, takenKeys, takeMatch } from "./phone_store.js";
import { root } from "./register_worker.js";

const LOOK_AGAIN = 20_000;
const address = root.href;

/* A copy is renewed only when everything was sent: until then the phone knows more than the server. */
async function renewCopies() {
  const waiting = new Set((await items()).map(({ queue }) => queue));
  for await (const key of (await takenKeys()).filter(isMatch)) {
    const { isLocal, moved } = await takenAt(key);
    if (!isLocal && !moved && !waiting.has(key)) await takeMatch(address, key);
  }
}

/* Most of the program stays the same from release to release, and is not fetched again. */
async function renewProgram() {
  const here = await programHere(address);
  if (!here || navigator.connection?.saveData) return;
  const reply = await fetch(`${address}phone/build.json`, { cache: "no-store" });
  if (!reply.ok || (await reply.json()).version === here.version) return;
  const build = await fetchProgram(address, () => {});
  await settleProgram(address, build);
  if (!(await isCompiled(address))) await compileProgram(address, build);
}

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
