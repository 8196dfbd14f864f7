/* The screen stays on while the page is looked at, unless this phone was told otherwise. */
const NAME = "awake";

function remembered() {
  try {
    return localStorage.getItem(NAME) !== "no";
  } catch {
    return true;
  }
}

function remember(wanted) {
  try {
    localStorage.setItem(NAME, wanted ? "yes" : "no");
  } catch {
    /* Nothing is kept here. */
  }
}

export default function wakeLock(place) {
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
    choice.checked = remembered();
    place.hidden = false;
    choice.addEventListener("change", () => {
      remember(choice.checked);
      follow();
    });
  }
  document.addEventListener("visibilitychange", follow);
  addEventListener("pageshow", follow);
  follow();
}
