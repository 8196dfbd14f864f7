/* Previews a hand after every change. The main button saves it, or goes to the missing field. */
import { keep, startDraft } from "./draft_of_form.js";
import { FIELDS_FILLED, GO_TO_FIELD, PREVIEWED, send } from "./events.js";
import { HAND } from "./hand_size.js";
import ServerPreview, { asForm, delayAfter } from "./server_preview.js";
import startOn from "./start_on.js";

class HandPreview {
  constructor(form) {
    this.form = form;
    this.fields = form.elements;
    this.unreached = form.querySelector("[data-unreached]");
    this.refused = form.querySelector("[data-refused]");
    this.isLost = false;
    this.preview = new ServerPreview(form, {
      ask: () => asForm(form, location.href, "preview"),
      expected: "save",
      busy: [this.fields.save],
      answered: (answer) => this.show(answer),
    });
  }

  start() {
    const { form } = this;
    form.addEventListener("input", (event) => this.follow(event));
    document.addEventListener("click", (event) => this.act(event));
    addEventListener("pageshow", (event) => event.persisted && this.preview.now());
    document.documentElement.classList.add("live");
    const isEntered = startDraft(form) || form.querySelector('[type="text"]:not([value=""])');
    send(form, FIELDS_FILLED);
    if (isEntered && !form.querySelector(".field__error")) this.preview.now();
  }

  follow(event) {
    this.form.querySelector(".is-asked")?.classList.remove("is-asked");
    this.want(false);
    this.preview.soon(delayAfter(event));
  }

  show({ reached, parts }) {
    this.isLost = !reached;
    this.unreached.hidden = reached;
    this.refused.hidden = !reached || parts.length > 0;
    if (!parts.length) this.offerToSave();
    send(this.form, PREVIEWED);
    const { isWanted } = this;
    this.want(false);
    if (isWanted && !this.isStuck) this.save();
  }

  /* A tap before the answer counts: what the form says is saved as soon as that has come, unless it is changed before. */
  want(wanted) {
    this.isWanted = wanted;
    this.fields.save.toggleAttribute("data-wanted", wanted);
  }

  save() {
    const { save } = this.fields;
    const act = this.actOfSave(save);
    if (act) act();
    else this.form.requestSubmit(save);
  }

  /* Asks again before the page is left, because the entries would be lost if no answer comes. */
  saveOnceReached() {
    this.want(true);
    this.preview.now();
  }

  /* Without a preview, a complete hand can still be saved. */
  offerToSave() {
    const { save } = this.fields;
    const place = this.incomplete();
    if (place) {
      save.dataset.place = place;
      /* The sentence is of the last answer: what is missing now stands in the heading. */
      const missing = document.querySelector('[data-module~="hand_steps"]')?.dataset[place];
      if (missing) save.firstElementChild.textContent = missing;
      return;
    }
    delete save.dataset.place;
    save.classList.remove("button--waits");
    save.firstElementChild.textContent = save.dataset.plain;
  }

  /* The field whose cards are incomplete, as far as this page can tell; "" if the hand can be saved. */
  incomplete() {
    const { knocker } = this.fields;
    if (knocker.value === "none") return "";
    if (!knocker.value) return "knocker";
    if (!this.form.querySelector('[data-tray^="cards_"]')) return "";
    return ["0", "1"].map((player) => this.shortOf(player)).find(Boolean) ?? "";
  }

  /* The field in which *player*'s cards are short; cards that are only in a meld or laid off count too. Text that is
     not understood here is left to the server. */
  shortOf(player) {
    const laidOff = player === this.fields.knocker.value ? "" : this.fields.layoffs.value;
    const texts = [this.fields[`cards_${player}`].value, this.fields[`melds_${player}`].value, laidOff];
    const { cards, rest } = window.cardFields.readCards(texts.join(" / "));
    return new Set(cards).size < HAND && !rest ? `cards_${player}` : "";
  }

  /* What a button does instead of sending the form. */
  actOf(button) {
    const { lay: card, best, dead } = button.dataset;
    if (dead !== undefined) return () => this.saveDead();
    if (card) return () => this.layOff(button);
    if (best !== undefined) return () => this.layOffBest();
    if (button.name.startsWith("lay_")) return () => this.lay(button);
    if (button.classList.contains("preview-button")) return () => this.enter();
    return button === this.fields.save ? this.actOfSave(button) : null;
  }

  /* Whether the form would be lost: no answer comes, and there is no service worker that keeps it. */
  get isStuck() {
    return (this.isLost || !navigator.onLine) && !navigator.serviceWorker?.controller;
  }

  /* Undefined if the form can be sent. */
  actOfSave(button) {
    if (this.preview.isWaiting) return () => this.want(true);
    if (this.isStuck) return () => this.saveOnceReached();
    const place = button.dataset.place || this.incomplete();
    return place ? () => this.lead(place) : null;
  }

  act(event) {
    const button = event.target.closest?.("button");
    if (button?.form !== this.form) return;
    const act = this.actOf(button);
    if (!act) return;
    event.preventDefault();
    act();
  }

  /* Nobody knocked, and nothing else is asked: one tap is enough. */
  saveDead() {
    this.fields.knocker.value = "none";
    keep(this.form);
    this.saveOnceReached();
  }

  /* Enter in a field of cards shows their melds. Two numbers are complete: it saves them, unless a knock turns out to
     be gin, which the players have to see first. */
  async enter() {
    const { by, outcome } = this.fields;
    const before = outcome.value;
    await this.preview.now();
    if (by.value === "cards" || this.preview.isWaiting || outcome.value !== before) return;
    this.save();
  }

  keepAndAsk() {
    keep(this.form);
    this.preview.now();
  }

  /* Shows the key as pressed at once, because the next tap may come before the answer. */
  layOff(key) {
    key.setAttribute("aria-pressed", key.getAttribute("aria-pressed") !== "true");
    const laid = this.form.querySelectorAll('[data-lay][aria-pressed="true"]');
    this.fields.layoffs.value = window.cardFields.writeCards([...laid].map(({ dataset }) => dataset.lay));
    this.fields.layoff_choice.value = "own";
    this.keepAndAsk();
  }

  layOffBest() {
    this.fields.layoffs.value = "";
    this.fields.layoff_choice.value = "best";
    this.keepAndAsk();
  }

  /* Chooses one of the ways to meld that the server has listed. */
  lay(button) {
    this.fields[button.name.replace("lay", "melds")].value = button.value;
    this.keepAndAsk();
  }

  /* Goes to the missing field instead of sending, and asks again. */
  lead(place) {
    const field = this.fields[place];
    send(this.form, GO_TO_FIELD, place);
    (field.length ? field[0] : field).focus();
    document.getElementById(`${place}-choice`)?.classList.add("is-asked");
    this.preview.now();
  }
}

startOn("hand_preview", (form) => new HandPreview(form).start());
