/* Counts up the winner's total, once for each result on this phone. */
import startOn from "./start_on.js";

const LASTS = 900;

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function isNew(result) {
  try {
    if (sessionStorage.getItem("counted") === result) return false;
    sessionStorage.setItem("counted", result);
    return true;
  } catch {
    return false;
  }
}

function countUp(place) {
  const text = place.textContent;
  const [, sign, digits] = text.match(/^(\D?)(\d+)$/) ?? [];
  if (!digits || still() || !isNew(location.pathname + text)) return;
  const began = performance.now();

  function step(now) {
    const gone = Math.min((now - began) / LASTS, 1);
    place.textContent = gone < 1 ? sign + Math.round(digits * (1 - (1 - gone) ** 3)) : text;
    if (gone < 1) requestAnimationFrame(step);
  }
  requestAnimationFrame(step);
}

startOn("count_up", countUp);
