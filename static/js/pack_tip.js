/* A tip about taking several cards at once, shown until it is dismissed on this phone. */
import { remember, remembered } from "./phone_memory.js";

const TIP = "tip:pack";
const UNDERSTOOD = "understood";

export default function showTip(form) {
  const tip = form.querySelector("[data-tip]");
  if (!tip || remembered(TIP) === UNDERSTOOD) return;
  tip.hidden = false;
  tip.querySelector("button").addEventListener("click", () => {
    remember(TIP, UNDERSTOOD);
    tip.hidden = true;
    form.querySelector(".is-open .tray__tab")?.focus({ preventScroll: true });
  });
}
