/* Values by their names, in the store `taken` of the database: the secret of this phone, forms that wait for a word of their
   player, and what a guest keeps. */
import { transact } from "./outbox_store.js";

const takenStore = (transaction) => transaction.objectStore("taken");
export const takenAt = (key) => transact("readonly", (transaction) => takenStore(transaction).get(key));
export const keepTaken = (key, value) => transact("readwrite", (transaction) => takenStore(transaction).put(value, key));
export const forgetTaken = (key) => transact("readwrite", (transaction) => takenStore(transaction).delete(key));
export const takenKeys = () => transact("readonly", (transaction) => takenStore(transaction).getAllKeys());
