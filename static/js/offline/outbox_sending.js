/* Sends the outbox: each queue in order, one form after the other. What the server refuses stops its queue and is never
   sent again by itself. */
import { guest } from "./guest.js";
import { madeUpon, unseenSinceWritten } from "./unseen_changes.js";
import { isOurs } from "./our_answers.js";
import { sentAs } from "./outbox_forms.js";
import { changeItem, forgetNote, items, moveQueue, notedAt, noteNow, settleItem } from "./outbox_store.js";

const ANSWER_WITHIN = 10_000;
const LOCK = "deadwood-outbox";
const REFUSED = "refused";
const WRITTEN = "written";
const UNREACHED = "unreached";
const NOT_WRITTEN = new Set([429, 503]);

let lastAct = Promise.resolve();

/* One at a time, over all tabs and all releases of the service worker. */
export function alone(act) {
  if (navigator.locks) return navigator.locks.request(LOCK, act);
  lastAct = lastAct.then(act, act);
  return lastAct;
}

/* Notes that the server was not reached: before a form is tried next, something is asked that writes nothing. What was never
   tried can be undone on this phone. */
export const noteUnreached = () => noteNow(UNREACHED).catch(() => {});

export async function newToken(root) {
  const reply = await fetch(`${root}outbox/token`, { cache: "no-store", signal: AbortSignal.timeout(ANSWER_WITHIN) });
  return (await reply.json()).csrf_token;
}

const secondsSince = (at) => String(Math.max(0, Math.round((Date.now() - at) / 1_000)));

function post(item, { stamp, unseenSince }, token) {
  const { url, fields } = sentAs(item, stamp);
  const headers = { "X-Part": "outbox", "X-Seconds-Ago": secondsSince(item.at) };
  return fetch(url, {
    method: "POST",
    body: new URLSearchParams([...fields, ["csrf_token", token ?? ""]]),
    headers: unseenSince ? { ...headers, "X-Unseen-Since": unseenSince } : headers,
    redirect: "manual",
    signal: AbortSignal.timeout(ANSWER_WITHIN),
  });
}

/* The server's answer to *item*. The session of the phone may be another one since the form was opened. */
async function answerTo(item, upon, root) {
  const reply = await post(item, upon, item.token);
  return reply.headers.get("X-Refused") === "csrf" ? post(item, upon, await newToken(root)) : reply;
}

/* The link of the match was renewed: *item* as it is for the new one. */
async function followed(item, moved) {
  await guest.renewed(item.queue, moved);
  return moveQueue(item, moved);
}

/* The match that *item* has started goes on at the server's *address*, with what waits for it. */
async function startedAt({ local }, address) {
  await guest.started(local, address);
  await moveQueue({ queue: local, url: "" }, address);
}

/* What became of *item*: "written", "refused", or "" if it has to be sent again. Only the app's own server knows these
   words, not the login page of a hotel. */
async function sendItem(item, root) {
  const upon = await madeUpon(item);
  const reply = await answerTo(item, upon, root);
  const moved = reply.headers.get("X-Moved");
  if (moved) return sendItem(await followed(item, moved), root);
  const became = reply.headers.get("X-Outbox");
  if (became !== WRITTEN) return { became: became === REFUSED ? REFUSED : "", reply };
  const { location: page, stamp } = await reply.json();
  /* Before the form is forgotten: what waits for its match would else have no address. */
  if (item.local) await startedAt(item, new URL(page, root).href.slice(root.length));
  await settleItem(item, { stamp, unseenSince: unseenSinceWritten(item, upon, stamp) }, upon.stamp);
  return { became, page };
}

/* With a match that is not started yet, all that was entered in it. */
function stop(stopped, { queue, local }) {
  stopped.add(queue);
  if (local) stopped.add(local);
}

/* Notes that the server may have *item* from now on; undefined if it was taken out meanwhile. Without space it is sent all the same. */
const noteTried = (item) => changeItem(item.id, { isTried: true }).catch(() => item);

/* An error of our server that may be over in a moment: it has not written the form. */
async function noteAnswer({ id }, reply) {
  if (!isOurs(reply)) await noteUnreached();
  else if (NOT_WRITTEN.has(reply.status)) await changeItem(id, { isTried: false }).catch(() => {});
}

/* Fails if the server is not there, where it was not there before. */
async function checkReached(root) {
  if (!(await notedAt(UNREACHED).catch(() => 0))) return;
  await newToken(root);
  await forgetNote(UNREACHED).catch(() => {});
}

/* Sends what waits, and notes in *sent* what became of it. Where the server answers with an error that may be over in a
   moment, the other queues still get their turn. */
async function sendInOrder(root, sent) {
  const stopped = new Set();
  for await (const { id } of await items()) {
    const item = (await items()).find((each) => each.id === id);
    if (!item) continue;
    if (stopped.has(item.queue) || item.state === REFUSED) {
      stop(stopped, item);
      continue;
    }
    if (!(await noteTried(item))) continue;
    const { became, page, reply } = await sendItem(item, root);
    if (became === WRITTEN) {
      sent.queues.add(item.queue);
    } else {
      stop(stopped, item);
    }
    if (became === REFUSED) {
      await changeItem(id, { state: REFUSED, status: reply.status });
      sent.isRefused = true;
    }
    if (!became) await noteAnswer(item, reply);
    if (item.entry === sent.entry) Object.assign(sent, { became, page, reply });
  }
}

/* Sends everything, and tells what became of *entry*: became "written", with the next page, or "refused", with the reply;
   isRefused says whether the server refused anything. Nothing is thrown: without a network it isn't reached. */
export function sendOutbox(root, entry = "") {
  const sent = { entry, reached: false, became: "", page: "", reply: null, isRefused: false, queues: new Set() };
  return alone(async () => {
    try {
      await checkReached(root);
      await sendInOrder(root, sent);
      sent.reached = true;
    } catch {
      await noteUnreached(); /* No answer. */
    }
    return sent;
  });
}
