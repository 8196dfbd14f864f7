/* A hand beside what was saved meanwhile: its draft may now be sent as another entry, or be discarded. */
import { drop, sendAs } from "./drafts.js";

export default function editConflict(form) {
  sendAs(form.elements.entry.value);
  for (const link of document.querySelectorAll(".actions a")) link.addEventListener("click", () => drop());
}
