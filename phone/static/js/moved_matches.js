/* Matches that have another address by now: the link was renewed, or they were started without the server and are there.
   For the service worker. */
import { pathOf, queueOf } from "../../../static/js/offline/outbox_forms.js";
import { items, moveQueue } from "../../../static/js/offline/outbox_store.js";
import { isMatch, renewMatch } from "./phone_store.js";
import { keepTaken, takenAt, takenKeys } from "../../../static/js/offline/taken_store.js";
import { tellPages } from "../../../static/js/offline/tell_pages.js";

const KEEPS_METHOD = 307;

/* Notes that the match at *old* is at *address*. A match that went to *old* before goes there at once: Python takes in moves
   in any order. */
async function noteMove(old, address) {
  await keepTaken(old, { moved: address });
  for await (const key of (await takenKeys()).filter(isMatch)) {
    if ((await takenAt(key)).moved === old) await keepTaken(key, { moved: address });
  }
}

/* Has the match go on at its new *address*: what waits for it, and the Python of this phone, before a copy has come from
   there. While something waits, a copy would lack it. */
export async function moveMatch(root, old, address) {
  if (!(await takenAt(address))) await keepTaken(address, { text: "", stamp: "" });
  await moveQueue({ queue: old, url: "" }, address);
  await noteMove(old, address);
  await tellPages({ type: "moved" });
  if ((await items(address)).length) return;
  await renewMatch(root, address).catch(() => {}); /* Or when there is a network again. */
}

const takenMatch = async (queue) => (isMatch(queue) ? takenAt(queue) : null);

/* *item*, for the address that its match has by now: the form may have been opened at the one before. */
export async function atItsAddress(item) {
  const known = await takenMatch(item.queue);
  return known?.moved ? { ...item, queue: known.moved, url: item.url.replace(item.queue, known.moved) } : item;
}

/* A redirect from *url* to the address that its match has by now; null if it is still that one. */
export async function toItsAddress(root, url) {
  const queue = queueOf(pathOf(url, root));
  const known = await takenMatch(queue).catch(() => null);
  return known?.moved ? Response.redirect(url.replace(queue, known.moved), KEEPS_METHOD) : null;
}

/* Whether *url* is of a match that was started without the server: nobody else knows its address until it was sent. */
export async function isOfThisPhone(root, url) {
  const known = await takenMatch(queueOf(pathOf(url, root))).catch(() => null);
  return Boolean(known?.isLocal);
}
