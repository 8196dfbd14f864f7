/* The sheet knows which entry of this phone was saved last: its draft is done with. */
import { settle } from "./drafts.js";

export default function savedHand(main) {
  settle(main.dataset.saved);
}
