/* Shows tapped cards in their tray at once; the preview then sorts them into melds. */
import { fill } from "../app/announcer.js";
import { UPCARD } from "../app/hand_size.js";

export default class TrayCards {
  /* *state* is the text "{cards} of 10" of a tray until the preview has come. */
  constructor(trays, keyOf, state) {
    Object.assign(this, { trays, keyOf, state });
  }

  draw() {
    const { trays } = this;
    for (const [name, tray] of trays.elements) tray.classList.toggle("is-typed", trays.isTyped(name));
    for (const name of trays.hands) this.drawHand(name);
    const upcard = trays.element(UPCARD)?.querySelector("[data-upcard]");
    upcard?.replaceChildren(...trays.cardsOf(UPCARD).slice(0, 1).map((card) => this.card(card)));
  }

  drawHand(name) {
    const { trays } = this;
    const spread = trays.element(name).querySelector(".spread");
    const there = new Map([...spread.querySelectorAll("[data-lies]")].map((card) => [card.dataset.lies, card]));
    for (const [card, element] of there) if (!trays.holderOf(card)) element.remove();
    for (const fan of spread.querySelectorAll(".fan:empty")) fan.remove();
    for (const card of trays.cardsOf(name)) if (!there.has(card) && this.keyOf.has(card)) this.place(spread, card);
    if (this.state) this.drawState(name);
  }

  drawState(name) {
    const state = this.trays.element(name).querySelector(".tray__state");
    const cards = this.trays.cardsOf(name);
    const judged = (state.dataset.cards ?? "").split(" ").filter(Boolean);
    const isJudged = judged.length === cards.length && cards.every((card) => judged.includes(card));
    if (!isJudged && cards.length <= this.trays.enough(name)) state.textContent = fill(this.state, { cards: cards.length });
  }

  place(spread, card) {
    let fan = spread.querySelector(".fan--deadwood");
    if (!fan) {
      fan = document.createElement("span");
      fan.className = "fan fan--deadwood";
      spread.append(fan);
    }
    fan.append(this.card(card));
  }

  card(card) {
    const key = this.keyOf.get(card);
    const element = document.createElement("i");
    element.className = `card ${card[1]}`;
    element.dataset.lies = card;
    element.append(...[...key.childNodes].map((node) => node.cloneNode(true)));
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", key.getAttribute("aria-label"));
    return element;
  }
}
