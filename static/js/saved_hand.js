/* The sheet knows which entry of this phone was saved last: its draft is done with, and what it came to is heard. */
import announce from "./announcer.js";
import { settle } from "./drafts.js";

export default function savedHand(main) {
  if (settle(main.dataset.saved)) announce(main.dataset.announce);
}
