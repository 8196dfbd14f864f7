/* What this phone has taken along: matches and their database, in IndexedDB. The program is in caches (programs.js). */
import { isOurs } from "./our_answers.js";
import { items, transact } from "./outbox_store.js";
import { deleteProgram } from "./programs.js";

export const KEPT_DATABASE = "database";

const takenStore = (transaction) => transaction.objectStore("taken");
export const takenAt = (key) => transact("readonly", (transaction) => takenStore(transaction).get(key));
export const keepTaken = (key, value) => transact("readwrite", (transaction) => takenStore(transaction).put(value, key));
export const forgetTaken = (key) => transact("readwrite", (transaction) => takenStore(transaction).delete(key));
export const takenKeys = () => transact("readonly", (transaction) => takenStore(transaction).getAllKeys());

export const isMatch = (key) => String(key).startsWith("m/");

/* Whose turn it is to keep the database: a tab that the browser had frozen does not know yet that another one has taken
   Python over from it. */
const KEEPER = "keeper";

const notes = (transaction) => transaction.objectStore("results");
const keeperIn = (found, keeper) => (found ?? { keeper }).keeper === keeper;

export const becomeKeeper = (keeper) => transact("readwrite", (transaction) => notes(transaction).put({ keeper }, KEEPER));

export const isKeeper = async (keeper) => keeperIn(await transact("readonly", (transaction) => notes(transaction).get(KEEPER)), keeper);

/* Keeps the database, unless it is the turn of another one: then nothing has changed. Returns whether it was kept. */
export async function keepDatabase(keeper, database) {
  let isKept = false;
  await transact("readwrite", (transaction) => {
    const found = notes(transaction).get(KEEPER);
    found.addEventListener("success", () => {
      isKept = keeperIn(found.result, keeper);
      try {
        if (isKept) takenStore(transaction).put(database, KEPT_DATABASE);
      } catch {
        transaction.abort(); /* No space. */
      }
    });
  });
  return isKept;
}

export async function removeProgram() {
  await deleteProgram();
  await forgetTaken(KEPT_DATABASE);
}

/* Takes the newest copy of a match along, if this phone hasn't got it. */
export async function takeMatch(root, key) {
  const known = await takenAt(key);
  const reply = await fetch(`${root}${key}/take?stamp=${encodeURIComponent(known?.stamp ?? "")}`, { cache: "no-store" });
  if (reply.status === 204) return;
  if (!reply.ok || !isOurs(reply)) throw new Error(`The copy: ${reply.status}`);
  const text = await reply.text();
  await keepTaken(key, { text, stamp: JSON.parse(text).stamp });
}

/* Deletes what is kept of a match. The database of Python is made anew from the copies that are left, unless something waits. */
export async function forgetMatch(key) {
  await forgetTaken(key);
  for await (const other of (await takenKeys()).filter(isMatch)) {
    if ((await takenAt(other))?.moved === key) await forgetMatch(other);
  }
  if (!(await items()).length) await forgetTaken(KEPT_DATABASE);
}
