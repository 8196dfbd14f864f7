/* An edit conflict: the draft of the hand can be sent as another entry, or discarded. */
import { drop, sendAs } from "./drafts.js";
import startOn from "./start_on.js";

function editConflict(form) {
  sendAs(form.elements.entry.value);
  for (const link of document.querySelectorAll(".actions a")) link.addEventListener("click", () => drop());
}

startOn("edit_conflict", editConflict);
