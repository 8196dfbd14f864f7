/* Whether this phone fetches what it needs without a network: by itself where that costs its player nothing, else if the player
   says so, in one line on a sheet. */
import { onAct, showState } from "./set_up_progress.js";
import { WANTED } from "./phone_store.js";
import { copyOf, showNotice } from "../../../static/js/offline/offline_words.js";
import { items } from "../../../static/js/offline/outbox_store.js";
import { remember, remembered } from "../../../static/js/app/phone_memory.js";

const LINE = "play-on";

const isOffered = document.querySelector('a[href$="/along"]') !== null; /* On a sheet that this phone can score on. */

const costsNothing = ({ type, saveData } = {}) => ["wifi", "ethernet"].includes(type) && !saveData;

/* Whether the match of this page is to be taken along. */
export function isWanted() {
  const said = remembered(WANTED);
  return isOffered && "CompressionStream" in window && (said === "yes" || (said !== "no" && costsNothing(navigator.connection)));
}

/* After the first hand, once, and whenever something waits. */
async function isDue() {
  if (!isOffered || !("CompressionStream" in window) || isWanted()) return false;
  return (await items()).length > 0 || (remembered(WANTED) === null && document.querySelector(".hand-table") !== null);
}

/* Shows the line; *take* fetches what its player wants. */
export async function offerProgram(take) {
  if (document.querySelector(`[data-notice="${LINE}"]`) || !(await isDue())) return;
  const place = await copyOf(LINE);
  if (!place) return; /* The sentences of a release before. */
  onAct(place, "take", async () => {
    remember(WANTED, "yes");
    navigator.storage?.persist?.(); /* Firefox asks its user, who may never answer. */
    showState(place, "fetching");
    await take().then(() => showState(place, "taken"), () => showState(place, "failed"));
  });
  await showNotice(LINE, place);
  if (remembered(WANTED) === null) remember(WANTED, "asked");
}
