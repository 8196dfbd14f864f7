/* Deletes the draft of the hand that was just saved, and announces its result. */
import announce from "./announcer.js";
import { settle } from "./drafts.js";

export default function savedHand(main) {
  if (settle(main.dataset.saved)) announce(main.dataset.announce);
}
