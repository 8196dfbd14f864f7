/* How several cards are taken at once is explained until somebody has understood it: on this phone, never again. */
import { remember, remembered } from "./phone_memory.js";

const NAME = "tip:pack";
const UNDERSTOOD = "understood";

export default function showTip(form) {
  const tip = form.querySelector("[data-tip]");
  if (!tip || remembered(NAME) === UNDERSTOOD) return;
  tip.hidden = false;
  tip.querySelector("button").addEventListener("click", () => {
    remember(NAME, UNDERSTOOD);
    tip.hidden = true;
    form.querySelector(".is-open .tray__tab")?.focus({ preventScroll: true });
  });
}
