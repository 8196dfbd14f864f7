/* Pages as this phone shows them: made upon what it has entered, and what the server may not know yet. For the service worker. */
import { ROOT } from "./keep_pages.js";
import { changesSheet, entryIn, handsAdded, isUndo, pathOf, queueOf, stampOf, saidBy, undoneOf } from "./outbox_forms.js";
import { items, writtenSince } from "./outbox_store.js";
import { asAhead, asShown, isPage, SHELLS, storedPage } from "./stored_pages.js";

/* What waits or was refused; nothing if the phone's storage can't be used. */
export const kept = () => items().catch(() => []);

/* What changes the sheet of a queue, and waits or was refused. */
const changesOf = async (queue) => (await kept()).filter((item) => item.queue === queue && changesSheet(item));

/* What *item*, which waits, has entered, and what "Undo" undoes after it. An undo that waits is only sent again, for the sheet
   with its *stamp*, however often it is tapped. */
function enteredBy(item) {
  const isSame = isUndo(item);
  const undone = isSame ? item.said?.[2] : undoneOf(item);
  return { words: saidBy(item), hands: handsAdded(item), undone, stamp: isSame ? stampOf(item) : "" };
}

/* What this phone has entered since the sheet *seen*, sent and unsent: forms are made upon the last of it. What was just
   sent may still wait for its answer, though the sheet has it. */
async function enteredSince(queue, seen) {
  const written = await writtenSince(queue, seen).catch(() => []);
  const upon = written.at(-1)?.stamp ?? seen;
  const changes = await changesOf(queue);
  const waiting = changes.slice(changes.findLastIndex(({ entry }) => entry === entryIn(upon)) + 1);
  const last = waiting.at(-1);
  const entered = [
    ...written.map((result) => ({ words: result.words ?? "", hands: handsAdded(result), undone: result.undone })),
    ...waiting.map((item) => enteredBy(item)),
  ];
  return {
    stamp: last ? `${parseInt(stampOf(last), 10) + 1}.${last.entry}` : upon,
    hands: entered.reduce((sum, { hands }) => sum + hands, 0),
    last: entered.at(-1) ?? null,
  };
}

/* The page as it was seen last; undefined if it never was. */
export async function shownAsStored(url) {
  const path = pathOf(url, ROOT);
  const stored = await storedPage(url);
  return !stored || SHELLS.includes(path) ? stored : asShown(stored, path, ROOT, (seen) => enteredSince(queueOf(path), seen));
}

/* Pages whose forms wait: the sheet, its lines, and what was removed from it. */
const IS_OF_SHEET = /^m\/[^/]+(?:\/(?:hands|lines|upcard|history)\b.*)?$/;

/* A page of the server, made upon what waits: the server may not have been able to save it. */
export async function upToDate(url, reply) {
  const path = pathOf(url, ROOT);
  const isAhead = IS_OF_SHEET.test(path) && isPage(reply) && (await changesOf(queueOf(path))).length > 0;
  return isAhead ? asAhead(reply, path, (seen) => enteredSince(queueOf(path), seen)) : reply;
}
