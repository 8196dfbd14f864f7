/* What the service worker does with this phone's own Python: forms that it answers, and requests of pages in its frame. */
import { isOurs } from "../../../static/js/offline/our_answers.js";
import { pathOf, queueOf, stampOf } from "../../../static/js/offline/outbox_forms.js";
import { toItsAddress } from "./moved_matches.js";
import { changeItem } from "../../../static/js/offline/outbox_store.js";
import { newToken } from "../../../static/js/offline/outbox_sending.js";
import { keepTaken, takenAt } from "../../../static/js/offline/taken_store.js";
import { isSettings, keepChosen } from "./chosen_settings.js";
import { inFrame, relay } from "./relay.js";
import { asRefused, isPage, keepPage } from "../../../static/js/offline/stored_pages.js";

const NEEDS_SERVER = "needs the server";
const SEE_OTHER = 303;

export const isFramed = (request) => request.destination === "iframe";

/* Whether *item* is for a sheet that is not the one of the newest copy: Python has written on it since. */
export async function isAheadOfCopy(request, item) {
  if (!isFramed(request)) return false;
  const copied = (await takenAt(item.queue))?.stamp ?? ""; /* The stamp of the sheet is the first word of it. */
  return copied.split(" ")[0] !== stampOf(item);
}

/* What this phone's own Python answers to a form that was kept. It is sent later all the same, unless it can't be saved. */
export async function answeredHere(root, request, { item, id, isOld }) {
  if (item.queue !== queueOf(pathOf(request.url, root))) return null;
  const body = new URLSearchParams(item.fields).toString();
  const answer = await relay({ root, request, body }).catch(() => null);
  if (!answer) return null;
  if (answer.status !== SEE_OTHER) return isOld ? answer : refusedHere(answer, item, id);
  return item.queue.endsWith("matches/new") && !(await isNoted(id, pathOf(answer.headers.get("Location"), root))) ? null : answer;
}

/* The page with what this phone's Python has refused. The form is not sent, and is forgotten once it is on the screen. */
async function refusedHere(answer, { entry }, id) {
  await changeItem(id, { state: "refused", status: answer.status });
  return inFrame(await asRefused(answer, entry));
}

/* The forms of a match that was started on this phone have to wait for the form that started it. Whether there was space to
   note that: else nothing may be entered in it. */
async function isNoted(id, local) {
  try {
    await changeItem(id, { local });
    await keepTaken(local, { isLocal: true });
    return true;
  } catch {
    return false;
  }
}

/* What this phone's Python answers to a form that is not kept, and whether it has done it: some only the server can. */
async function answeredAtOnce(root, request, fields) {
  const body = fields ? fields.toString() : await request.clone().arrayBuffer();
  const answer = await relay({ root, request, body }).catch(() => null);
  return { answer, isDone: Boolean(answer) && answer.headers.get("X-Refused") !== NEEDS_SERVER };
}

/* Sends a form of a page of this phone to the server, whose token it needs. */
async function sentOn(root, request, fields) {
  const token = await newToken(root);
  const body = new URLSearchParams([...fields].map(([name, value]) => [name, name === "csrf_token" ? token : value]));
  const reply = await fetch(request.url, { method: "POST", body, redirect: "manual" });
  return reply.type === "opaqueredirect" ? reply : inFrame(reply);
}

/* A form that is not to be kept: this phone answers it by itself, or the server, if that is there. */
export async function passedInFrame(root, request, { unreached, isForGuest, ...sending }) {
  if (!isForGuest) return sentFromFrame(root, request, { ...sending, unreached });
  const { answer, isDone } = await answeredAtOnce(root, request, sending.fields);
  if (isDone && answer.status === SEE_OTHER && isSettings(request.url, root)) await keepChosen(sending.fields).catch(() => {});
  return isDone ? answer : sentFromFrame(root, request, { ...sending, unreached: async () => answer ?? unreached() });
}

/* A form that only the server may answer: what this phone could not keep, it would never send. */
async function sentFromFrame(root, request, { fields, sendAll, unreached }) {
  try {
    const sent = await sendAll();
    const reply = fields && (!sent || sent.reached) ? await sentOn(root, request, fields) : null;
    if (reply && (reply.type === "opaqueredirect" || isOurs(reply))) return reply;
  } catch {
    /* No network. */
  }
  return inFrame(await unreached());
}

/* What this phone's own Python answers to a page in its frame; null if something else is to be asked. The sheet is kept as it
   was seen, for while Python starts. */
export async function fetchedInFrame(root, event) {
  const { request, clientId } = event;
  const page = clientId && (await self.clients.get(clientId));
  const path = pathOf(request.url, root);
  if (page?.frameType !== "nested" || /^(?:outbox|health)/.test(path)) return null;
  const moved = await toItsAddress(root, request.url);
  if (moved) return moved;
  const body = request.method === "GET" ? null : await request.clone().arrayBuffer();
  const answer = await relay({ root, request, body }).catch(() => null);
  const isSheet = answer && request.method === "GET" && path === queueOf(path) && isPage(answer);
  if (isSheet) event.waitUntil(keepPage(request.url, answer.clone()).catch(() => {}));
  return answer;
}
