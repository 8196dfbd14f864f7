/* Keeps the screen on while the page is visible, unless that is switched off on this phone. */
import { remember, remembered } from "./phone_memory.js";
import startOn from "./start_on.js";

const AWAKE = "awake";

function wakeLock(place) {
  if (!navigator.wakeLock) return;
  const choice = place.querySelector("[role=switch]");
  const wanted = () => choice?.checked ?? true;
  let lock = null;
  let turn = Promise.resolve();

  /* The browser takes the lock away when the page is hidden, and may refuse it, to spare the battery. */
  async function settle() {
    if (!wanted()) await lock?.release();
    else if (!document.hidden && lock?.released !== false) lock = await navigator.wakeLock.request("screen").catch(() => null);
  }

  const follow = () => (turn = turn.then(settle)); /* One after the other: there is never more than one lock. */

  if (choice) {
    choice.checked = remembered(AWAKE) !== "no";
    place.hidden = false;
    choice.addEventListener("change", () => {
      remember(AWAKE, choice.checked ? "yes" : "no");
      follow();
    });
  }
  document.addEventListener("visibilitychange", follow);
  addEventListener("pageshow", follow);
  follow();
}

startOn("wake_lock", wakeLock);
