/* Number keys for the deadwood of both players, instead of the phone's keyboard. */
import { PREVIEWED } from "./events.js";
import { UPCARD } from "./hand_size.js";
import startOn from "./start_on.js";

class Keypad {
  constructor(keypad) {
    this.element = keypad;
    this.form = keypad.closest("form");
    this.fields = this.form.elements;
    this.counts = [this.fields.deadwood_0, this.fields.deadwood_1];
    this.now = this.counts[0];
    this.isFresh = true; /* The next digit starts a new number. */
  }

  start() {
    for (const count of this.counts) {
      count.inputMode = "none";
      count.addEventListener("focus", () => this.turnTo(count));
      count.addEventListener("keydown", () => (this.isFresh = false));
    }
    this.element.addEventListener("mousedown", (event) => event.preventDefault()); /* Keeps the focus in the field. */
    this.element.addEventListener("click", (event) => this.press(event.target.closest("button")?.dataset));
    document.addEventListener("keydown", (event) => this.type(event));
    this.form.addEventListener("change", (event) => this.follow(event));
    this.form.addEventListener(PREVIEWED, () => this.fixNothing());
    this.element.hidden = false;
    this.fixNothing();
    this.turnToFirst();
  }

  get knockers() {
    return this.counts[this.fields.knocker.value];
  }

  other(count) {
    return this.counts.find((each) => each !== count);
  }

  get isGin() {
    return this.fields.outcome.value.endsWith("gin");
  }

  press(key) {
    if (!key) return;
    if (key.digit) this.add(key.digit);
    else if ("back" in key) this.takeBack();
    else this.next();
  }

  type(event) {
    if (event.target.type === "text" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.form.dataset.open === UPCARD || !this.element.checkVisibility()) return;
    if (/^\d$/.test(event.key)) this.add(event.key);
    if (event.key === "Backspace") this.takeBack();
  }

  /* Whether the number could be within the knock limit with another digit. */
  takesMore(text) {
    return text !== "0" && Number(text) * 10 <= Number(this.form.dataset.limit);
  }

  turnTo(count) {
    this.now = count;
    this.isFresh = true;
    for (const each of this.counts) each.parentElement.classList.toggle("is-open", each === count);
    if (document.activeElement === this.other(count)) count.focus();
  }

  /* The knocker's deadwood comes first, unless only the defender's is missing. */
  turnToFirst() {
    const first = this.knockers ?? this.counts[0];
    const last = this.other(first);
    const isKnown = first.value !== "" && last.value === "";
    this.turnTo(first.readOnly || isKnown ? last : first);
  }

  write(text) {
    this.now.value = text;
    this.isFresh = false;
    this.now.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /* Goes to the defender's deadwood if no digit can follow. */
  add(digit) {
    if (this.now.readOnly) this.next();
    const text = this.isFresh || this.now.value === "0" ? digit : (this.now.value + digit).slice(0, 3);
    this.write(text);
    if (this.now === this.knockers && !this.takesMore(text)) this.next();
  }

  takeBack() {
    this.write(this.now.value.slice(0, -1));
  }

  /* The defender's deadwood is the last field. */
  next() {
    const last = this.other(this.knockers ?? this.counts[0]);
    if (this.now !== last) this.turnTo(last);
  }

  /* Gin means no deadwood. */
  fixNothing() {
    for (const count of this.counts) {
      const isNothing = count === this.knockers && this.isGin;
      if (isNothing) count.value = "0";
      else if (count.readOnly) count.value = "";
      count.readOnly = isNothing;
    }
    if (this.now.readOnly) this.turnTo(this.other(this.now));
  }

  follow(event) {
    this.fixNothing();
    if (event.target.type === "radio") this.turnToFirst();
  }
}

startOn("keypad", (keypad) => new Keypad(keypad).start());
