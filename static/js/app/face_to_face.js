/* A phone in the middle of the table: each player enters their number on their own half. The form of the next hand is
   fetched from its page and filled in unseen; its previews and its save are those of that page. */
import announce from "./announcer.js";
import { keep } from "./draft_of_form.js";
import ServerPreview, { asForm } from "./server_preview.js";
import startOn from "./start_on.js";

const MOST_DIGITS = 2; /* Of one number: the most is 98. */
const NOBODY = "none";

class Half {
  constructor(entry) {
    this.entry = entry;
    for (const part of ["count", "ask", "number", "wrong", "next", "told", "verdict"]) this[part] = entry.querySelector(`.half__${part}`);
    this.save = entry.querySelector("[data-save]");
  }

  /* *number* is what is typed, or null where the other player types; *verdict*, what both halves say, or null. */
  draw({ number, wrong, isLast, verdict }) {
    const counts = number !== null;
    this.entry.hidden = !counts && !verdict;
    this.count.hidden = !counts;
    this.told.hidden = counts || !verdict;
    this.number.textContent = number ?? "";
    if (this.wrong.textContent !== wrong) this.wrong.textContent = wrong;
    this.ask.hidden = Boolean(wrong);
    this.next.textContent = this.next.dataset[isLast ? "last" : "first"];
    if (!verdict) return;
    this.verdict.replaceChildren(...verdict.sentence.map((node) => node.cloneNode(true)));
    this.save.textContent = verdict.label;
    this.save.hidden = !verdict.canSave;
  }
}

class FaceToFace {
  constructor(main) {
    this.main = main;
    this.halves = [0, 1].map((side) => document.getElementById(`entry-${side}`)).map((entry) => entry && new Half(entry));
    this.backKey = document.getElementById("back");
    this.limit = Number(main.dataset.limit);
    this.reset();
  }

  start() {
    document.addEventListener("click", (event) => this.press(event));
    document.addEventListener("keydown", (event) => this.type(event));
    addEventListener("pageshow", ({ persisted }) => persisted && this.close());
  }

  reset() {
    this.form?.remove();
    Object.assign(this, { form: null, knocker: null, outcome: "", numbers: ["", ""], turn: null, isFresh: true, isReached: true, isSent: false });
  }

  get isOpen() {
    return this.knocker !== null;
  }

  get isLast() {
    return this.turn !== this.knocker;
  }

  press(event) {
    const { knocker, outcome, digit, erase, next, save, back } = event.target.closest("a, button")?.dataset ?? {};
    if (knocker !== undefined) {
      event.preventDefault();
      this.open(knocker, outcome, event.target.closest("a").href);
    } else if (digit) this.add(digit);
    else if (erase !== undefined) this.write(this.numbers[this.turn].slice(0, -1));
    else if (next !== undefined) this.next();
    else if (save !== undefined) this.save();
    else if (back !== undefined) this.back();
  }

  type(event) {
    if (!this.isOpen || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") this.back();
    if (this.turn === null) return;
    if (/^\d$/.test(event.key)) this.add(event.key);
    else if (event.key === "Backspace") this.write(this.numbers[this.turn].slice(0, -1));
    else if (event.key === "Enter" && event.target.localName !== "button") this.next();
    else return;
    event.preventDefault();
  }

  /* The keys are there at once; what is typed before the form has come is filled in then. */
  async open(knocker, outcome, address) {
    this.reset();
    Object.assign(this, { knocker: knocker === NOBODY ? NOBODY : Number(knocker), outcome: outcome ?? "" });
    if (this.isGin) this.numbers[this.knocker] = "0";
    this.turnTo(this.order[0] ?? null);
    const started = this.numbers;
    const form = await formAt(address).catch(() => null);
    if (this.numbers !== started) return form?.remove(); /* They have gone back meanwhile. */
    if (!form) return location.assign(address);
    this.form = form;
    this.main.append(form);
    this.preview = new ServerPreview(form, {
      ask: () => asForm(form, address, "preview"),
      expected: "save",
      answered: ({ reached, parts }) => this.form === form && this.take(reached, parts),
    });
    this.fill();
  }

  get isGin() {
    return this.outcome.endsWith("gin");
  }

  /* Whose numbers are asked for, one after the other. */
  get order() {
    if (this.knocker === NOBODY) return [];
    return this.isGin ? [1 - this.knocker] : [this.knocker, 1 - this.knocker];
  }

  turnTo(side) {
    this.turn = side;
    this.isFresh = true;
    this.draw();
    this.halves[side]?.count.focus({ preventScroll: true });
    this.offerToSave();
  }

  add(digit) {
    const before = this.isFresh || this.numbers[this.turn] === "0" ? "" : this.numbers[this.turn];
    const number = (before + digit).slice(0, MOST_DIGITS);
    this.write(number);
    if (!this.takesMore(number)) this.next();
  }

  /* Whether a number may go on: the knocker's within the limit. */
  takesMore(number) {
    if (number.length === MOST_DIGITS) return false;
    return this.isLast || (number !== "0" && Number(number) * 10 <= this.limit);
  }

  write(number) {
    this.numbers[this.turn] = number;
    this.isFresh = false;
    this.fill();
    this.draw();
  }

  next() {
    if (!this.numbers[this.turn]) return;
    this.turnTo(this.order[this.order.indexOf(this.turn) + 1] ?? null);
  }

  back() {
    const place = this.turn === null ? this.order.length : this.order.indexOf(this.turn);
    if (place > 0) this.turnTo(this.order[place - 1]);
    else this.close();
  }

  close() {
    const link = document.querySelector(`[data-knocker="${this.knocker}"]`);
    this.reset();
    this.draw();
    link?.focus({ preventScroll: true });
  }

  /* Fills the form in, and asks what the hand is worth. */
  fill() {
    if (!this.form) return;
    const fields = this.form.elements;
    fields.knocker.value = this.knocker;
    if (this.outcome) fields.outcome.value = this.outcome;
    for (const side of [0, 1]) fields[`deadwood_${side}`].value = this.numbers[side];
    this.preview.soon();
  }

  take(reached, parts) {
    this.isReached = reached && parts.length > 0;
    const { place } = this.form.elements.save.dataset;
    const wrong = this.isReached && this.turn === null && this.order.find((side) => place === `deadwood_${side}`);
    if (typeof wrong === "number") return this.turnTo(wrong);
    this.draw();
    this.offerToSave();
  }

  /* Once, by the upright half. */
  offerToSave() {
    if (this.turn !== null || !this.verdict?.canSave) return;
    const [{ save, verdict }] = this.halves;
    save.focus({ preventScroll: true });
    announce(verdict.textContent.trim());
  }

  /* What both halves say of the hand; null while a number is missing. */
  get verdict() {
    if (!this.isOpen || (this.turn !== null && this.wantsMore)) return null;
    if (!this.form || this.preview.isWaiting) return this.turn === null ? { sentence: [], label: "", canSave: false } : null;
    const { save } = this.form.elements;
    if (this.isReached) return { sentence: partsOf(this.form, "#verdict"), label: save.textContent, canSave: !save.dataset.place };
    const canSave = Boolean(navigator.serviceWorker?.controller); /* It keeps the form. */
    return { sentence: partsOf(this.form, "[data-unreached]"), label: save.dataset.plain, canSave };
  }

  get wantsMore() {
    return this.order.some((side) => !this.numbers[side]) || !this.isLast;
  }

  get wrong() {
    if (!this.form || this.preview.isWaiting) return "";
    return [...this.form.querySelectorAll(".field__error, #offer p")].map((each) => each.textContent).join(" ");
  }

  draw() {
    const { verdict, wrong, isLast, isOpen } = this;
    for (const [side, half] of this.halves.entries()) {
      const number = this.turn === side ? this.numbers[side] : null;
      half.draw({ number, wrong: number === null ? "" : wrong, isLast, verdict });
    }
    this.backKey.hidden = !isOpen;
  }

  /* Its draft tells the next page that this phone has saved it. */
  save() {
    if (this.isSent || !this.verdict?.canSave) return;
    this.isSent = true;
    keep(this.form);
    this.form.requestSubmit(this.form.elements.save);
  }
}

/* The form of a hand on its own page, with the button that saves it. */
async function formAt(address) {
  const reply = await fetch(address);
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  const form = page.getElementById("hand");
  form.append(page.getElementById("save"));
  form.action = address;
  form.hidden = true;
  Object.assign(form.dataset, { own: "", title: page.title });
  return document.adoptNode(form);
}

const partsOf = (form, selector) => [...form.querySelector(selector).childNodes];

startOn("face_to_face", (main) => main.querySelector(".half__entry") && new FaceToFace(main).start());
