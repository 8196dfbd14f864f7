/* A tip about taking several cards at once. It stands in the first tray while that is empty, until it has been dismissed on
   this phone or followed. */
import { TRAY_OPENED } from "../app/events.js";
import { remember, remembered } from "../app/phone_memory.js";

const TIP = "tip:pack";
const UNDERSTOOD = "understood";

export default class PackTip {
  constructor(form, trays) {
    Object.assign(this, { form, trays });
    this.tip = form.querySelector("[data-tip]");
  }

  start() {
    if (!this.tip) return;
    for (const event of ["input", TRAY_OPENED]) this.form.addEventListener(event, () => this.draw());
    this.tip.querySelector("button").addEventListener("click", () => {
      this.understand();
      this.form.querySelector(".is-open .tray__tab")?.focus({ preventScroll: true });
    });
  }

  understand() {
    remember(TIP, UNDERSTOOD);
    this.draw();
  }

  draw() {
    const { tip, trays } = this;
    if (!tip) return;
    const { open } = this.form.dataset;
    const isFirst = trays.hands.includes(open) && trays.hands.every((name) => !trays.cardsOf(name).length);
    tip.hidden = !isFirst || remembered(TIP) === UNDERSTOOD;
    if (isFirst) trays.element(open).querySelector(".spread").before(tip);
  }
}
