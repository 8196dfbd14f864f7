/* Pages as this phone shows them: made upon what it has entered, and what the server may not know yet. For the service worker. */
import { aheadIn, figuresOf, previewOf, standingWith, withTotalsAt } from "./ahead_sheet.js";
import { ROOT } from "./keep_pages.js";
import { changesSheet, entryIn, handsAdded, isUndo, pathOf, queueOf, stampOf, saidBy, undoneOf } from "./outbox_forms.js";
import { items, writtenSince } from "./outbox_store.js";
import { asAhead, asShown, isPage, isSheet, pageWith, seenAt, SHELLS, stampOfPage, storedOutcomes, storedPage, storedSheet } from "./stored_pages.js";

/* What waits or was refused; nothing if the phone's storage can't be used. */
export const kept = () => items().catch(() => []);

/* What changes the sheet of a queue, and waits or was refused. */
const changesOf = async (queue) => (await kept()).filter((item) => item.queue === queue && changesSheet(item));

/* What *item*, which waits, has entered, and what "Undo" undoes after it. An undo that waits is only sent again, for the sheet
   with its *stamp*, however often it is tapped. */
function enteredBy(item) {
  const isSame = isUndo(item);
  const undone = isSame ? item.said?.[2] : undoneOf(item);
  return { words: saidBy(item), hands: handsAdded(item), undone, stamp: isSame ? stampOf(item) : "", form: item };
}

/* What this phone has entered since the sheet *seen*, sent and unsent: forms are made upon the last of it. What was just
   sent may still wait for its answer, though the sheet on the *page* has it: that names its entries. */
async function enteredSince(queue, seen, page = "") {
  const written = await writtenSince(queue, seen).catch(() => []);
  const upon = written.at(-1)?.stamp ?? seen;
  const changes = await changesOf(queue);
  const waiting = changes.slice(changes.findLastIndex(({ entry }) => entry === entryIn(upon)) + 1);
  const last = waiting.at(-1);
  const entered = [
    ...written.map((result) => ({ words: result.words ?? "", hands: handsAdded(result), undone: result.undone, form: result.form })),
    ...waiting.map((item) => enteredBy(item)),
  ];
  const onPage = aheadIn(page)?.entries ?? [];
  const missing = entered.filter(({ form }) => !onPage.some((begin) => form?.entry.startsWith(begin)));
  return {
    stamp: last ? `${parseInt(stampOf(last), 10) + 1}.${last.entry}` : upon,
    hands: missing.reduce((sum, { hands }) => sum + hands, 0),
    last: entered.at(-1) ?? null,
    forms: missing.map(({ form }) => form).filter((form) => form && form.state !== "refused"),
    table: await storedOutcomes(ROOT + queue, page),
  };
}

/* A stored sheet, with what this phone has entered since; null if it can't be told what that comes to. */
async function sheetAhead(queue) {
  const stored = await storedSheet(ROOT + queue);
  const page = await stored?.text();
  const { forms, table } = page ? await enteredSince(queue, stampOfPage(page), page) : {};
  return table ? { page, forms, table, at: seenAt(stored) } : null;
}

/* A list of matches with the totals of their sheets on this phone; of a newer list, those that say the same without what waits. */
async function withListed(list) {
  const queues = new Set((await kept()).map(({ queue }) => queue).filter((queue) => queue.startsWith("m/")));
  if (!queues.size) return list;
  let text = await list.text();
  for await (const queue of queues) {
    const ahead = await sheetAhead(queue);
    const sheet = ahead && standingWith(ahead.page, ahead.table, ahead.forms);
    if (!sheet?.totals || !ahead.table.isListed) continue; /* A list may count games. */
    const before = ahead.at <= seenAt(list) && figuresOf(aheadIn(ahead.page), ahead.table);
    text = withTotalsAt(text, new URL(ROOT + queue).pathname, figuresOf(sheet, ahead.table), before);
  }
  return pageWith(list, text);
}

/* The preview of a form; null if it isn't known what that comes to. */
async function previewAhead(request, url) {
  const queue = queueOf(pathOf(url, ROOT));
  const ahead = await sheetAhead(queue);
  if (!ahead) return null;
  const form = { url, entry: "", fields: [...new URLSearchParams(await request.text())], said: [] };
  const parts = previewOf(ahead.page, [...ahead.forms, form], ahead.table);
  return parts ? new Response(parts, { headers: { "Content-Type": "text/html", "X-Access": "score" } }) : null;
}

/* The page as it was seen last; undefined if it never was. */
export async function shownAsStored(url) {
  const path = pathOf(url, ROOT);
  const sheet = ROOT + queueOf(path);
  const stored = await (isSheet(path) ? storedSheet(sheet, url === sheet ? "" : url) : storedPage(url));
  if (!stored || SHELLS.includes(path)) return stored;
  const shown = await asShown(stored, path, ROOT, (...of) => enteredSince(queueOf(path), ...of));
  return path ? shown : withListed(shown);
}

/* What a script gets without the server: the preview of a hand, or the form that it fills in. Null if it gets nothing. */
export function askedAhead(request, url) {
  if (request.headers.get("X-Part") === "preview") return previewAhead(request, url);
  return request.method === "GET" && pathOf(url, ROOT).endsWith("/hands/new") ? shownAsStored(url) : null;
}

/* Pages whose forms wait: the sheet, its lines, and what was removed from it. */
const IS_OF_SHEET = /^m\/[^/]+(?:\/(?:hands|lines|upcard|history|face-to-face)\b.*)?$/;

/* A page of the server, made upon what waits: the server may not have been able to save it. */
export async function upToDate(url, reply) {
  const path = pathOf(url, ROOT);
  if (!path && isPage(reply)) return withListed(reply);
  const isAhead = IS_OF_SHEET.test(path) && isPage(reply) && (await changesOf(queueOf(path))).length > 0;
  return isAhead ? asAhead(reply, path, (...of) => enteredSince(queueOf(path), ...of)) : reply;
}
