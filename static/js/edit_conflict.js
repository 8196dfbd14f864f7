/* Two accounts side by side: the draft of this hand may now be sent as another entry, or be left. */
import { drop, sendAs } from "./drafts.js";

export default function editConflict(form) {
  sendAs(form.elements.entry.value);
  for (const link of document.querySelectorAll(".actions a")) link.addEventListener("click", () => drop());
}
