/* The first page of a site without a server: sets this phone up once, then opens the app. */
import { showDisplay } from "./phone_display.js";
import { programHere } from "./programs.js";
import { onAct, setUpShown, showState } from "./set_up_progress.js";
import startOn from "../../../static/js/app/start_on.js";

showDisplay();

const folder = new URL("./", location.href).href;
const openApp = () => location.replace(`${folder}phone/#`);

/* Which part of the page holds; null once the app is there. */
async function found() {
  if (!navigator.serviceWorker || !window.DecompressionStream) return "unable";
  await navigator.serviceWorker.register(`${folder}sw.js`, { updateViaCache: "none" });
  await navigator.serviceWorker.ready;
  return (await programHere(folder)) ? null : "offered";
}

async function showFound(place) {
  const state = await found().catch(() => "failed");
  if (state) showState(place, state);
  else openApp();
}

async function setUp(place) {
  const abort = new AbortController();
  onAct(place, "cancel", () => abort.abort());
  showState(place, "fetching");
  await setUpShown(place, folder, abort.signal).then(openApp, () => showState(place, abort.signal.aborted ? "offered" : "failed"));
}

startOn("set_up_site", (place) => {
  onAct(place, "set-up", () => setUp(place));
  showFound(place);
});
