/* An edit conflict: the draft of the hand can be sent as another entry, or discarded. */
import { drop, here, read, write } from "./drafts.js";
import startOn from "./start_on.js";

/* Adds *entry* to the draft of this address. */
function sendAs(entry) {
  const draft = read(here());
  if (draft) write(here(), { ...draft, entries: [...draft.entries, entry] });
}

function editConflict(form) {
  sendAs(form.elements.entry.value);
  for (const link of document.querySelectorAll("a.button")) link.addEventListener("click", () => drop());
}

startOn("edit_conflict", editConflict);
