/* Pages that were seen before, and the static files of this release. */
import { newEntryId, pathOf, queueOf } from "./outbox_forms.js";
import { programHere } from "./programs.js";
import { withSecretScript } from "./secret_field.js";

const PAGES = "pages";
const MOST_PAGES = 80;
const NEVER_KEPT = /^(?:s|bs)\/|^(?:m|b)\/[^/]+\/(?:share|delete|names)|^(?:outbox|sw\.js|manifest)/;
export const SHELLS = ["unsent", "unreached"]; /* Pages that say nothing of a match. */

/* These words of an address change nothing of what a page is about. */
const MINOR = ["by", "knocker", "joined", "welcome", "late", "done"];

const SCORES = "score";
export const canScore = (reply) => reply.headers.get("X-Access") === SCORES;

const isPage = (reply) => reply.status === 200 && /^text\/html\b/.test(reply.headers.get("Content-Type") ?? "");

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

export const languageOf = (reply) => reply.headers.get("Content-Language");

/* The page as it was seen last at *url*, or at an address that is about the same. */
export async function storedPage(url) {
  const pages = await caches.open(PAGES);
  const exactly = await pages.match(url, { ignoreVary: true });
  if (exactly) return exactly;
  const alike = (await pages.keys()).findLast((each) => major(each.url) === major(url));
  return alike && pages.match(alike, { ignoreVary: true });
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

const seenAt = (reply) => Date.parse(reply.headers.get("Date")) || 0;

/* Forms say whether they are for a sheet that the server has not shown to this phone. */
const AHEAD = '<input type="hidden" name="ahead" value="1">';
const marked = (field, isAhead) => (isAhead && field.startsWith("<") ? AHEAD + field : field);

/* A stored page as it is shown: with its age, new entry ids, and made upon what this phone has entered since. *sinceThen*
   tells of a stamp what that is: the stamp now, and how many hands were added. */
export async function asShown(reply, sinceThen) {
  const text = await reply.text();
  const [, , seen = FIRST] = STAMP.exec(text) ?? [];
  const { stamp, hands } = await sinceThen(seen);
  const shown = text
    .replace("<html", `<html data-stored="${seenAt(reply)}" data-ahead="${hands}"`)
    .replaceAll(new RegExp(ENTRY, "g"), (_, before) => before + newEntryId())
    .replaceAll(new RegExp(STAMP, "g"), (_, before) => marked(before, stamp !== seen) + stamp);
  return pageWith(reply, withSecretScript(shown));
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
  if (reply.ok) {
    const copy = reply.clone();
    caches.open(name).then((files) => files.put(request, copy)).catch(() => {});
  }
  return reply;
}

/* Deletes the static files of old releases. Those of the program stay, and of the release before, for tabs that are still open. */
export async function forgetStatics(root, release) {
  const used = (await programHere(root))?.settings.ASSETS;
  const old = (await caches.keys()).filter((name) => name.startsWith(STATIC_CACHE) && ![release, used].map(staticCache).includes(name));
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
}
