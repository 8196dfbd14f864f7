/* The outbox: submitted forms that the server has not confirmed, in the order in which they are sent, and the version
   stamps that earlier ones led to. docs/offline.md describes an item. */
import { guest } from "./guest.js";
import { changesSheet, handsAdded, stampOf, saidBy, undoneOf } from "./outbox_forms.js";

const DATABASE = "deadwood";
const OUTBOX = "outbox";
const RESULTS = "results";
const TAKEN = "taken"; /* Values by their names: taken_store.js. */
const MOST_IN_A_ROW = 500;
const RESULTS_LAST = 60 * 24 * 60 * 60 * 1_000;

let connection = null;

function makeStores({ result }) {
  result.createObjectStore(OUTBOX, { keyPath: "id", autoIncrement: true });
  result.createObjectStore(RESULTS).createIndex("at", "at");
  result.createObjectStore(TAKEN);
}

/* Another release may want to change the database, and the browser may close it: the next one to ask opens it again. */
function letGo({ result }) {
  result.close();
  connection = null;
}

function open() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.addEventListener("upgradeneeded", () => makeStores(opening));
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => {
      for (const event of ["versionchange", "close"]) opening.result.addEventListener(event, () => letGo(opening));
      resolve(opening.result);
    });
  });
}

async function database() {
  connection ??= open();
  try {
    return await connection;
  } catch (error) {
    connection = null;
    throw error;
  }
}

/* What *act* asks for, once all of it is safely stored. It gets the transaction and returns a request, or nothing. */
export async function transact(mode, act) {
  const there = await database();
  return new Promise((resolve, reject) => {
    const transaction = there.transaction([OUTBOX, RESULTS, TAKEN], mode, { durability: "strict" });
    const asked = act(transaction);
    transaction.addEventListener("complete", () => resolve(asked?.result));
    transaction.addEventListener("abort", () => reject(transaction.error));
  });
}

const outbox = (transaction) => transaction.objectStore(OUTBOX);

/* Adds an item at the end, or changes the one with its id. Returns the id. */
export const keepItem = (item) => transact("readwrite", (transaction) => outbox(transaction).put(item));

/* Changes an item, if it is still there. Returns it as it was. */
export const changeItem = (id, change) =>
  transact("readwrite", (transaction) => {
    const found = outbox(transaction).get(id);
    found.addEventListener("success", () => found.result && outbox(transaction).put({ ...found.result, ...change }));
    return found;
  });

export const forgetItem = (id) => transact("readwrite", (transaction) => outbox(transaction).delete(id));

/* Every item, or those of a queue, in the order of sending. */
export async function items(queue = null) {
  const all = await transact("readonly", (transaction) => outbox(transaction).getAll());
  return queue === null ? all : all.filter((item) => item.queue === queue);
}

/* Which sheet of a queue a phone's own form was for, as a name of what it led to. */
const sheetOf = (queue, stamp) => `${queue} ${stamp}`;

/* Whether anything can be sent: what waits behind a refused form can't. */
export async function hasSomethingToSend() {
  if (await guest.hasMore().catch(() => false)) return true;
  const all = await items().catch(() => []);
  const stopped = new Set(all.filter(({ state }) => state === "refused").map(({ queue }) => queue));
  return all.some(({ queue }) => !stopped.has(queue));
}

/* Forgets *item*, and remembers what it *became*: the version stamp that forms made on top of it are now for, since which
   one their player has not seen what other phones have written, and whether it was discarded. One that was written for the
   sheet *upon* also says what this phone knows after it. If its match got an address on this phone while it was being
   sent, it stays: it is sent again, for that address. */
export function settleItem(item, became, upon = null) {
  return transact("readwrite", (transaction) => {
    const results = transaction.objectStore(RESULTS);
    const old = results.index("at").openKeyCursor(IDBKeyRange.upperBound(Date.now() - RESULTS_LAST));
    old.addEventListener("success", () => {
      if (!old.result) return;
      results.delete(old.result.primaryKey);
      old.result.continue();
    });
    const { entry, url, fields, said } = item;
    const form = { entry, url, fields, said, hands: item.hands, isWritten: true };
    const result = { ...became, at: Date.now(), hands: handsAdded(item), words: saidBy(item), undone: undoneOf(item), form };
    if (became.stamp) results.put(result, item.entry);
    if (became.stamp && upon !== null) results.put(result, sheetOf(item.queue, upon));
    const now = outbox(transaction).get(item.id);
    now.addEventListener("success", () => now.result?.local === item.local && outbox(transaction).delete(item.id));
  });
}

/* Puts *item* in the place of *old*; forms made on top of the old one are then for what the new one leads to. */
export function replaceItem(old, item) {
  return transact("readwrite", (transaction) => {
    const result = { stamp: `0.${item.entry}`, at: Date.now() };
    if (item.entry !== old.entry) transaction.objectStore(RESULTS).put(result, old.entry);
    outbox(transaction).put({ ...item, id: old.id });
  });
}

/* Takes the last change of a queue out of the outbox, if it is this *entry* and the server can't have it: it waits, and was
   never tried to be sent. Returns whether it was taken out, now or before. */
export async function takeOut(queue, entry) {
  let isOut = false;
  await transact("readwrite", (transaction) => {
    const results = transaction.objectStore(RESULTS);
    const before = results.get(entry);
    before.addEventListener("success", () => { isOut = Boolean(before.result?.isTakenOut); });
    const all = outbox(transaction).getAll();
    all.addEventListener("success", () => {
      const last = all.result.findLast((item) => item.queue === queue && changesSheet(item));
      if (last?.entry !== entry || last.state !== "waiting" || last.isTried !== false) return;
      isOut = true;
      outbox(transaction).delete(last.id);
      const at = Date.now();
      results.put({ stamp: stampOf(last), isDiscarded: true, isTakenOut: true, at }, entry);
      results.put({ words: saidBy(last), at }, takenOutOf(queue));
    });
  });
  return isOut;
}

/* Forgets what was sent of a queue. */
export const forgetWritten = (queue) =>
  transact("readwrite", (transaction) => {
    const all = transaction.objectStore(RESULTS).openCursor();
    all.addEventListener("success", () => {
      if (!all.result) return;
      if (all.result.value.form?.url.includes(`/${queue}/`)) all.result.delete();
      all.result.continue();
    });
  });

const takenOutOf = (queue) => `taken out ${queue}`;

/* What was taken out of a queue last, in words; null if that was told before. */
export async function tellTakenOut(queue) {
  const told = await transact("readwrite", (transaction) => {
    const results = transaction.objectStore(RESULTS);
    const found = results.get(takenOutOf(queue));
    results.delete(takenOutOf(queue));
    return found;
  });
  return told?.words ?? null;
}

const resultOf = (name) => transact("readonly", (transaction) => transaction.objectStore(RESULTS).get(name));

/* What this phone has itself written since the sheet with this *stamp*: what each form led to, in order. */
export async function writtenSince(queue, stamp, before = []) {
  const next = before.length < MOST_IN_A_ROW ? await resultOf(sheetOf(queue, stamp)) : null;
  return next && next.stamp !== stamp ? writtenSince(queue, next.stamp, [...before, next]) : before;
}

/* When something was noted under this name; 0 if never. */
export async function notedAt(name) {
  return (await resultOf(name))?.at ?? 0;
}

export const forgetNote = (name) =>
  transact("readwrite", (transaction) => transaction.objectStore(RESULTS).delete(name));

export const noteNow = (name) =>
  transact("readwrite", (transaction) => transaction.objectStore(RESULTS).put({ stamp: "", at: Date.now() }, name));

/* The stamp of the sheet that a form was made upon, as the server knows it by now; with the stamp since which its player
   has not seen what other phones have written, and whether one of the forms below it was discarded. */
export async function knownSheet(stamp, seen = [], { unseenSince, isDiscarded = false } = {}) {
  const entry = stamp.split(".")[1] ?? "";
  const next = entry && !seen.includes(entry) ? await resultOf(entry) : null;
  if (!next?.stamp) return { stamp, unseenSince, isDiscarded };
  const below = { unseenSince: unseenSince ?? next.unseenSince, isDiscarded: isDiscarded || Boolean(next.isDiscarded) };
  return knownSheet(next.stamp, [...seen, entry], below);
}

/* Everything of a queue goes to another one: the link of its match was renewed. Returns *item* as it is then. */
export async function moveQueue(item, queue) {
  const moved = (each) => ({ ...each, queue, url: each.url.replace(each.queue, queue) });
  const all = await items(item.queue);
  await transact("readwrite", (transaction) => {
    for (const each of all) outbox(transaction).put(moved(each));
  });
  return moved(item);
}
