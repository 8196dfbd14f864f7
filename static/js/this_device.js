/* What this device can do without a network, and how Deadwood is installed on it. */
import { forgetMatch, isMatch, removeProgram, takenAt, takenKeys } from "./phone_store.js";
import { programHere } from "./programs.js";
import startOn from "./start_on.js";

const appRoot = new URL("../../", import.meta.url).href;
const RUNS_PYTHON = ["DecompressionStream", "WebAssembly", "Worker"];

async function hasSpace() {
  const { usage = 0, quota = Infinity } = (await navigator.storage?.estimate?.()) ?? {};
  return quota - usage >= SPACE_OF_PROGRAM;
}

const storesDatabases = () => takenKeys().then(() => true, () => false);

const MEGABYTE = 1_000_000;
const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const SPACE_OF_PROGRAM = 140 * MEGABYTE; /* Unpacked, compiled, and the memory of Python. */

let offer = null;

const isInstalled = () => matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;
const isApple = () => /iPhone|iPad|iPod/.test(navigator.userAgent) || ("standalone" in navigator && navigator.maxTouchPoints > 1);

/* Which sentence holds for each question. */
const ANSWERS = {
  secure: () => (isSecureContext ? "yes" : "no"),
  worker: async () => {
    if (!navigator.serviceWorker) return "no";
    return (await navigator.serviceWorker.getRegistration()) ? "yes" : "later";
  },
  storage: async () => {
    if (!navigator.storage?.persisted) return "unknown";
    return (await navigator.storage.persisted()) ? "yes" : "no";
  },
  along: async () => {
    if (!isSecureContext) return "insecure";
    if (!RUNS_PYTHON.every((name) => name in window)) return "old";
    if (!navigator.serviceWorker || !(await storesDatabases())) return "private";
    if (await programHere(appRoot)) return "here";
    return (await hasSpace()) ? "able" : "full";
  },
  installed: () => {
    if (isInstalled()) return "yes";
    if (offer) return "offered";
    return isApple() ? "apple" : "menu";
  },
};

async function showAnswer(place, name) {
  const answer = await ANSWERS[name]();
  for (const each of place.querySelectorAll(`[data-${name}]`)) each.hidden = each.dataset[name] !== answer;
}

/* Removes what was taken along, except a match that was not sent yet. */
async function removeTaken() {
  let isLeft = false;
  for await (const key of (await takenKeys()).filter(isMatch)) {
    if ((await takenAt(key))?.isLocal) isLeft = true;
    else await forgetMatch(key);
  }
  if (!isLeft) await removeProgram();
  navigator.serviceWorker.controller?.postMessage({ type: "removed" }, []); /* For Python, if a tab runs it. */
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
  navigator.serviceWorker?.addEventListener("controllerchange", show);
  place.querySelector("[data-install]").addEventListener("click", () => offer?.prompt());
  place.querySelector("[data-keep]").addEventListener("click", async () => {
    await navigator.storage?.persist?.();
    show();
  });
  place.querySelector("[data-remove]")?.addEventListener("click", () => removeTaken().then(show));
  show();
  showSpace(place);
}

startOn("this_device", thisDevice);
