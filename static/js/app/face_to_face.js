/* A phone in the middle of the table: each player enters their number on their own half. The form of the next hand is
   fetched from its page and filled in unseen; its previews and its save are those of that page. */
import announce from "./announcer.js";
import { keep } from "./draft_of_form.js";
import fitScreen from "./fit_screen.js";
import ServerPreview, { asForm } from "./server_preview.js";
import startOn from "./start_on.js";

const MOST_DIGITS = 2; /* Of one number: the most is 98. */

class Half {
  constructor(entry) {
    this.entry = entry;
    for (const part of ["count", "line", "ask", "number", "wrong", "next", "told", "verdict", "save"]) this[part] = entry.querySelector(`.half__${part}`);
    new ResizeObserver(() => this.fit()).observe(entry);
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
    this.verdict.replaceChildren(...(verdict?.said?.cloneNode(true).childNodes ?? []));
    this.save.textContent = verdict?.label;
    this.save.hidden = !verdict?.canSave;
    this.fit();
  }

  fit() {
    fitScreen(this.line, 1);
    fitScreen(this.verdict, 1.5);
  }

  tell() {
    this.save.focus({ preventScroll: true });
    announce(this.verdict.textContent.trim());
  }
}

class FaceToFace {
  constructor(main) {
    this.main = main;
    this.halves = [0, 1].map((side) => new Half(document.getElementById(`entry-${side}`)));
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
    Object.assign(this, { form: null, knocker: null, outcome: "", numbers: ["", ""], isReached: true, isSent: false });
    Object.assign(this, { order: [], place: 0 }); /* Whose numbers are asked for, and how many of them are there. */
  }

  /* Whose number is typed; undefined once all are there. */
  get turn() {
    return this.order[this.place];
  }

  get isTold() {
    return this.place === this.order.length;
  }

  get isLast() {
    return this.place === this.order.length - 1;
  }

  press(event) {
    const { href, dataset = {} } = event.target.closest("a, button") ?? {};
    if (dataset.knocker) {
      event.preventDefault();
      this.open(dataset.knocker, dataset.outcome, href);
    } else if (dataset.digit) this.add(dataset.digit);
    else if (dataset.act) this[dataset.act]();
  }

  type(event) {
    if (!this.knocker || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") this.back();
    if (this.isTold) return;
    if (/^\d$/.test(event.key)) this.add(event.key);
    else if (event.key === "Backspace") this.erase();
    else if (event.key === "Enter" && event.target.localName !== "button") this.next();
    else return;
    event.preventDefault();
  }

  /* The keys are there at once; what is typed before the form has come is filled in then. */
  async open(knocker, outcome = "", address) {
    this.reset();
    Object.assign(this, { knocker, outcome });
    if (knocker !== "none") this.order = [Number(knocker), 1 - knocker];
    if (outcome.endsWith("gin")) this.numbers[this.order.shift()] = "0";
    this.goTo(0);
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

  goTo(place) {
    Object.assign(this, { place, isFresh: true });
    this.draw();
    this.halves[this.turn]?.count.focus({ preventScroll: true });
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

  erase() {
    this.write(this.numbers[this.turn].slice(0, -1));
  }

  write(number) {
    this.numbers[this.turn] = number;
    this.isFresh = false;
    this.fill();
    this.draw();
  }

  next() {
    if (this.numbers[this.turn]) this.goTo(this.place + 1);
  }

  back() {
    if (this.place) this.goTo(this.place - 1);
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
    this.draw();
  }

  /* The place of the number that is refused, once all are there; −1 if none is. */
  get refused() {
    if (!this.form || !this.isTold || this.preview.isWaiting || !this.isReached) return -1;
    return this.order.findIndex((side) => this.form.elements.save.dataset.place === `deadwood_${side}`);
  }

  /* What both halves say of the hand; null while a number is missing. */
  get verdict() {
    if (!this.knocker || !(this.isTold || (this.isLast && this.numbers[this.turn]))) return null;
    if (!this.form || this.preview.isWaiting) return this.isTold ? { label: "", canSave: false } : null;
    const { save } = this.form.elements;
    if (this.isReached) return { said: this.form.querySelector("#verdict"), label: save.textContent, canSave: !save.dataset.place };
    const canSave = Boolean(navigator.serviceWorker?.controller); /* It keeps the form. */
    return { said: this.form.querySelector("[data-unreached]"), label: save.dataset.plain, canSave };
  }

  get wrong() {
    if (!this.form || this.preview.isWaiting) return "";
    return [...this.form.querySelectorAll(".field__error, #offer p")].map((each) => each.textContent).join(" ");
  }

  draw() {
    const { verdict, wrong, isLast, refused } = this;
    if (refused >= 0) return this.goTo(refused);
    for (const [side, half] of this.halves.entries()) {
      const number = this.turn === side ? this.numbers[side] : null;
      half.draw({ number, wrong: number === null ? "" : wrong, isLast, verdict });
    }
    this.backKey.hidden = !this.knocker;
    if (this.isTold && verdict?.canSave) this.halves[0].tell();
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
  Object.assign(form, { action: address, hidden: true });
  Object.assign(form.dataset, { own: "", title: page.title });
  return document.adoptNode(form);
}

startOn("face_to_face", (main) => main.querySelector(".half__entry") && new FaceToFace(main).start());
