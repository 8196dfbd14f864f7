/* Registers the service worker, and lets it send what waits as soon as there may be a network again. */
import { hasSomethingToSend, items } from "./outbox_store.js";

export const root = new URL("../../", import.meta.url);
const SEND_AGAIN = 5_000;
const SEND_SELDOM = 20_000;

export const tellWorker = (message) => navigator.serviceWorker.controller?.postMessage(message, []);

const isShown = () => !document.hidden;

let pause = SEND_AGAIN;
let timer = 0;

/* What can't be sent is tried again, less and less often. */
async function sendWaiting() {
  clearTimeout(timer);
  const isWaiting = isShown() && (await hasSomethingToSend());
  if (isWaiting) tellWorker({ type: "send" });
  timer = setTimeout(sendWaiting, pause);
  pause = isWaiting ? Math.min(2 * pause, SEND_SELDOM) : SEND_AGAIN;
}

function sendNow() {
  pause = SEND_AGAIN;
  sendWaiting();
}

/* Without this, a browser may delete what a site has stored when space is short, or after a week without a visit. */
async function keepStorage() {
  const all = await items().catch(() => []);
  if (all.length && !(await navigator.storage?.persisted?.())) await navigator.storage?.persist?.();
}

async function register() {
  const isFirst = !navigator.serviceWorker.controller;
  await navigator.serviceWorker.register(new URL("sw.js", root), { updateViaCache: "none" });
  const { active } = await navigator.serviceWorker.ready;
  /* The first page of all was fetched before there was a service worker, which in Firefox does not always come to control it. */
  if (isFirst) active.postMessage({ type: "seen", url: location.href }, []);
  keepStorage();
}

addEventListener("online", sendNow);
document.addEventListener("visibilitychange", sendNow);
sendNow();
register().catch(() => {
  /* The browser allows none: everything is as it is without. */
});
