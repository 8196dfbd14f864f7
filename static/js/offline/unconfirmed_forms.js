/* Forms that can't be sent and don't show that they are of a page of ours: of a page from before an update, perhaps, or of
   another site. They are kept beside the outbox, where nothing waits for them, and go into it once their player has said
   that they are theirs. Few are kept, and no long ones: another site can submit as many as it likes. */
import { transact } from "./outbox_store.js";

const UNCONFIRMED_KEY = "unconfirmed";
export const MOST_UNCONFIRMED = 10;
const LONGEST_FORM = 4_000;

const taken = (transaction) => transaction.objectStore("taken");

export const unconfirmedForms = async () => (await transact("readonly", (transaction) => taken(transaction).get(UNCONFIRMED_KEY))) ?? [];

/* Has *change* make another list of the one that there is. */
const changeList = (change) =>
  transact("readwrite", (transaction) => {
    const known = taken(transaction).get(UNCONFIRMED_KEY);
    known.addEventListener("success", () => taken(transaction).put(change(known.result ?? []), UNCONFIRMED_KEY));
  });

const whatItDoes = ({ url, fields }) => JSON.stringify([url, fields]);

/* Keeps *item*; returns whether there was room. The same form again is one form. */
export async function keepUnconfirmed(item) {
  const text = whatItDoes(item);
  let isKept = text.length <= LONGEST_FORM;
  if (!isKept) return false;
  await changeList((list) => {
    if (list.some((each) => whatItDoes(each) === text)) return list;
    isKept = list.length < MOST_UNCONFIRMED;
    /* What it says of itself may be a lie. */
    return isKept ? [...list, { ...item, said: [], key: crypto.randomUUID() }] : list;
  });
  return isKept;
}

export const forgetUnconfirmed = (key) => changeList((list) => list.filter((each) => each.key !== key));

/* The form with this *key*, as the outbox keeps it. */
export async function confirmedForm(key) {
  const found = (await unconfirmedForms()).find((each) => each.key === key);
  if (!found) return null;
  const { key: _, ...item } = found;
  return item;
}
