/* Number keys for the deadwood of both players, instead of the phone's keyboard. The second number, the defender's, may
   be typed as a sum: "10+7+3". */
import { FIELDS_FILLED, PREVIEWED } from "./events.js";
import { UPCARD } from "./hand_size.js";
import startOn from "./start_on.js";

const DIGITS = 3; /* Of one number. */

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
      count.addEventListener("keydown", (event) => this.follows(event));
      count.addEventListener("input", () => fit(count));
    }
    this.element.addEventListener("mousedown", (event) => event.preventDefault()); /* Keeps the focus in the field. */
    this.element.addEventListener("click", (event) => this.press(event.target.closest("button")?.dataset));
    document.addEventListener("keydown", (event) => this.type(event));
    this.form.addEventListener("change", (event) => this.follow(event));
    this.form.addEventListener(PREVIEWED, () => this.followAnswer());
    this.form.addEventListener(FIELDS_FILLED, () => this.counts.forEach(fit));
    this.element.hidden = false;
    this.fixNothing();
    const held = document.activeElement;
    if (!this.counts.includes(held)) return this.turnToFirst();
    this.turnTo(held); /* It is being typed already. */
    this.isFresh = false;
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

  /* In the order in which they are entered: the knocker's, the defender's. */
  get inTurn() {
    const first = this.knockers ?? this.counts[0];
    return [first, this.other(first)];
  }

  press(key) {
    if (!key) return;
    if (key.digit) this.add(key.digit);
    else if ("back" in key) this.takeBack();
    else if ("plus" in key) this.plus();
    else this.next();
  }

  type(event) {
    if (event.target.type === "text" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.form.dataset.open === UPCARD || !this.element.checkVisibility()) return;
    if (/^\d$/.test(event.key)) this.add(event.key);
    if (event.key === "+") this.plus();
    if (event.key === "Backspace") this.takeBack();
  }

  /* After a number, Tab leads to the other one, and from the last of both to the button that saves. */
  follows(event) {
    this.isFresh = false;
    const { key, shiftKey, target: count } = event;
    if (key !== "Tab" || shiftKey || !count.value) return;
    const other = this.other(count);
    const isLast = count === this.inTurn[1] && other.value;
    event.preventDefault();
    (isLast ? this.fields.save : other).focus();
  }

  /* Whether the number could be within the knock limit with another digit. */
  takesMore(text) {
    return text !== "0" && (text.includes("+") || Number(text) * 10 <= Number(this.form.dataset.limit));
  }

  turnTo(count) {
    this.now = count;
    this.isFresh = !count.value.endsWith("+");
    const isLast = count === this.inTurn[1];
    this.element.querySelector("[data-plus]").hidden = !isLast;
    this.element.querySelector("[data-next]").hidden = isLast;
    for (const each of this.counts) each.parentElement.classList.toggle("is-open", each === count);
    if (document.activeElement === this.other(count)) count.focus();
  }

  /* The knocker's deadwood comes first, unless only the defender's is missing. */
  turnToFirst() {
    const [first, last] = this.inTurn;
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
    const [, before, number] = /^(.*\+)?(.*)$/.exec(this.isFresh ? "" : this.now.value);
    const text = (before ?? "") + (number === "0" ? digit : (number + digit).slice(0, DIGITS));
    this.write(text);
    if (this.now === this.knockers && !this.takesMore(text)) this.next();
  }

  takeBack() {
    this.write(this.now.value.slice(0, -1));
  }

  plus() {
    if (/\d$/.test(this.now.value)) this.write(`${this.now.value}+`);
  }

  next() {
    const [first, last] = this.inTurn;
    if (this.now === first) this.turnTo(last);
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

  /* What is wrong is scrolled to: large text leaves it little room. */
  followAnswer() {
    this.fixNothing();
    this.form.querySelector(".field__error")?.scrollIntoView({ block: "nearest" });
  }

  follow(event) {
    this.fixNothing();
    if (event.target.type === "radio") this.turnToFirst();
  }
}

/* A long sum stands in smaller figures, with its end in sight. */
function fit(count) {
  count.parentElement.style.setProperty("--signs", count.value.length);
  count.scrollLeft = count.scrollWidth;
}

startOn("keypad", (keypad) => new Keypad(keypad).start());
