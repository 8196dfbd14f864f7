/* The first page of a site without a server: sets this phone up once the visitor wants to try it, then opens the app. */
import { showDisplay } from "./phone_display.js";
import { programHere } from "./programs.js";
import { ownLanguage, pickLanguage } from "./site_language.js";
import { onAct, setUpShown, showState } from "./set_up_progress.js";
import startOn from "../../../static/js/app/start_on.js";

showDisplay();

const folder = new URL("./", document.querySelector("link[rel=manifest]").href).href;
const isAble = Boolean(navigator.serviceWorker && window.CompressionStream);

const registered = () =>
  navigator.serviceWorker.register(`${folder}sw.js`, { updateViaCache: "none" }).then(() => navigator.serviceWorker.ready);

async function setUp(place) {
  const abort = new AbortController();
  onAct(place, "cancel", () => abort.abort());
  showState(place, "fetching");
  try {
    await registered();
    await setUpShown(place, folder, abort.signal);
    location.replace(`${folder}phone/#matches/new`);
  } catch {
    showState(place, abort.signal.aborted ? "offered" : "failed");
  }
}

async function showHere(place) {
  if (await programHere(folder)) showState(place, "here");
  await registered();
}

startOn("set_up_site", (place) => {
  onAct(place, "set-up", () => setUp(place));
  showState(place, isAble ? "offered" : "unable");
  if (isAble) showHere(place).catch(() => {}); /* It is tried again with the button. */
});

const links = [...document.querySelectorAll("a[hreflang]")];
for (const link of links) link.addEventListener("click", () => pickLanguage(link.hreflang));

startOn("own_language", () => {
  const own = ownLanguage(links.map(({ hreflang }) => hreflang));
  if (own && own !== document.documentElement.lang) location.replace(links.find(({ hreflang }) => hreflang === own).href);
});
