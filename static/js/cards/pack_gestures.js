/* Gestures on the pack: a tap takes a card, a slide along a suit takes the run, a long press offers the set, and where the
   pack scrolls, a swipe up or down scrolls it: a finger that stops it takes no card.
   A finger may slip by half a key and still taps the key it touched first; between keys, the nearest one is tapped. */
const LONG_PRESS = 450;
const HALF_A_KEY = 22;
const OTHER_ROW = 2.5; /* Beside the last key of a suit, that key is meant rather than one above or below. */
const AT_ONCE = 1_000;
const STILL_ROLLS = 100; /* A page that rolls on after a swipe scrolls in every frame. */

export default class PackGestures {
  /* *acts*: tap(cards), offerSet(key), closeOffer(target), canSlide(). */
  constructor(grid, keys, acts) {
    Object.assign(this, { grid, keys, acts });
    this.start = null;
    this.first = null;
    this.run = [];
    this.isDone = false; /* The gesture was handled, so the click that follows is ignored. */
    this.timer = 0;
    this.isSwiped = false;
    this.rolled = -Infinity;
  }

  listen() {
    const { grid } = this;
    grid.addEventListener("pointerdown", (event) => this.press(event));
    grid.addEventListener("pointermove", (event) => this.move(event));
    grid.addEventListener("pointerup", (event) => this.lift(event));
    grid.addEventListener("pointercancel", () => this.letGo());
    grid.addEventListener("touchend", (event) => this.endTouch(event));
    grid.addEventListener("click", (event) => this.click(event));
    grid.addEventListener("contextmenu", (event) => this.offer(event));
    document.addEventListener("pointercancel", () => (this.isSwiped = true));
    document.addEventListener("scroll", (event) => this.roll(event), { capture: true, passive: true });
  }

  /* What scrolls the pack after a swipe. */
  roll({ target, timeStamp }) {
    if (this.isSwiped && target.contains(this.grid)) this.rolled = timeStamp;
  }

  /* Whether the finger only stops the pack, which still rolls after a swipe. */
  stopsRolling({ timeStamp }) {
    return timeStamp - this.rolled < STILL_ROLLS;
  }

  /* Browsers move a touch beside a button onto it, so for a finger only the place counts. */
  keyAt({ clientX, clientY, target, pointerType }) {
    const button = target?.closest?.("button");
    const key = button?.closest("[data-card]");
    if (button && !(key && pointerType === "touch")) return key;
    const [nearest] = this.keys
      .map((each) => [distance(each.getBoundingClientRect(), clientX, clientY), each])
      .sort(([a], [b]) => a - b);
    return nearest[0] <= HALF_A_KEY ? nearest[1] : null;
  }

  press(event) {
    if (this.acts.closeOffer(event.target)) return;
    this.letGo();
    this.isSwiped = false;
    this.isDone = this.stopsRolling(event);
    this.start = event;
    this.first = event.button || this.isDone ? null : this.keyAt(event);
    if (this.first) this.timer = setTimeout(() => this.hold(), LONG_PRESS);
  }

  hold() {
    if (this.acts.offerSet(this.first)) {
      this.isDone = true;
      this.letGo();
    }
  }

  hasSlipped({ clientX, clientY }) {
    return Math.hypot(clientX - this.start.clientX, clientY - this.start.clientY) > HALF_A_KEY;
  }

  move(event) {
    if (!this.first || !event.buttons || !this.hasSlipped(event)) return;
    clearTimeout(this.timer);
    if (!this.acts.canSlide()) return;
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-card]");
    if (!over || over.dataset.card[1] !== this.first.dataset.card[1]) return;
    if (over === this.first && !this.run.length) return;
    if (!this.run.length) this.grid.setPointerCapture(event.pointerId);
    this.mark(this.between(this.first, over));
  }

  between(one, other) {
    const [from, to] = [this.keys.indexOf(one), this.keys.indexOf(other)].sort((a, b) => a - b);
    return this.keys.slice(from, to + 1);
  }

  mark(run) {
    this.run = run;
    for (const key of this.keys) key.classList.toggle("key--run", run.includes(key));
  }

  lift(event) {
    const { first, run } = this;
    if (first && run.length) {
      const cards = run.map((key) => key.dataset.card);
      this.finish([first.dataset.card, ...cards.filter((card) => card !== first.dataset.card)]);
    } else if (first && event.pointerType === "touch" && !this.hasSlipped(event)) {
      this.finish([first.dataset.card]);
    }
    this.letGo();
  }

  finish(cards) {
    this.isDone = true;
    this.acts.tap(cards);
  }

  letGo() {
    clearTimeout(this.timer);
    this.first = null;
    this.mark([]);
  }

  /* Handles a tap when the finger lifts, because the click may come late and hit something else. */
  endTouch(event) {
    if (this.isDone && event.cancelable && event.target.closest("[data-card]")) event.preventDefault();
  }

  click(event) {
    const key = this.isDone || this.hasMissed(event) ? null : this.keyAt(event);
    if (key) this.acts.tap([key.dataset.card]);
    this.isDone = false;
  }

  /* Whether the finger has just touched no key. */
  hasMissed({ timeStamp }) {
    return Boolean(this.start) && timeStamp - this.start.timeStamp < AT_ONCE && !this.keyAt(this.start);
  }

  offer(event) {
    const key = event.target.closest("[data-card]");
    if (!key) return;
    event.preventDefault();
    this.acts.offerSet(key);
  }
}

function distance({ left, right, top, bottom }, x, y) {
  return Math.hypot(Math.max(left - x, 0, x - right), OTHER_ROW * Math.max(top - y, 0, y - bottom));
}
