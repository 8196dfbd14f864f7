/* A choice between two versions: who discards this one also discards what the phone has kept of it. */
import { unseenSinceAsked } from "./unseen_changes.js";
import { stampOf } from "./outbox_forms.js";
import { alone } from "./outbox_sending.js";
import { items, knownSheet, settleItem } from "./outbox_store.js";

/* Forms that were made on top of *item* are then for the sheet with this *stamp*. */
export function discard(item, stamp = stampOf(item)) {
  return alone(async () => {
    const known = stamp && (await knownSheet(stamp)).stamp;
    await settleItem(item, { stamp: known, unseenSince: await unseenSinceAsked(item), isDiscarded: true });
  });
}

async function discardMine(link, form) {
  const { replaces, version } = form.elements;
  const mine = (await items().catch(() => [])).find(({ entry }) => entry === replaces.value);
  if (mine) await discard(mine, version?.value);
  location.assign(link.href);
}

const choice = document.querySelector('form:has([name="replaces"])#hand');
for (const link of choice && !document.querySelector(".entry") ? document.querySelectorAll("a.button") : []) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    discardMine(link, choice);
  });
}
