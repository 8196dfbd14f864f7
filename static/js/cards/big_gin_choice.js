/* If big gin is played, the knocker may have an eleventh card. Only the player knows, so the page asks, and takes no card
   before the answer. The server says whether an eleventh card could make big gin, and whether it did; until then, taps
   wait. */
import { PREVIEWED } from "../app/events.js";
import { HAND } from "../app/hand_size.js";

const BIG = "big";
const PLAIN = "plain";

export default class BigGinChoice {
  constructor(form, trays) {
    this.trays = trays;
    this.answers = new Map();
    this.boxes = [...form.querySelectorAll("[data-big-gin]")];
    this.main = form.elements.save;
    this.hasPreview = false;
    form.addEventListener("input", () => (this.hasPreview = false));
    form.addEventListener(PREVIEWED, () => (this.hasPreview = true));
  }

  /* Calls *decided* when a player has chosen. */
  listen(decided) {
    for (const box of this.boxes) {
      box.addEventListener("click", (event) => {
        const choice = event.target.closest("[data-choice]")?.dataset.choice;
        if (!choice) return;
        this.answers.set(box.dataset.bigGin, choice);
        decided();
      });
    }
  }

  /* Whether there may be a choice: ten cards of the knocker, and none yet of the other player. */
  isCandidate(name) {
    const { trays } = this;
    if (!name || !trays.isKnockers(name) || trays.most(name) <= HAND) return false;
    if (trays.cardsOf(name).length !== HAND) {
      this.answers.delete(name);
      return false;
    }
    return trays.hands.every((each) => each === name || !trays.cardsOf(each).length);
  }

  isUndecided(name) {
    return this.wantsEleven(name) || this.asks(name) || this.waits(name) || this.isWrong(name);
  }

  wantsEleven(name) {
    return this.isCandidate(name) && this.answers.get(name) === BIG;
  }

  /* Whether the player must choose: an eleventh card could make big gin, or the server does not answer. */
  asks(name) {
    if (!this.isCandidate(name) || this.answers.has(name)) return false;
    return this.isPossible(name) ?? this.hasPreview;
  }

  hasEleven(name) {
    return Boolean(name) && this.trays.isKnockers(name) && this.trays.cardsOf(name).length > HAND;
  }

  /* Whether the knocker has eleven cards, and something is wrong with them: usually that they are not big gin. */
  isWrong(name) {
    return this.hasEleven(name) && this.trays.fields[name].getAttribute("aria-invalid") === "true";
  }

  /* Whether the answer of the server is still missing. */
  waits(name) {
    if (this.hasEleven(name)) return !this.hasPreview && !this.isJudged(name);
    if (!this.isCandidate(name) || this.answers.get(name) === PLAIN) return false;
    return this.isPossible(name) === null && !this.hasPreview;
  }

  /* Whether an eleventh card could make big gin; null if the answer of the server is about other cards. */
  isPossible(name) {
    return this.isJudged(name) ? this.said(name).eleventh !== undefined : null;
  }

  /* Whether the answer of the server is about the cards that are in the tray now. */
  isJudged(name) {
    const { cards = "" } = this.said(name);
    const inOrder = (list) => [...list].sort().join(" ");
    return inOrder(cards.split(" ").filter(Boolean)) === inOrder(this.trays.cardsOf(name));
  }

  /* The answer of the server about a tray. */
  said(name) {
    return this.trays.element(name).querySelector(".tray__state").dataset;
  }

  draw(name) {
    for (const box of this.boxes) {
      if (this.wantsEleven(box.dataset.bigGin)) this.leadToEleventh(box);
      box.hidden = box.dataset.bigGin !== name || !this.asks(name);
      box.classList.toggle("is-gin", this.said(box.dataset.bigGin).eleventh === "gin");
    }
  }

  /* The server does not know of the choice: its main button asks for the other player's cards. */
  leadToEleventh({ dataset }) {
    this.main.dataset.place = dataset.bigGin;
    this.main.firstElementChild.textContent = dataset.label;
  }
}
