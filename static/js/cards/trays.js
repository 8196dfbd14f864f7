/* The trays of a form: whose cards each has, and how many it takes. A tray stores its cards in the text field of its name,
   where they can be typed as well. */
import { keepCards, readCards, writeCards } from "./cards.js";
import { HAND, UPCARD } from "../app/hand_size.js";

export default class Trays {
  constructor(form) {
    this.form = form;
    this.fields = form.elements;
    this.elements = new Map([...form.querySelectorAll("[data-tray]")].map((tray) => [tray.dataset.tray, tray]));
  }

  element(name) {
    return this.elements.get(name);
  }

  /* Those that ask for cards now. */
  get asking() {
    return [...this.elements.keys()].filter((name) => !this.element(name).hidden);
  }

  /* Those of the two hands among them, the knocker's first. */
  get hands() {
    return this.asking.filter((name) => name !== UPCARD).sort((a, b) => this.isKnockers(b) - this.isKnockers(a));
  }

  /* A tray may keep some of its cards in a field beside its own. */
  beside(name) {
    return this.fields[this.element(name).dataset.beside];
  }

  cardsOf(name) {
    return readCards(`${this.fields[name].value} / ${this.beside(name)?.value ?? ""}`).cards;
  }

  holderOf(card) {
    return this.hands.find((name) => this.cardsOf(name).includes(card));
  }

  isKnockers(name) {
    return name.endsWith(`_${this.fields.knocker.value}`);
  }

  /* How many cards it asks for, and how many it takes. */
  enough(name) {
    return Number(this.element(name).dataset.enough ?? (name === UPCARD ? 1 : HAND));
  }

  most(name) {
    const own = this.element(name).dataset.most;
    return Number(own ?? (this.isKnockers(name) ? this.form.dataset.most : this.enough(name)));
  }

  room(name) {
    return this.most(name) - this.cardsOf(name).length;
  }

  isTyped(name) {
    return Boolean(readCards(this.fields[name].value).rest);
  }

  /* What stands in a field once it is to hold just these cards. A tray of groups keeps apart what lies apart. */
  textWith(name, cards) {
    const { value } = this.fields[name];
    if (!("groups" in this.element(name).dataset)) return `${writeCards(cards)} ${readCards(value).rest}`;
    const added = cards.filter((card) => !this.cardsOf(name).includes(card));
    return [keepCards(value, cards), writeCards(added)].join(" ").replace(/ +/g, " ");
  }

  write(name, cards) {
    this.fields[name].value = this.textWith(name, cards).trim();
    if (this.beside(name)) this.beside(name).value = "";
    if (name !== UPCARD && this.fields.layoffs) this.forgetLaying(name);
    this.fields[name].dispatchEvent(new Event("input", { bubbles: true }));
  }

  /* Other cards lie at their best again. */
  forgetLaying(name) {
    this.fields[name.replace("cards", "melds")].value = "";
    this.fields.layoffs.value = "";
    this.fields.layoff_choice.value = "best";
  }
}
