/* The service worker: which request goes where, as docs/offline.md draws it. The server writes
   self.RELEASE and self.FILES above it: the digest of the static files, and their addresses. */
import { forgetChosen, isSettings, sendChosen } from "./chosen_settings.js";
import { asAnother, changesSheet, isKept, isOther, itemOf, pageOf, pathOf, queueOf, stampOf } from "./outbox_forms.js";
import { unseenSinceAsked } from "./unseen_changes.js";
import { fetchForm, readForm, secretHere } from "./our_forms.js";
import { passedUntouched, takeConfirmed } from "./other_forms.js";
import { atItsAddress, isOfThisPhone, moveMatch, toItsAddress } from "./moved_matches.js";
import { sendOutbox } from "./outbox_sending.js";
import { forgetItem, hasSomethingToSend, items, keepItem, notedAt, noteNow, replaceItem, writtenSince } from "./outbox_store.js";
import { answeredHere, fetchedInFrame, isAheadOfCopy, isFramed, passedInFrame, sentFromFrame } from "./phone_answers.js";
import { forgetMatch, isMatch, takenAt, takenKeys } from "./phone_store.js";
import { fetchAndKeep, keepLanguage, keepSeen, keepShells, ROOT, shell } from "./keep_pages.js";
import { inFrame, programFile, relay } from "./relay.js";
import { asShown, forgetPages, forgetStatics, pageWith, SHELLS, staticCache, staticFile, storedPage, storedQueues } from "./stored_pages.js";
import { tellPages } from "./tell_pages.js";

const NETWORK_WITHIN = 4_000; /* With a network this slow, a page that was seen before is shown. */
const HOME_PATIENCE = 800;
const SENDING_FIRST = 3_000;
const SENDING = 10_000;
const CHECK_AFTER = 600_000;
const GONE = new Set([404, 410]);
const DOWN = new Set([502, 503, 504]);

const within = (time, promise) =>
  Promise.race([promise, new Promise((resolve) => setTimeout(resolve, time))]);

const ADDS_HAND = /\/hands\/new\b/;
const isOfTable = (queue) => /^[mb]\//.test(queue);

/* What waits or was refused; nothing if the phone's storage can't be used. */
const kept = () => items().catch(() => []);

const isWaiting = ({ state }) => state === "waiting";

/* The stored forms are for the sheet before. */
async function afterSending(queue) {
  await tellPages({ type: "sent", queue });
  if (isOfTable(queue)) fetchAndKeep(ROOT + queue).catch(() => {});
}

/* Pages that are always there are stored anew, as they look now. */
async function sendSettings() {
  if (!(await sendChosen(ROOT))) return;
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
  if (sent.reached) await sendSettings();
  if (sent.isRefused) await checkAccess(0).catch(() => {}); /* The seat may have ended. */
  return sent;
}

const sendFirst = () => within(SENDING_FIRST, sendAll());

/* Pages. */

/* What this phone has entered since the sheet with this *stamp*, sent and unsent: forms are made upon the last of it. */
async function enteredSince(queue, stamp) {
  const written = await writtenSince(queue, stamp).catch(() => []);
  const waiting = (await kept()).filter((item) => item.queue === queue && changesSheet(item));
  const last = waiting.at(-1);
  const now = last ? `${parseInt(stampOf(last), 10) + 1}.${last.entry}` : (written.at(-1)?.stamp ?? stamp);
  return { stamp: now, hands: [...written, ...waiting].filter(({ url }) => ADDS_HAND.test(url)).length };
}

/* What this phone can show by itself. */
async function withoutServer(request, url) {
  const stored = () => shownAsStored(url);
  const answer = await relay({ root: ROOT, request, body: null, stored }).catch(() => null);
  const shown = answer ?? (await stored()) ?? (await unreached());
  return isFramed(request) && shown.type === "default" ? inFrame(shown) : shown;
}

async function shownAsStored(url) {
  const path = pathOf(url, ROOT);
  const stored = await storedPage(url);
  return !stored || SHELLS.includes(path) ? stored : asShown(stored, (stamp) => enteredSince(queueOf(path), stamp));
}

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/* The page that says so; with a form that was not kept, to be sent again. */
async function unreached(url = "", fields = []) {
  const page = await shell("unreached");
  if (!page) return Response.error();
  const inputs = [...fields].map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const form = `<form id="again" method="post" action="${escaped(url)}">${inputs.join("")}`;
  const text = await page.text();
  return pageWith(page, url ? text.replace('<form id="again" method="post" hidden>', () => form) : text, 503);
}

async function takeIn(event, url, reply) {
  event.waitUntil(keepLanguage(reply).catch(() => {}));
  const queue = queueOf(pathOf(url, ROOT));
  if (GONE.has(reply.status) && isOfTable(queue)) await forgetQueue(queue);
  await keepSeen(url, reply);
  await checkAccess(CHECK_AFTER);
}

/* A match is shown at the address that it has by now. */
async function openedThere(event, url) {
  return (await toItsAddress(ROOT, url)) ?? (isFramed(event.request) ? withoutServer(event.request, url) : opened(event, url));
}

async function opened(event, url) {
  if (await isOfThisPhone(ROOT, url)) return withoutServer(event.request, url);
  const sent = await sendFirst();
  if (sent && !sent.reached) return withoutServer(event.request, url);
  const asked = fetch(event.request);
  const stored = await storedPage(url).catch(() => null);
  const patience = url === ROOT ? HOME_PATIENCE : NETWORK_WITHIN;
  try {
    const reply = await (stored ? within(patience, asked) : asked);
    if (reply && !(stored && DOWN.has(reply.status))) {
      event.waitUntil(takeIn(event, url, reply.clone()).catch(() => {}));
      return reply;
    }
    if (!reply) event.waitUntil(late(event, url, asked).catch(() => {}));
  } catch {
    /* No network. */
  }
  return withoutServer(event.request, url);
}

/* The answer came after the page from before was shown. */
async function late(event, url, asked) {
  const reply = await asked;
  await takeIn(event, url, reply);
  if (reply.ok) await tellPages({ type: "newer", url });
}

/* Forms. */

/* What *item* keeps of the *old* one in whose place it is. Another entry is what its player chose once they were asked. */
const keptOf = async (old, item) =>
  old.entry === item.entry
    ? { isAhead: old.isAhead, unseenSince: old.unseenSince }
    : { isAhead: false, unseenSince: await unseenSinceAsked(old) };

/* Keeps a form. One that was refused is replaced by what its player made of it; one that waits is only sent again. Two
   tabs can send different hands of one draft, which are then two. */
async function keepForm(given) {
  const all = await items();
  const item = all.some((each) => isWaiting(each) && isOther(each, given)) ? asAnother(given) : given;
  const old = all.find(({ entry }) => entry === item.entry || entry === item.replaces);
  if (!old) return { item, id: await keepItem(item), isOld: false };
  const { id, at } = old;
  await replaceItem(old, { ...item, ...(await keptOf(old, item)), at, said: item.said.length ? item.said : old.said });
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
    const item = await atItsAddress(itemOf(url, ROOT, fields));
    place = await keepForm({ ...item, isAhead: item.isAhead || (await isAheadOfCopy(request, item)) });
  } catch {
    return passed(event, url, fields, sentFromFrame);
  }
  const here = isFramed(request) ? await answeredHere(ROOT, request, place) : null;
  const sending = sendAll(place.item.entry);
  event.waitUntil(sending);
  if (here) return here;
  const sent = await within(SENDING, sending);
  return (await answered(sent, place)) ?? stays(place.item);
}

/* What a form that was kept is answered with once the server has answered; null if it has not. */
async function answered(sent, { id, isOld }) {
  if (sent?.became === "written") return Response.redirect(new URL(sent.page, ROOT), 303);
  if (sent?.became !== "refused") return null;
  if (!isOld) await forgetItem(id); /* The player sees it now. */
  await tellPages({ type: "outbox" });
  return sent.reply;
}

/* A form that waits: its player goes on with the page from before. */
async function stays(item) {
  await tellPages({ type: "kept" });
  self.registration.sync?.register("outbox").catch(() => {});
  return Response.redirect(pageOf(item, ROOT), 303);
}

/* A form that is not kept goes to the server now, or stays on the screen. */
async function passed(event, url, fields, passedOn = passedInFrame) {
  const onScreen = () => unreached(fields ? url : "", fields ?? []);
  if (isFramed(event.request)) return passedOn(ROOT, event.request, { fields, sendAll, unreached: onScreen });
  try {
    const reply = await fetchForm(event.request, { fields, isMarked: true });
    acted(event, url);
    return reply;
  } catch {
    return onScreen();
  }
}

const acted = (event, url) => event.waitUntil(afterwards(url).catch(() => {}));

async function afterwards(url) {
  if (isSettings(url, ROOT)) {
    await forgetChosen();
    await keepShells();
  }
  await checkAccess(0);
}

/* Nothing private stays when a seat has ended or a match was deleted. */

async function forgetQueue(queue) {
  await forgetPages(queue, ROOT);
  await forgetMatch(queue);
  await tellPages({ type: "forgetQueue" });
}

/* The link of a match was renewed, and this phone may know the new one. */
async function follow(queue, moved) {
  await forgetPages(queue, ROOT);
  if (await takenAt(queue)) await moveMatch(ROOT, queue, moved);
  await tellPages({ type: "sent", queue });
}

const CHECKED = "access-checked";

async function checkAccess(pause) {
  if (Date.now() - (await notedAt(CHECKED)) < pause) return;
  const before = await storedQueues(ROOT);
  for await (const key of (await takenKeys()).filter(isMatch)) {
    const { isLocal, moved } = await takenAt(key);
    if (!isLocal && !moved) before.set(key, true);
  }
  if (!before.size) return;
  const body = JSON.stringify({ paths: [...before.keys()] });
  const headers = { "Content-Type": "application/json" };
  const reply = await fetch(`${ROOT}outbox/access`, { method: "POST", body, headers });
  if (!reply.ok) return;
  await noteNow(CHECKED);
  const now = await reply.json();
  const lost = [...before].filter(([queue, scored]) => !now[queue] || (scored && now[queue] !== "score"));
  for await (const [queue] of lost) await (isMatch(now[queue]) ? follow(queue, now[queue]) : forgetQueue(queue));
}

/* The life of the service worker. */

async function install() {
  const files = await caches.open(staticCache(self.RELEASE));
  await Promise.all([files.addAll(self.FILES), keepShells()]);
  await self.skipWaiting();
}

async function activate() {
  await forgetStatics(ROOT, self.RELEASE);
  await self.clients.claim();
}

/* Null if the browser is to ask the server itself. */
function routed(event) {
  const { request } = event;
  const url = request.url.split("#")[0];
  if (!url.startsWith(ROOT)) return null;
  if (url.startsWith(`${ROOT}static/`)) return staticFile(request, ROOT);
  if (url.startsWith(`${ROOT}phone/`)) return programFile(ROOT, url).then((file) => file ?? fetch(request));
  if (request.mode !== "navigate") return fetchedInFrame(ROOT, event);
  return request.method === "POST" ? submitted(event, url) : openedThere(event, url);
}

const ORDERS = {
  send: () => sendAll(),
  secret: async (_asked, [port]) => port.postMessage(await secretHere(), []),
  confirmed: (asked) => takeConfirmed(asked, keepForm).then(() => sendAll()),
  seen: ({ url }) => fetchAndKeep(url),
  removed: () => tellPages({ type: "forgetQueue" }),
};

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("sync", (event) => event.waitUntil(sendAll()));
addEventListener("message", (event) => event.waitUntil(ORDERS[event.data?.type]?.(event.data, event.ports)));
addEventListener("fetch", (event) => {
  const answer = routed(event);
  if (answer) event.respondWith(answer);
});
