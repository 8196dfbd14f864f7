/* Cards typed on a keyboard while the pack is open: a rank and a suit, "7S" or "10h"; Backspace removes the last one. */
import { nameOf } from "./card_text.js";

const RANK = /^([2-9tjqka])$/i;
const SUIT = /^([shdc])$/i;

export default class PackKeyboard {
  /* *acts*: isOpen(), tap(cards), takeBack(). */
  constructor(acts) {
    this.acts = acts;
    this.rank = "";
  }

  listen() {
    document.addEventListener("keydown", (event) => this.press(event));
  }

  press(event) {
    if (!this.acts.isOpen() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches?.('input[type="text"], input:not([type]), select, textarea')) return;
    if (event.key === "Backspace") this.erase(event);
    else if (event.key.length === 1) this.type(event.key);
  }

  erase(event) {
    event.preventDefault();
    if (!this.rank) this.acts.takeBack();
    this.rank = "";
  }

  type(key) {
    if (this.rank === "1") this.rank = key === "0" ? "10" : "";
    else if (this.rank && SUIT.test(key)) this.complete(key);
    else this.rank = key === "1" || RANK.test(key) ? key : "";
  }

  complete(suit) {
    this.acts.tap([nameOf(this.rank, suit)]);
    this.rank = "";
  }
}
