/* Lets players tap the melds that were laid down, if they are not the best ones. */
import { readCards, readGroups, writeCards, writeGroups } from "./cards.js";
import { PREVIEWED } from "../app/events.js";
import startOn from "../app/start_on.js";

const LEAST = 3;

class MeldEditor {
  constructor(fold) {
    this.fold = fold;
    this.tray = fold.closest("[data-tray]");
    this.form = fold.closest("form");
    this.fields = this.form.elements;
    this.field = this.fields[fold.dataset.melds];
    this.box = fold.querySelector("[data-own-melds]");
    this.cards = fold.querySelector("[data-cards]");
    this.make = fold.querySelector("[data-make]");
    this.reset = fold.querySelector("[data-best-melds]");
    this.marked = new Set();
  }

  start() {
    this.box.hidden = false;
    this.cards.addEventListener("click", (event) => this.mark(event.target.closest("[data-meld-card]")));
    this.make.addEventListener("click", () => this.add());
    this.reset.addEventListener("click", () => this.write([]));
    this.fold.addEventListener("toggle", () => this.draw());
    this.form.addEventListener(PREVIEWED, () => this.draw());
  }

  /* The player's cards without those that were laid off. */
  get lying() {
    const hand = readCards(this.fields[this.tray.dataset.tray].value).cards;
    const laidOff = this.isKnockers ? [] : this.laidOff;
    return [...this.tray.querySelectorAll(".spread [data-lies]")].filter(
      ({ dataset }) => hand.includes(dataset.lies) && !laidOff.includes(dataset.lies),
    );
  }

  get isKnockers() {
    return this.field.name.endsWith(this.fields.knocker.value);
  }

  get laidOff() {
    return [...this.form.querySelectorAll('[data-lay][aria-pressed="true"]')].map((key) => key.dataset.lay);
  }

  get melds() {
    return readGroups(this.field.value);
  }

  mark(key) {
    if (!key) return;
    const { meldCard: card } = key.dataset;
    const meld = this.melds.find((each) => each.includes(card));
    if (meld) return this.write(this.melds.filter((each) => !each.includes(card)));
    if (!this.marked.delete(card)) this.marked.add(card);
    return this.draw();
  }

  add() {
    if (this.marked.size < LEAST) return;
    this.write([...this.melds, [...this.marked]]);
  }

  write(melds) {
    this.marked.clear();
    if (!this.isKnockers && melds.length) this.keepLayOffs(melds.flat());
    this.field.value = writeGroups(melds);
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
    this.draw();
  }

  /* Keeps the lay-offs of the defender, and adds none. */
  keepLayOffs(melded) {
    this.fields.layoffs.value = writeCards(this.laidOff.filter((card) => !melded.includes(card)));
    this.fields.layoff_choice.value = "own";
  }

  draw() {
    if (!this.fold.open) return;
    const held = document.activeElement?.dataset.meldCard;
    this.cards.replaceChildren(...this.lying.map((card) => this.key(card)));
    this.make.setAttribute("aria-disabled", this.marked.size < LEAST);
    this.reset.hidden = !this.field.value;
    if (held) this.cards.querySelector(`[data-meld-card="${held}"]`)?.focus({ preventScroll: true });
  }

  key(card) {
    const { lies } = card.dataset;
    const key = document.createElement("button");
    const isMelded = this.melds.some((meld) => meld.includes(lies));
    key.type = "button";
    key.className = `card ${lies[1]}`;
    key.classList.toggle("card--melded", isMelded);
    key.dataset.meldCard = lies;
    key.setAttribute("aria-pressed", isMelded || this.marked.has(lies));
    key.setAttribute("aria-label", card.getAttribute("aria-label"));
    key.append(...[...card.childNodes].map((node) => node.cloneNode(true)));
    return key;
  }
}

startOn("change_melds", (fold) => new MeldEditor(fold).start());
