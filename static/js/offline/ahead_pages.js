/* Pages as this phone shows them: made upon what it has entered, and what the server may not know yet. For the service worker. */
import { withEntered, withNewEntries } from "./ahead_forms.js";
import { aheadIn, figuresOf, previewOf, standingWith, withTotalsAt } from "./ahead_sheet.js";
import { ROOT } from "./keep_pages.js";
import { changesSheet, entryIn, FIRST, handsAdded, pathOf, queueOf, stampOf, stampOfPage } from "./outbox_forms.js";
import { items, writtenSince } from "./outbox_store.js";
import { withSecretScript } from "./secret_field.js";
import { isPage, isSheet, pageWith, seenAt, SHELLS, storedOutcomes, storedPage, storedSheet } from "./stored_pages.js";

/* What waits or was refused; nothing if the phone's storage can't be used. */
export const kept = () => items().catch(() => []);

/* What changes the sheet of a queue, and waits or was refused. */
const changesOf = async (queue) => (await kept()).filter((item) => item.queue === queue && changesSheet(item));

/* What this phone has entered since the sheet *seen*, sent and unsent: forms are made upon the last of it (see withEntered). What
   was just sent may still wait for its answer, though the sheet on the *page* has it: that names its entries. */
async function enteredSince(queue, page, seen = stampOfPage(page)) {
  const written = await writtenSince(queue, seen).catch(() => []);
  const upon = written.at(-1)?.stamp ?? seen;
  const changes = await changesOf(queue);
  const waiting = changes.slice(changes.findLastIndex(({ entry }) => entry === entryIn(upon)) + 1);
  const last = waiting.at(-1);
  const entered = [...written.flatMap(({ form }) => form ?? []), ...waiting]; /* Releases before kept no form. */
  const onPage = aheadIn(page)?.entries ?? [];
  const missing = entered.filter(({ entry }) => !onPage.some((begin) => entry.startsWith(begin)));
  return {
    stamp: last ? `${parseInt(stampOf(last), 10) + 1}.${last.entry}` : upon,
    hands: missing.reduce((sum, form) => sum + handsAdded(form), 0),
    last: entered.at(-1),
    forms: missing.filter(({ state }) => state !== "refused"),
    table: await storedOutcomes(ROOT + queue, page),
  };
}

/* A stored sheet, with what this phone has entered since; null if it can't be told what that comes to. */
async function sheetAhead(queue) {
  const stored = await storedSheet(ROOT + queue);
  const page = await stored?.text();
  const { forms, table } = page ? await enteredSince(queue, page) : {};
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

/* Forms that add something say nothing of the sheet before, so they are for the newest one that was seen. */
const ADDS = /^m\/[^/]+\/(?:hands|lines)\/new$/;

async function enteredOnStored(text, queue, path) {
  const entered = await enteredSince(queue, text);
  const sheet = ADDS.test(path) ? await storedSheet(ROOT + queue) : null;
  const newest = sheet ? stampOfPage(await sheet.text()) : FIRST;
  const isNewer = parseInt(newest, 10) > parseInt(stampOfPage(text), 10);
  return isNewer ? { ...(await enteredSince(queue, "", newest)), hands: entered.hands } : entered;
}

/* The page as it was seen last, with its age, new entry ids, and made upon what this phone has entered since; undefined if it
   never was seen. */
export async function shownAsStored(url) {
  const path = pathOf(url, ROOT);
  const sheet = ROOT + queueOf(path);
  const stored = await (isSheet(path) ? storedSheet(sheet, url === sheet ? "" : url) : storedPage(url));
  if (!stored || SHELLS.includes(path)) return stored;
  const text = await stored.text();
  const made = withEntered(text, path, await enteredOnStored(text, queueOf(path), path))
    .replace("<html", `<html data-stored="${seenAt(stored)}" data-ahead="0"`); /* Scripts of releases before count on by that. */
  const shown = pageWith(stored, withSecretScript(withNewEntries(made)));
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
  if (!isAhead) return reply;
  const text = await reply.text();
  return pageWith(reply, withEntered(text, path, await enteredSince(queueOf(path), text)));
}
