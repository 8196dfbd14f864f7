/* What this device can do without a network, and how Deadwood is installed on it. */
import startOn from "../app/start_on.js";

const MEGABYTE = 1_000_000;
const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

let offer = null;

const isInstalled = () => matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;
const isApple = () => /iPhone|iPad|iPod/.test(navigator.userAgent) || ("standalone" in navigator && navigator.maxTouchPoints > 1);

/* Which sentence holds for each question. */
const ANSWERS = {
  secure: () => (isSecureContext ? "yes" : "no"),
  worker: async () => {
    if (!navigator.serviceWorker) return "no";
    const worker = await navigator.serviceWorker.getRegistration();
    return worker?.active ? "yes" : "later"; /* One that is still being installed stores nothing. */
  },
  storage: async () => {
    if (!navigator.storage?.persisted) return "unknown";
    return (await navigator.storage.persisted()) ? "yes" : "no";
  },
  installed: () => {
    if (isInstalled()) return "yes";
    if (offer) return "offered";
    return isApple() ? "apple" : "menu";
  },
};

/* Shows which sentence holds for the question with this *name*. */
export async function showAnswer(place, name, ask = ANSWERS[name]) {
  const answer = await ask();
  for (const each of place.querySelectorAll(`[data-${name}]`)) each.hidden = each.dataset[name] !== answer;
}

async function showSpace(place) {
  const { usage } = (await navigator.storage?.estimate?.()) ?? {};
  const space = place.querySelector("[data-space]");
  if (!usage) return;
  space.textContent = space.textContent.replace("{size}", new Intl.NumberFormat(document.documentElement.lang, ONE_DECIMAL).format(usage / MEGABYTE));
  space.hidden = false;
}

function thisDevice(place) {
  place.hidden = false;
  const show = () => Promise.all(Object.keys(ANSWERS).map((name) => showAnswer(place, name)));
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event;
    show();
  });
  addEventListener("appinstalled", () => {
    offer = null;
    show();
  });
  navigator.serviceWorker?.ready.then(show);
  place.querySelector("[data-install]").addEventListener("click", () => offer?.prompt());
  place.querySelector("[data-keep]").addEventListener("click", async () => {
    await navigator.storage?.persist?.();
    show();
  });
  show();
  showSpace(place);
}

startOn("this_device", thisDevice);
