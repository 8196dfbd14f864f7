/* The service worker: which request goes where, as docs/offline.md draws it. The server writes
   self.RELEASE and self.FILES above it: the digest of the static files, and their addresses. */
import { askedAhead, kept, shownAsStored, upToDate } from "./ahead_pages.js";
import { barePage } from "./bare_page.js";
import { checkAccess, forgetQueue } from "./check_access.js";
import { escaped } from "./escaped.js";
import { guest } from "./guest.js";
import { isGone, isOurs } from "./our_answers.js";
import { asAnother, entryIn, isFilledIn, isKept, isOther, isUndo, itemOf, pageOf, pathOf, queueOf, stampOf } from "./outbox_forms.js";
import { unseenSinceAsked } from "./unseen_changes.js";
import { fetchForm, readForm, secretHere } from "./our_forms.js";
import { passedUntouched, takeConfirmed } from "./other_forms.js";
import { noteUnreached, sendOutbox } from "./outbox_sending.js";
import { forgetItem, hasSomethingToSend, items, keepItem, replaceItem, takeOut } from "./outbox_store.js";
import { fetchAndKeep, keepLanguage, keepSeen, keepShells, ROOT, shell } from "./keep_pages.js";
import { keepFiles } from "./static_files.js";
import { asRefused, forgetStatics, isPage, tableNamed, pageWith, staticCache, staticFile, storedPage } from "./stored_pages.js";
import { tellPages } from "./tell_pages.js";

const NETWORK_WITHIN = 4_000; /* With a network this slow, a page that was seen before is shown. */
const HOME_PATIENCE = 800;
const SENDING_FIRST = 3_000;
const SENDING = 10_000;
const CHECK_AFTER = 600_000;
const DOWN = new Set([502, 503, 504]);

const within = (time, promise) =>
  Promise.race([promise, new Promise((resolve) => setTimeout(resolve, time))]);

const isOfTable = (queue) => /^[mb]\//.test(queue);

const isWaiting = ({ state }) => state === "waiting";

/* The stored forms are for the sheet before. */
async function afterSending(queue) {
  await tellPages({ type: "sent", queue });
  if (isOfTable(queue)) fetchAndKeep(ROOT + queue).catch(() => {});
}

/* Pages that are always there are stored anew, as they look now. */
async function sendMore() {
  if (!(await guest.sendMore())) return;
  await tellPages({ type: "outbox" });
  await keepShells().catch(() => {});
}

async function sendAll(entry) {
  if (!(await hasSomethingToSend())) return null;
  await tellPages({ type: "outbox", sending: true });
  const sent = await sendOutbox(ROOT, entry);
  await tellPages({ type: "outbox" });
  const left = new Set((await kept()).map(({ queue }) => queue));
  const done = [...sent.queues].filter((queue) => !left.has(queue));
  await Promise.all(done.map((queue) => afterSending(queue)));
  if (sent.reached) await sendMore();
  if (sent.isRefused) await checkAccess(0).catch(() => {}); /* The seat may have ended. */
  return sent;
}

const sendFirst = () => within(SENDING_FIRST, sendAll());

/* Pages. */

/* What this phone can show by itself; else the *answer* of another server, such as the login page of a hotel. */
async function withoutServer(request, url, other = null) {
  const stored = () => shownAsStored(url);
  const shown = (await guest.answer(request, stored)) ?? (await stored()) ?? other ?? (await unreached());
  return shown.type === "default" ? guest.inFrame(request, shown) : shown;
}

/* The page that says so; with a form that was not kept, to be sent again. */
async function unreached(url = "", fields = []) {
  const page = await shell("unreached");
  const inputs = [...fields].map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const form = `<form id="again" method="post" action="${escaped(url)}">${inputs.join("")}`;
  if (!page) return barePage(ROOT, await kept(), url ? form : "");
  const text = await page.text();
  return pageWith(page, url ? text.replace('<form id="again" method="post" hidden>', () => form) : text, 503);
}

async function takeIn(event, url, reply) {
  event.waitUntil(keepLanguage(reply).catch(() => {}));
  const queue = queueOf(pathOf(url, ROOT));
  if (isGone(reply) && isOfTable(queue)) await forgetQueue(queue);
  await keepSeen(url, reply);
  await checkAccess(CHECK_AFTER);
}

/* A match is shown at the address that it has by now. */
async function openedThere(event, url) {
  const moved = await guest.redirect(url);
  if (moved) return moved;
  const isHere = guest.isFramed(event.request) || (await guest.isOnlyHere(url));
  return isHere ? withoutServer(event.request, url) : opened(event, url);
}

async function opened(event, url) {
  const sent = await sendFirst();
  if (sent && !sent.reached) return withoutServer(event.request, url);
  const asked = fetch(event.request);
  const stored = await storedPage(url).catch(() => null);
  const patience = url === ROOT ? HOME_PATIENCE : NETWORK_WITHIN;
  let other = null;
  try {
    const reply = await (stored ? within(patience, asked) : asked);
    if (!reply) event.waitUntil(late(event, url, asked).catch(() => {}));
    else if (!(await isOfServer(reply, stored))) other = reply;
    else if (!(stored && DOWN.has(reply.status))) {
      event.waitUntil(takeIn(event, url, reply.clone()).catch(() => {}));
      return await upToDate(url, reply);
    }
  } catch {
    event.waitUntil(noteUnreached()); /* No network. */
  }
  if (other) event.waitUntil(noteUnreached());
  return withoutServer(event.request, url, other);
}

/* Whether our server has answered. A redirect shows nothing: where a page from before could be shown, the server is asked. */
async function isOfServer(reply, stored) {
  if (reply.type !== "opaqueredirect") return isOurs(reply);
  return !stored || isOurs(await fetch(`${ROOT}health`, { cache: "no-store" }));
}

/* The answer came after the page from before was shown. */
async function late(event, url, asked) {
  const reply = await asked;
  if (!isOurs(reply)) return;
  await takeIn(event, url, reply);
  if (reply.ok) await tellPages({ type: "newer", url });
}

/* What a page asks for. The sheet polls: the newest one is stored, with its forms. */
async function fetched(event, url) {
  const { request } = event;
  const answer = await guest.fetched(event);
  if (answer) return answer;
  const asked = request.clone(); /* The body of a request can be read once. */
  const reply = await fetch(request).catch(async (error) => (await askedAhead(asked, url)) ?? Promise.reject(error));
  if (request.method !== "GET" || request.headers.has("X-Part") || !isPage(reply)) return reply;
  event.waitUntil(keepSeen(url, reply.clone()).catch(() => {}));
  return upToDate(url, reply);
}

/* Forms. */

/* What *item* keeps of the *old* one in whose place it is. Another entry is what its player chose once they were asked. */
const keptOf = async (old, item) =>
  old.entry === item.entry
    ? { isAhead: old.isAhead, isTried: old.isTried, unseenSince: old.unseenSince }
    : { isAhead: false, unseenSince: await unseenSinceAsked(old) };

/* Keeps a form. One that was refused is replaced by what its player made of it; one that waits is only sent again. Two
   tabs can send different hands of one draft, which are then two. */
async function keepForm(given) {
  const all = await items();
  const item = all.some((each) => isWaiting(each) && isOther(each, given)) ? asAnother(given) : given;
  const old = all.find(({ entry }) => entry === item.entry || entry === item.replaces);
  if (!old) return { item, id: await keepItem({ ...item, of: await tableNamed(item.queue, ROOT) }), isOld: false };
  const { id, at, of } = old;
  await replaceItem(old, { ...item, ...(await keptOf(old, item)), at, of, said: item.said.length ? item.said : old.said });
  return { item, id, isOld: true };
}

async function submitted(event, url) {
  const { request } = event;
  const form = await readForm(request);
  const { fields } = form;
  if (!form.isOurs) return passedUntouched(ROOT, request, { form, sendFirst, unreached, done: () => acted(event, url) });
  if (!fields || !isKept(pathOf(url, ROOT), fields)) return passed(event, url, fields);
  let place = null;
  try {
    const item = await guest.atItsAddress(itemOf(url, ROOT, fields));
    if (await isUndoneHere(request, item)) return Response.redirect(pageOf(item, ROOT), 303);
    place = await keepForm({ ...item, isAhead: item.isAhead || (await guest.isAhead(request, item)) });
  } catch {
    return passed(event, url, fields, false);
  }
  const here = await guest.answerKept(request, place);
  const sending = sendAll(place.item.entry);
  event.waitUntil(sending);
  if (here) return here;
  const sent = await within(SENDING, sending);
  return (await answered(sent, place)) ?? stays(place.item);
}

/* Whether *item* undoes what still waits, which is then not sent: the server has nothing to undo. Where the guest has written
   it too, both are sent. */
async function isUndoneHere(request, item) {
  if (!isUndo(item) || (await guest.hasWritten(request, item))) return false;
  const isOut = await takeOut(item.queue, entryIn(stampOf(item)));
  if (isOut) await tellPages({ type: "outbox" });
  return isOut;
}

/* What a form that was kept is answered with once the server has answered; null if it has not. What was refused stays until
   its page says that it is on the screen. */
async function answered(sent, { item, isOld }) {
  if (sent?.became === "written") return Response.redirect(new URL(sent.page, ROOT), 303);
  if (sent?.became !== "refused") return null;
  await tellPages({ type: "outbox" });
  return isOld ? sent.reply : asRefused(sent.reply, item.entry);
}

/* The page with what was refused of an *entry* is on the screen, and perhaps what was filled in (*isThere*). */
async function refusedIsShown({ entry, isThere }) {
  const item = (await kept()).find((each) => each.entry === entry && !isWaiting(each));
  if (!item || (isFilledIn(item) && !isThere)) return;
  await forgetItem(item.id);
  await tellPages({ type: "outbox" });
}

/* A form that waits: its player goes on with the page from before. */
async function stays(item) {
  await tellPages({ type: "kept" });
  self.registration.sync?.register("outbox").catch(() => {});
  return Response.redirect(pageOf(item, ROOT), 303);
}

/* A form that is not kept goes to the server now, or stays on the screen. The guest may answer it (*isForGuest*) unless there
   was no space to keep it. */
async function passed(event, url, fields, isForGuest = true) {
  const onScreen = () => unreached(fields ? url : "", fields ?? []);
  const answer = await guest.passed(event.request, { fields, sendAll, unreached: onScreen, isForGuest });
  if (answer) return answer;
  try {
    const reply = await fetchForm(event.request, { fields, isMarked: true });
    if (reply.type !== "opaqueredirect" && !isOurs(reply)) return onScreen();
    acted(event, url);
    return reply;
  } catch {
    return onScreen();
  }
}

const acted = (event, url) => event.waitUntil(afterwards(url).catch(() => {}));

async function afterwards(url) {
  if (pathOf(url, ROOT) === "settings") {
    await guest.settingsSaved();
    await keepShells();
  }
  await checkAccess(0);
}

/* The life of the service worker. */

async function install() {
  const files = await caches.open(staticCache(self.RELEASE));
  await Promise.all([keepFiles(files, self.FILES), keepShells()]);
  await self.skipWaiting();
}

async function activate() {
  await forgetStatics([self.RELEASE, await guest.release()]);
  await self.clients.claim();
}

/* Null if the browser is to ask the server itself. */
function routed(event) {
  const { request } = event;
  const url = request.url.split("#")[0];
  if (!url.startsWith(ROOT)) return null;
  if (url.startsWith(`${ROOT}static/`)) return staticFile(request, ROOT);
  const file = guest.fileAt(url, request);
  if (file) return file;
  if (request.mode !== "navigate") return fetched(event, url);
  return request.method === "POST" ? submitted(event, url) : openedThere(event, url);
}

const ORDERS = {
  send: () => sendAll(),
  secret: async (_asked, [port]) => port.postMessage(await secretHere(), []),
  confirmed: (asked) => takeConfirmed(asked, keepForm).then(() => sendAll()),
  seen: ({ url }) => fetchAndKeep(url),
  shown: refusedIsShown,
};

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("sync", (event) => event.waitUntil(sendAll()));
addEventListener("message", (event) => event.waitUntil(ORDERS[event.data?.type]?.(event.data, event.ports)));
addEventListener("fetch", (event) => {
  const answer = routed(event);
  if (answer) event.respondWith(answer);
});
