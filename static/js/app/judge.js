/* The judge: the verdict is updated after each tap, and the address bar with it.
   The page either asks for cards or shows the verdict; the main button switches between them. */
import { FIELDS_FILLED, GO_TO_FIELD, PREVIEWED, TRAY_OPENED, send } from "./events.js";
import { HAND } from "./hand_size.js";
import ServerPreview, { delayAfter } from "./server_preview.js";
import startOn from "./start_on.js";
import { touchedIn } from "./touched.js";

const NEVER = 15; /* A single hand can have up to fourteen cards. */
const ASKED_FOR = ["upcard", "knocker", "left", "cards"];

class Judge {
  constructor(form) {
    this.form = form;
    this.fields = form.elements;
    this.trays = Object.fromEntries([...form.querySelectorAll("[data-tray]")].map((tray) => [tray.dataset.tray, tray]));
    this.unreached = form.querySelector("[data-unreached]");
    this.see = document.getElementById("see");
    this.preview = new ServerPreview(form, {
      ask: ({ remember }) => this.question(remember),
      expected: "judge-answer",
      answered: (answer) => this.show(answer),
    });
    this.acts = {
      "[data-asks]": () => this.askAgain(),
      "[data-clear]": () => this.clear(),
      "[data-next]": () => this.nextGroup(),
    };
  }

  start() {
    const { form, see } = this;
    form.addEventListener("input", (event) => this.follow(event));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.preview.now().then(() => this.lead());
    });
    see.addEventListener("click", (event) => {
      event.preventDefault();
      if (!this.preview.isWaiting) this.lead();
    });
    document.addEventListener("click", (event) => this.act(event));
    for (const event of [FIELDS_FILLED, TRAY_OPENED]) form.addEventListener(event, () => this.frame());
    this.offerToShare();
    document.querySelector("[data-clear]").hidden = false;
    document.documentElement.classList.add("live");
    this.setTrays();
    /* The fields may have values from an earlier visit. */
    const touched = touchedIn(form).join();
    if (touched) this.preview.now({ remember: touched.includes("house,") });
  }

  offerToShare() {
    document.addEventListener("focusin", ({ target }) => target.id === "address" && target.select());
    if (!navigator.share) return;
    this.acts['[href="#pass-on"]'] = () => navigator.share({ title: document.title, url: location.href }).catch(() => {});
  }

  get isShowdown() {
    return this.fields.ask.value === "showdown";
  }

  get needsUpcard() {
    const { house } = this.fields; /* In a match, it is a hidden field. */
    return "upcard" in (house.selectedOptions?.[0] ?? house).dataset;
  }

  /* The question as typed. Newly chosen rules are sent as a POST, so that they are remembered. */
  question(remember) {
    const { form } = this;
    const asked = this.asked();
    const headers = { "X-Part": "verdict" };
    return remember ? [form.action, { method: "POST", body: asked, headers }] : [`${form.action}?${asked}`, { headers }];
  }

  asked() {
    const { house, ask, cards, upcard, knocker, left, letters } = this.fields;
    const asked = new URLSearchParams({ house: house.value, ask: ask.value, cards: cards.value });
    if (this.needsUpcard) asked.set("upcard", upcard.value);
    if (letters) asked.set("letters", letters.value);
    if (!this.isShowdown) return asked;
    asked.set("knocker", knocker.value);
    asked.set("left", left.value);
    return asked;
  }

  follow(event) {
    const { target } = event;
    const isHouse = target === this.fields.house;
    if (isHouse || target.name === "ask") this.setTrays();
    if (isHouse) this.preview.now({ remember: true });
    else this.preview.soon(delayAfter(event));
  }

  show({ parts }) {
    this.unreached.hidden = parts.length > 0;
    const answer = parts.find((part) => part.id === "judge-answer");
    if (answer) history.replaceState(null, "", answer.dataset.path);
    send(this.form, PREVIEWED);
  }

  /* Which trays ask for cards, and how many. */
  setTrays() {
    const { knocker, upcard, cards } = this.trays;
    knocker.hidden = !this.isShowdown;
    upcard.hidden = !this.needsUpcard;
    cards.dataset.enough = this.isShowdown ? HAND : NEVER;
    send(this.form, FIELDS_FILLED);
  }

  turnTo(state) {
    document.body.classList.toggle("page--answered", state === "answered");
    document.body.classList.toggle("page--asks", state === "asks");
    this.frame();
    scrollTo(0, 0);
  }

  /* Whether cards are being tapped. */
  frame() {
    const { classList } = document.body;
    classList.toggle("is-picking", classList.contains("page--asks") && !this.form.classList.contains("is-typing"));
  }

  showAnswer() {
    this.turnTo("answered");
    document.getElementById("head")?.focus({ preventScroll: true });
  }

  askAgain() {
    this.turnTo("asks");
    send(this.form, GO_TO_FIELD, "cards");
  }

  lead() {
    const { place } = this.see.dataset;
    if (!place) return this.showAnswer();
    send(this.form, GO_TO_FIELD, place === "left" ? "knocker" : place);
    document.getElementById(`${place}-error`)?.scrollIntoView({ block: "center" });
  }

  clear() {
    for (const name of ASKED_FOR) this.fields[name].value = "";
    this.setTrays();
    this.preview.now();
  }

  /* Starts a new group for the next cards. */
  nextGroup() {
    const { cards } = this.fields;
    if (cards.value && !cards.value.trimEnd().endsWith("/")) cards.value += " / ";
  }

  act(event) {
    const found = Object.keys(this.acts).find((place) => event.target.closest?.(place));
    if (!found) return;
    event.preventDefault();
    this.acts[found]();
  }
}

startOn("judge", (form) => new Judge(form).start());
