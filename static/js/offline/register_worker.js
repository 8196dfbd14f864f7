/* Registers the service worker, and lets it send what waits as soon as there may be a network again. */
import { hasSomethingToSend, items } from "./outbox_store.js";

export const root = new URL("../../", import.meta.url);
const SEND_AGAIN = 5_000;

export const tellWorker = (message) => navigator.serviceWorker.controller?.postMessage(message, []);

const isShown = () => !document.hidden;

async function sendWaiting() {
  if (isShown() && (await hasSomethingToSend())) tellWorker({ type: "send" });
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
  sendWaiting();
  keepStorage();
}

addEventListener("online", sendWaiting);
document.addEventListener("visibilitychange", sendWaiting);
setInterval(sendWaiting, SEND_AGAIN);
register().catch(() => {
  /* The browser allows none: everything is as it is without. */
});
