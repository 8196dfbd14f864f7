/* Whether a match can be taken along on this device, for the page that says what it can do; and the button that removes what
   was taken along. */
import startOn from "../../../static/js/app/start_on.js";
import { takenAt, takenKeys } from "../../../static/js/offline/taken_store.js";
import { showAnswer } from "../../../static/js/offline/this_device.js";
import { forgetMatch, isMatch, removeProgram, wantNoMore } from "./phone_store.js";
import { programHere } from "./programs.js";

const appRoot = new URL("../../", import.meta.url).href;
const RUNS_PYTHON = ["CompressionStream", "WebAssembly", "Worker"];
const SPACE_OF_PROGRAM = 50_000_000; /* What is fetched, compiled, and the memory of Python, compressed. */

async function hasSpace() {
  const { usage = 0, quota = Infinity } = (await navigator.storage?.estimate?.()) ?? {};
  return quota - usage >= SPACE_OF_PROGRAM;
}

const storesDatabases = () => takenKeys().then(() => true, () => false);

async function canBeTaken() {
  if (!isSecureContext) return "insecure";
  if (!RUNS_PYTHON.every((name) => name in window)) return "old";
  if (!navigator.serviceWorker || !(await storesDatabases())) return "private";
  if (await programHere(appRoot)) return "here";
  return (await hasSpace()) ? "able" : "full";
}

/* Removes what was taken along, except a match that was not sent yet. */
async function removeTaken() {
  wantNoMore();
  let isLeft = false;
  for await (const key of (await takenKeys()).filter(isMatch)) {
    if ((await takenAt(key))?.isLocal) isLeft = true;
    else await forgetMatch(key);
  }
  if (!isLeft) await removeProgram();
  navigator.serviceWorker.controller?.postMessage({ type: "removed" }, []); /* For Python, if a tab runs it. */
}

function programOnDevice(place) {
  const show = () => showAnswer(place, "along", canBeTaken);
  navigator.serviceWorker?.addEventListener("controllerchange", show);
  place.querySelector("[data-remove]")?.addEventListener("click", () => removeTaken().then(show));
  show();
}

startOn("program_here", programOnDevice);
