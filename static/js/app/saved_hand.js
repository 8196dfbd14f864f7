/* Deletes the draft of the hand that was just saved, and announces its result. */
import announce from "./announcer.js";
import { settle } from "./drafts.js";
import startOn from "./start_on.js";

function savedHand(main) {
  if (settle(main.dataset.saved)) announce(main.dataset.announce);
}

startOn("saved_hand", savedHand);
