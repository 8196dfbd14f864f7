/* Pages that were seen before, and the static files of this release. */
import { aheadIn, withWaiting } from "./ahead_sheet.js";
import { escaped } from "./escaped.js";
import { newEntryId, pathOf, queueOf } from "./outbox_forms.js";
import { canScore, isOurs } from "./our_answers.js";
import { isFile, isHtml } from "./static_files.js";
import { withSecretScript } from "./secret_field.js";

const PAGES = "pages";
const MOST_PAGES = 80;
const NEVER_KEPT = /^(?:s|bs|bc)\/|^(?:m|b)\/[^/]+\/(?:share|delete|names)|^(?:outbox|sw\.js|manifest)/;
export const SHELLS = ["unsent", "unreached"]; /* Pages that say nothing of a match. */

/* These words of an address change nothing of what a page is about. */
const MINOR = ["by", "knocker", "outcome", "joined", "welcome", "late", "done", "view"];

/* Whether it is a page of our own server, and not that of a hotel. */
export const isPage = (reply) => reply.status === 200 && isHtml(reply.headers) && isOurs(reply);

export const isKeepable = (path, reply) => isPage(reply) && !NEVER_KEPT.test(path);

/* Only a whole page takes the place of the one before: the network may fail in the middle of it. */
export async function keepPage(url, reply) {
  const whole = new Response(await reply.blob(), reply);
  const pages = await caches.open(PAGES);
  await pages.put(url, whole);
  const old = (await pages.keys()).filter((each) => !SHELLS.some((shell) => each.url.endsWith(`/${shell}`)));
  await Promise.all(old.slice(0, -MOST_PAGES).map((each) => pages.delete(each)));
}

function major(url) {
  const address = new URL(url);
  for (const name of MINOR) address.searchParams.delete(name);
  address.searchParams.sort();
  return address.pathname + address.search;
}

/* Fetches every stored page anew, the oldest first. Pages that can't be fetched stay as they are. */
export async function renewPages(renew) {
  const pages = await caches.open(PAGES);
  for await (const { url } of await pages.keys()) await renew(url).catch(() => {});
}

export const seenAt = (reply) => Date.parse(reply.headers.get("Date")) || 0;

export const languageOf = (reply) => reply.headers.get("Content-Language");

/* Where what hands come to is, for the sheet of a *queue* with this *text*; null if this phone can't score there. */
function outcomesAt(queue, text) {
  const { digest } = aheadIn(text) ?? {};
  return digest ? `${queue}/outcomes.json?rules=${digest}` : null;
}

export async function storedOutcomes(queue, text) {
  const address = outcomesAt(queue, text);
  return address && (await (await storedPage(address))?.json());
}

/* Keeps what hands come to, in the place of that under other rules. */
export async function keepOutcomes(queue, text) {
  const url = outcomesAt(queue, text);
  const pages = await caches.open(PAGES);
  const there = (await pages.keys()).map((each) => each.url).filter((each) => each.split("?")[0] === url.split("?")[0]);
  if (there.includes(url)) return;
  const reply = await fetch(url, { cache: "no-store" });
  if (!reply.ok || !isOurs(reply)) return;
  await pages.put(url, reply);
  await Promise.all(there.map((each) => pages.delete(each)));
}

/* The address of a form in which nothing is filled in yet. */
export function blankForm(url) {
  const address = new URL(url);
  for (const name of ["knocker", "outcome"]) address.searchParams.delete(name);
  return address.href;
}

/* The page as it was seen last at *url*, or at an address that is about the same. */
export async function storedPage(url) {
  const pages = await caches.open(PAGES);
  const exactly = (await pages.match(url, { ignoreVary: true })) ?? (await pages.match(blankForm(url), { ignoreVary: true }));
  if (exactly) return exactly;
  const alike = (await pages.keys()).findLast((each) => major(each.url) === major(url));
  return alike && pages.match(alike, { ignoreVary: true });
}

/* Where the sheet of both is kept beside the view face to face: asking for it like this changes no view. */
export const BESIDE = "?view=both";

/* The newest sheet that is stored at *url*, of both or face to face: in the view *asked* for, if it is as new; else as it was
   seen last. */
export async function storedSheet(url, asked = "") {
  const pages = await caches.open(PAGES);
  const viewOf = (address) => address.split("?")[0];
  const views = (await pages.keys()).filter((each) => [url, `${url}/face-to-face`].includes(viewOf(each.url)));
  const ranked = views.map(async (each) => {
    const reply = await pages.match(each, { ignoreVary: true });
    const version = parseInt(stampOfPage(await reply.clone().text()), 10);
    const wanted = viewOf(each.url) === viewOf(asked) ? 2 : Number(!each.url.endsWith(BESIDE));
    return { reply, rank: 3 * version + wanted };
  });
  return (await Promise.all(ranked)).sort((one, other) => one.rank - other.rank).at(-1)?.reply;
}

/* What the match or the book of a *queue* is called, as HTML: "Ann and Bob"; blank if no page of it is stored. */
export async function tableNamed(queue, root) {
  const page = /^[mb]\//.test(queue) ? await storedSheet(root + queue).catch(() => null) : null;
  return /<title>([^<]*?) · Deadwood</.exec((await page?.text()) ?? "")?.[1] ?? "";
}

/* Each queue that pages are stored of, and whether this phone could score there. */
export async function storedQueues(root) {
  const pages = await caches.open(PAGES);
  const queues = new Map();
  for await (const request of await pages.keys()) {
    const queue = queueOf(pathOf(request.url, root));
    if (!/^[mb]\//.test(queue)) continue;
    const reply = await pages.match(request, { ignoreVary: true });
    queues.set(queue, queues.get(queue) || canScore(reply));
  }
  return queues;
}

/* Deletes the pages of a match or a book, and those that may list it. */
export async function forgetPages(queue, root) {
  const pages = await caches.open(PAGES);
  const isOther = (path) => /^[mb]\//.test(path) && queueOf(path) !== queue;
  const gone = (await pages.keys()).filter(({ url }) => {
    const path = pathOf(url, root);
    return !isOther(path) && !SHELLS.includes(path);
  });
  await Promise.all(gone.map((each) => pages.delete(each)));
}

/* Where a page has an entry id and a version stamp: in fields, and in addresses of buttons. */
const ENTRY = /(<input[^>]* name="entry"[^>]* value="|[?;]entry=)[\w-]*/;
const STAMP = /(<input[^>]* name="version"[^>]* value="|[?;]version=)([\w.-]*)/;
const FIRST = "0."; /* Of a sheet without a change, which names no version. */

/* Forms say whether they are for a sheet that the server has not shown to this phone. */
const AHEAD = '<input type="hidden" name="ahead" value="1">';
const marked = (field, isAhead) => (isAhead && field.startsWith("<") ? AHEAD + field : field);

/* Where a page numbers the next hand: its form, and the first button of the sheet. */
const NUMBER = {
  form: /(<(?:title|h1)\b[^>]*>[^<\d]*)(\d+)/g,
  sheet: /(<div class="actions__row"><a [^>]*href="[^"]*\/hands\/new[^"]*"[^>]*>(?:<span>)?[^<\d]*)(\d+)/g,
};
const numberIn = (path) => (path.endsWith("/hands/new") ? NUMBER.form : NUMBER.sheet);

/* The buttons of a sheet that undo and redo. The first says what it undoes, and how many hands that adds. */
const UNDO = /<form [^>]*\/undo\?[^]*?<\/p>/;
const REDO = /<form [^>]*\/redo\?[^]*?<\/form>/;
const STOPPED = /<a [^>]*[?;]late=stop"[^]*?<\/a>/;
const UNDOES = /(<small>|id="undoes">)[^<]*/g;
const UNDOES_HANDS = /( name="hands" value=")[^"]*/;

/* The stamp of the sheet that a page with this *text* was made for. */
export const stampOfPage = (text) => STAMP.exec(text)?.[2] ?? FIRST;

/* The button that undoes, if it is *last* that is undone; blank if that is not known. */
function undoOf(button, { words, hands, undone, stamp }) {
  if (!undone) return "";
  const short = undone.replace(/ (\d+)$/, "\u00A0$1");
  const named = button
    .replace(UNDOES, (_, before) => before + escaped(before === "<small>" ? short : words))
    .replace(UNDOES_HANDS, (_, before) => `${before}${stamp ? hands : -hands}`);
  return stamp ? named.replace(STAMP, (_, before) => before + stamp) : named;
}

/* Pages that show how a sheet stands, at the address of the match or below it. */
export const isSheet = (path) => /^m\/[^/]+(?:\/face-to-face)?$/.test(path);

/* The *text* of a page for the sheet *seen*, made upon what this phone has *entered* since: *stamp* is what the forms are
   for, *hands* how many were added, *last* what an undo is of, null if nothing was entered, and *forms* what the sheet on
   the page does not have, with the *table* of what they come to. */
function withEntered(text, path, seen, { stamp, hands, last, forms, table }) {
  const made = text
    .replaceAll(new RegExp(STAMP, "g"), (_, before) => marked(before, stamp !== seen) + stamp)
    .replaceAll(numberIn(path), (_, before, number) => before + (Number(number) + hands));
  if (!last) return made;
  const undoing = made.replace(UNDO, (button) => undoOf(button, last)).replace(REDO, "").replace(STOPPED, "");
  return isSheet(path) && table ? withWaiting(undoing, forms, table) : undoing;
}

/* The stamp of the newest sheet that this phone has stored of a match. */
async function storedStamp(url) {
  const sheet = await storedSheet(url);
  return sheet ? stampOfPage(await sheet.text()) : FIRST;
}

/* Forms that add something say nothing of the sheet before, so they are for the newest one that was seen. */
const ADDS = /^m\/[^/]+\/(?:hands|lines)\/new$/;

async function enteredOnStored(text, path, root, enteredSince) {
  const own = stampOfPage(text);
  const entered = await enteredSince(own, text);
  const newest = ADDS.test(path) ? await storedStamp(root + queueOf(path)) : own;
  return parseInt(newest, 10) > parseInt(own, 10) ? { ...(await enteredSince(newest)), hands: entered.hands } : entered;
}

/* A stored page as it is shown: with its age, new entry ids, and made upon what this phone has entered since. *enteredSince*
   tells of a stamp what that is: see withEntered. */
export async function asShown(reply, path, root, enteredSince) {
  const text = await reply.text();
  const seen = stampOfPage(text);
  const shown = withEntered(text, path, seen, await enteredOnStored(text, path, root, enteredSince))
    .replace("<html", `<html data-stored="${seenAt(reply)}" data-ahead="0"`) /* Scripts of releases before count on by that. */
    .replaceAll(new RegExp(ENTRY, "g"), (_, before) => before + newEntryId());
  return pageWith(reply, withSecretScript(shown));
}

/* A page of the server, made upon what it does not know yet. */
export async function asAhead(reply, path, enteredSince) {
  const text = await reply.text();
  const seen = stampOfPage(text);
  return pageWith(reply, withEntered(text, path, seen, await enteredSince(seen, text)));
}

/* The page with what the server has refused of the form with this *entry*: a script of the page says when it is on the screen. */
export async function asRefused(reply, entry) {
  const text = await reply.text();
  return pageWith(reply, text.replace("<html", () => `<html data-refused="${escaped(entry)}"`), reply.status);
}

/* The same answer with another text. */
export function pageWith(reply, text, status = 200) {
  const headers = new Headers(reply.headers);
  for (const name of ["Content-Encoding", "Content-Length", "ETag"]) headers.delete(name);
  return new Response(text, { status, headers });
}

const STATIC_CACHE = "static-";
export const staticCache = (release) => STATIC_CACHE + release;

/* A file whose address never changes its content. It has the name of its release. */
export async function staticFile(request, root) {
  const name = staticCache(pathOf(request.url, root).split("/")[1]);
  const found = await caches.match(request, { ignoreVary: true, cacheName: name });
  if (found) return found;
  const reply = await fetch(request);
  if (isFile(reply)) {
    const copy = reply.clone();
    caches.open(name).then((files) => files.put(request, copy)).catch(() => {});
  }
  return reply;
}

/* Deletes the static files of other releases than these. Those of the release before stay, for tabs that are still open. */
export async function forgetStatics(releases) {
  const old = (await caches.keys()).filter((name) => name.startsWith(STATIC_CACHE) && !releases.map(staticCache).includes(name));
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
}
