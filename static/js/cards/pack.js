/* The pack: tapped cards are written into the text fields.
   One tray at a time is open and takes the cards; none is open when both hands are complete. */
import announce, { fill } from "../app/announcer.js";
import BigGinChoice from "./big_gin_choice.js";
import { FIELDS_FILLED, GO_TO_FIELD, PREVIEWED, TRAY_OPENED, send } from "../app/events.js";
import { UPCARD } from "../app/hand_size.js";
import PackGestures from "./pack_gestures.js";
import PackKeyboard from "./pack_keyboard.js";
import rovingFocus from "../app/roving_focus.js";
import SetOffer from "./set_offer.js";
import PackTip from "./pack_tip.js";
import startOn from "../app/start_on.js";
import TrayCards from "./tray_cards.js";
import Trays from "./trays.js";
import TypingMode from "./typing_mode.js";

const COLOURS = ["one", "two", "three"];

class Pack {
  constructor(grid) {
    this.grid = grid;
    this.form = grid.closest("form");
    this.keys = [...grid.querySelectorAll("[data-card]")];
    this.keyOf = new Map(this.keys.map((key) => [key.dataset.card, key]));
    this.trays = new Trays(this.form);
    this.laid = new TrayCards(this.trays, this.keyOf, grid.dataset.state);
    this.bigGin = new BigGinChoice(this.form, this.trays);
    this.main = this.form.elements[grid.dataset.then ?? "save"];
    this.open = "";
    this.isHeldUp = false; /* It is not known yet whether the knocker's cards are complete. */
    this.waiting = []; /* Cards tapped meanwhile. */
    this.typing = new TypingMode(this.form, () => this.form.elements[this.open || this.trays.hands[0]]);
    this.tip = new PackTip(this.form, this.trays);
    this.offer = new SetOffer(grid, this.keys, {
      canTake: (card) => this.canTake(card),
      take: (cards) => this.tap(cards),
      draw: (card) => this.laid.card(card),
    });
  }

  start() {
    this.listenToKeys();
    this.addTabs();
    this.bigGin.listen(() => this.show(this.wanting()));
    const { form } = this;
    for (const choice of form.querySelectorAll('[name="knocker"][type="radio"]')) {
      choice.addEventListener("change", () => this.followKnocker());
    }
    form.addEventListener(FIELDS_FILLED, () => this.show(this.wanting()));
    form.addEventListener(GO_TO_FIELD, ({ detail }) => this.trays.element(detail) && this.show(detail));
    form.addEventListener(PREVIEWED, () => this.heed());
    addEventListener("pageshow", () => this.show(this.wanting()));
    const held = document.activeElement.closest(".typed input"); /* Cards are being typed already. */
    form.classList.add("is-tapped");
    this.show(held && this.trays.element(held.name) ? held.name : this.wanting());
    if (held) this.typing.start(held);
  }

  listenToKeys() {
    const tap = (cards) => this.tap(cards);
    new PackGestures(this.grid, this.keys, {
      tap,
      canSlide: () => this.open !== UPCARD,
      offerSet: (key) => this.open !== UPCARD && this.offer.open(key),
      closeOffer: (target) => this.closeOffer(target),
    }).listen();
    new PackKeyboard({
      tap,
      isOpen: () => Boolean(this.open) && this.grid.checkVisibility(),
      type: (text) => this.typing.write(text),
      takeBack: () => this.giveBack(this.trays.cardsOf(this.open).slice(-1)),
    }).listen();
    rovingFocus(this.grid, this.keys);
    this.tip.start();
  }

  /* Closes the offer unless the finger is on it. */
  closeOffer(target) {
    if (this.offer.element?.contains(target)) return true;
    this.offer.close();
    return false;
  }

  /* A tray's heading opens and closes it. */
  addTabs() {
    for (const [name, tray] of this.trays.elements) {
      const head = tray.querySelector(".tray__head");
      const tab = document.createElement("button");
      tab.type = "button";
      tab.className = "tray__tab";
      tab.append(...head.childNodes);
      head.append(tab);
      tab.addEventListener("click", () => this.choose(name));
      tray.querySelector("[data-type]")?.addEventListener("click", () => this.typing.start());
    }
    this.form.querySelector("[data-tap]")?.addEventListener("click", () => this.typing.end());
  }

  choose(name) {
    if (this.typing.isOn) this.typing.end();
    this.show(this.open === name ? this.wanting() : name);
  }

  /* The tray that is filled next: the upcard, then the knocker's cards. */
  wanting() {
    const { trays, bigGin } = this;
    const hands = this.form.elements.knocker?.value === "none" ? [] : trays.hands;
    const order = trays.asking.includes(UPCARD) ? [UPCARD, ...hands] : hands;
    return order.find((name) => trays.cardsOf(name).length < trays.enough(name) || bigGin.isUndecided(name)) ?? "";
  }

  canTake(card) {
    const { open, trays, bigGin } = this;
    if (open === UPCARD) return true;
    if (!open || trays.holderOf(card) || bigGin.asks(open)) return false;
    return bigGin.waits(open) || trays.room(open) > 0;
  }

  followKnocker() {
    const { open, trays } = this;
    if (open !== UPCARD && !(open && trays.cardsOf(open).length)) this.show(this.wanting());
    else this.draw();
    this.bringIntoView("start");
  }

  show(name) {
    const before = this.open;
    this.open = name;
    for (const [each, tray] of this.trays.elements) {
      tray.classList.toggle("is-open", each === name);
      tray.querySelector(".tray__tab").setAttribute("aria-expanded", each === name);
    }
    this.isHeldUp = this.bigGin.waits(name);
    this.form.dataset.open = name;
    if (!name && this.grid.contains(document.activeElement)) this.main.focus({ preventScroll: true });
    this.grid.hidden = !name;
    this.draw();
    if (before === name) return;
    send(this.form, TRAY_OPENED);
    this.bringIntoView(before ? "nearest" : "start"); /* The layout has followed. */
    this.tellOfSwitch(before);
  }

  /* Where the hands scroll above the pack, only they do: no key moves. In large text the pack scrolls with them, and its
     first keys are wanted in view. */
  bringIntoView(block = "nearest") {
    const tray = this.trays.element(this.open);
    if (!tray || !this.grid.checkVisibility()) return;
    const hands = this.form.querySelector(".entry__hands");
    if (!hands?.getClientRects().length) {
      tray.scrollIntoView({ block: hands ? block : "nearest" });
      return;
    }
    const [{ top, bottom }, seen] = [tray, hands].map((each) => each.getBoundingClientRect());
    hands.scrollTop += Math.min(bottom - seen.bottom, top - seen.top); /* no further than needed */
  }

  draw() {
    const { open, trays } = this;
    const mine = open ? trays.cardsOf(open) : [];
    for (const key of this.keys) {
      const { card } = key.dataset;
      const isTaken = mine.includes(card);
      key.setAttribute("aria-pressed", isTaken);
      key.setAttribute("aria-disabled", !isTaken && Boolean(open) && !this.canTake(card));
      key.classList.toggle("key--waiting", this.waiting.includes(card));
      const holder = open === UPCARD || isTaken ? "" : trays.holderOf(card);
      key.classList.toggle("key--held", Boolean(holder));
      this.colour(key, holder);
    }
    this.colour(this.grid, open);
    this.laid.draw();
    this.bigGin.draw(open);
    this.bringIntoView();
  }

  /* Gives an element the colour of a tray, or none. */
  colour(element, tray) {
    for (const colour of COLOURS) {
      element.classList.toggle(colour, Boolean(this.trays.element(tray)?.classList.contains(colour)));
    }
  }

  tap(cards) {
    if (cards.length > 1) this.tip.understand();
    if (this.trays.cardsOf(this.open).includes(cards[0])) this.giveBack(cards);
    else if (this.bigGin.waits(this.open)) this.hold(cards);
    else if (cards.some((card) => this.canTake(card))) this.take(cards);
  }

  take(cards) {
    const { open: name, trays } = this;
    if (name === UPCARD) trays.write(name, cards.slice(-1));
    else trays.write(name, [...trays.cardsOf(name), ...cards.filter((card) => this.canTake(card)).slice(0, this.room)]);
    this.tellCount(name);
    if (trays.cardsOf(name).length >= trays.enough(name)) this.show(this.wanting());
    else this.draw();
  }

  /* A run is cut at ten cards: an eleventh is tapped separately. */
  get room() {
    const { open, trays } = this;
    const short = trays.enough(open) - trays.cardsOf(open).length;
    return short > 0 ? short : trays.room(open);
  }

  giveBack(cards) {
    const { open: name, trays } = this;
    trays.write(name, trays.cardsOf(name).filter((card) => !cards.includes(card)));
    this.tellCount(name);
    this.show(name);
  }

  /* Stores cards tapped before it is known whose they are. */
  hold(cards) {
    const free = cards.filter((card) => !this.trays.holderOf(card));
    const taken = new Set([...this.waiting, ...free]);
    for (const card of free) if (this.waiting.includes(card)) taken.delete(card);
    this.waiting = [...taken];
    this.draw();
  }

  /* After the answer of the server, waiting cards go to the other player, or the knocker is asked. */
  heed() {
    const { open, bigGin, waiting } = this;
    if (bigGin.waits(open)) return;
    this.waiting = [];
    if (this.isHeldUp && !bigGin.asks(open)) {
      this.show(this.wanting());
      for (const card of waiting) this.tap([card]);
    } else {
      this.draw();
    }
  }

  name(tray) {
    return this.trays.element(tray).querySelector(".name")?.textContent ?? "";
  }

  tellCount(tray) {
    const { count } = this.grid.dataset;
    if (!count || tray === UPCARD) return;
    announce(fill(count, { name: this.name(tray), cards: this.trays.cardsOf(tray).length }));
  }

  tellOfSwitch(before) {
    const { next, complete } = this.grid.dataset;
    if (!next || !before) return;
    if (!this.open) announce(complete);
    else if (this.open !== UPCARD) announce(fill(next, { name: this.name(this.open) }));
  }
}

startOn("pack", (grid) => new Pack(grid).start());
