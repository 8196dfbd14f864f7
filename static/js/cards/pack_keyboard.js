/* Cards typed on a keyboard while the pack is open: a rank and a suit, "7S" or "10h"; Backspace removes the last one. */
import { readCards } from "./cards.js";

const isRank = (key) => /^[1-9tjqka]$/i.test(key) || window.ownLetters?.isRank(key);
const isSuit = (key) => /^[shdc]$/i.test(key) || window.ownLetters?.isSuit(key);

export default class PackKeyboard {
  /* *acts*: isOpen(), tap(cards), takeBack(), and type(text), where the letters can mean different cards. */
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
    else if (event.key.length === 1) this.type(event);
  }

  erase(event) {
    event.preventDefault();
    if (!this.rank) this.acts.takeBack();
    this.rank = "";
  }

  type(event) {
    const { key } = event;
    if (this.rank === "1" && key === "0") this.rank = "10";
    else if (this.rank && isSuit(key)) this.complete(event);
    else this.rank = isRank(key) ? key : "";
  }

  complete(event) {
    const text = this.rank + event.key;
    const { cards } = readCards(text);
    this.rank = "";
    if (cards.length) return this.acts.tap(cards);
    if (!window.ownLetters) return undefined;
    event.preventDefault(); /* The field that takes the focus has this key already. */
    return this.acts.type(text);
  }
}
