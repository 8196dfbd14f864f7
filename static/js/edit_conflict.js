/* An edit conflict: the draft of the hand can be sent as another entry, or discarded. */
import { drop, sendAs } from "./drafts.js";

export default function editConflict(form) {
  sendAs(form.elements.entry.value);
  for (const link of document.querySelectorAll(".actions a")) link.addEventListener("click", () => drop());
}
