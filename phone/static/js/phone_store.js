/* What this phone has taken along: matches and their database, in IndexedDB. The program is in caches (programs.js). */
import { isOurs } from "../../../static/js/offline/our_answers.js";
import { forgetTaken, keepTaken, takenAt, takenKeys } from "../../../static/js/offline/taken_store.js";
import { items, transact } from "../../../static/js/offline/outbox_store.js";
import { remember } from "../../../static/js/app/phone_memory.js";
import { deleteProgram } from "./programs.js";

export const KEPT_DATABASE = "database";
export const CHOSEN_SETTINGS = "settings"; /* Chosen while the phone answered by itself, and not yet told to the server. */

export const chosenSettings = () => takenAt(CHOSEN_SETTINGS);
export const hasChosen = async () => Boolean(await chosenSettings());

export const isMatch = (key) => String(key).startsWith("m/");

const isCopy = (known) => Boolean(known) && !known.isLocal && !known.moved;

/* The matches that are copies of what the server has, by their addresses there. */
export async function copiedKeys() {
  const keys = (await takenKeys()).filter(isMatch);
  const known = await Promise.all(keys.map(takenAt));
  return keys.filter((_, place) => isCopy(known[place]));
}

/* Names what is kept: each tab that runs Python notes which one it goes on from. */
const LAST_KEPT = "keeper";

/* What a tab has kept since *last*; null if none has. */
export async function keptSince(last) {
  let found = null;
  await transact("readonly", (transaction) => {
    const noted = transaction.objectStore("results").get(LAST_KEPT);
    noted.addEventListener("success", () => {
      const name = noted.result?.keeper;
      if (name === last) return;
      const kept = transaction.objectStore("taken").get(KEPT_DATABASE);
      kept.addEventListener("success", () => { found = { name, kept: kept.result }; });
    });
  });
  return found;
}

/* Keeps the database as *name*, unless a tab has kept another one since *last*. Returns whether it was kept. */
export async function keepDatabase(last, name, database) {
  let isKept = false;
  await transact("readwrite", (transaction) => {
    const noted = transaction.objectStore("results").get(LAST_KEPT);
    noted.addEventListener("success", () => {
      isKept = noted.result?.keeper === last;
      if (!isKept) return;
      try {
        transaction.objectStore("taken").put(database, KEPT_DATABASE);
        transaction.objectStore("results").put({ keeper: name }, LAST_KEPT);
      } catch {
        transaction.abort(); /* No space. */
      }
    });
  });
  return isKept;
}

export const WANTED = "along"; /* Whether matches are taken along by themselves: "yes", "no", or "asked". */

/* What a player removes does not come back by itself. */
export const wantNoMore = () => remember(WANTED, "no");

export async function removeProgram() {
  await deleteProgram();
  await forgetTaken(KEPT_DATABASE);
}

/* The newest copy of a match; null if this phone has got it. */
async function fetchedCopy(root, key) {
  const known = await takenAt(key);
  const reply = await fetch(`${root}${key}/take?stamp=${encodeURIComponent(known?.stamp ?? "")}`, { cache: "no-store" });
  if (reply.status === 204) return null;
  if (!reply.ok || !isOurs(reply)) throw new Error(`The copy: ${reply.status}`);
  const text = await reply.text();
  return { text, stamp: JSON.parse(text).stamp };
}

/* Takes the newest copy of a match along. */
export async function takeMatch(root, key) {
  const copy = await fetchedCopy(root, key);
  if (copy) await keepTaken(key, copy);
}

/* Takes a newer copy of a match that is here, unless it was removed or went elsewhere while the copy was on its way. */
export async function renewMatch(root, key) {
  const copy = await fetchedCopy(root, key);
  if (!copy) return;
  await transact("readwrite", (transaction) => {
    const store = transaction.objectStore("taken");
    const found = store.get(key);
    found.addEventListener("success", () => isCopy(found.result) && store.put(copy, key));
  });
}

/* Deletes what is kept of a match. The database of Python is made anew from the copies that are left, unless something waits. */
export async function forgetMatch(key) {
  await forgetTaken(key);
  for await (const other of (await takenKeys()).filter(isMatch)) {
    if ((await takenAt(other))?.moved === key) await forgetMatch(other);
  }
  if (!(await items()).length) await forgetTaken(KEPT_DATABASE);
}
