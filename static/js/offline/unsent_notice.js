/* On every page: how much is not sent yet. On the sheet also what it is. */
import { reopen, settle } from "../app/drafts.js";
import { copyOf, fillPlaceholders, showNotice } from "./offline_words.js";
import { handsAdded, isFilledIn } from "./outbox_forms.js";
import { items, tellTakenOut } from "./outbox_store.js";
import { root, tellWorker } from "./register_worker.js";
import { unconfirmedForms } from "./unconfirmed_forms.js";

const UNSENT = "unsent";

const isHere = (item) => location.pathname === new URL(item.queue, root).pathname;
const isChosenHere = () => document.querySelector('[name="replaces"]') !== null;

const isRefused = ({ state }) => state === "refused";

/* The sheet says what was refused; what waits is a row of it. */
function tellOne(notice, all) {
  const one = all.find((item) => isHere(item) && isRefused(item));
  const line = notice.querySelector("[data-one]");
  line.textContent = one ? one.said.join(" · ") : "";
  line.hidden = !line.textContent;
}

/* The entry of the form that the server has just refused with this page; blank if none or once the outbox has forgotten it. */
let refusedEntry = document.documentElement.dataset.refused ?? "";

const isFilledInHere = () =>
  [...document.querySelectorAll('[name="entry"], [name="replaces"]')].some(({ value }) => value === refusedEntry);

/* Only a page that is seen says so: until then the phone keeps what was refused. */
function tellRefused() {
  if (document.hidden) document.addEventListener("visibilitychange", tellRefused, { once: true });
  else tellWorker({ type: "shown", entry: refusedEntry, isThere: isFilledInHere() });
}

/* What is not this page's own. What waits is not a draft any more; what is on this page is one again. */
function withoutOwn(all) {
  const others = all.filter(({ entry }) => entry !== refusedEntry || !isFilledInHere());
  for (const { entry } of others) settle(entry);
  if (refusedEntry && !all.some(({ entry }) => entry === refusedEntry)) {
    reopen(refusedEntry);
    refusedEntry = "";
  }
  return others;
}

/* How many forms have to be looked at. Those that may be of another site are told of only where there is nothing else: they
   must not hide what the player has entered. */
const countToCheck = async (all) =>
  all.length ? all.filter((item) => isRefused(item)).length : (await unconfirmedForms().catch(() => [])).length;

/* Where something is entered, there is room for a short line only. */
function kindOfWaiting(all) {
  if (document.querySelector(".entry, .half") || all.some((item) => !isFilledIn(item) || handsAdded(item) !== 1)) return "waiting";
  return all.length === 1 ? "hand" : "hands";
}

async function unsentNotice(sending) {
  const all = withoutOwn(await items().catch(() => []));
  navigator.setAppBadge?.(all.length).catch(() => {}); /* On the icon of the installed app. */
  const toCheck = await countToCheck(all);
  if (!(all.length || toCheck) || isChosenHere()) return null;
  const kind = toCheck ? "refused" : sending && navigator.onLine ? "sending" : kindOfWaiting(all);
  const notice = await copyOf(`unsent-${kind}`);
  if (!notice) return null;
  fillPlaceholders(notice, { count: toCheck || all.length });
  tellOne(notice, all);
  return notice;
}

const TAKEN_OUT = "taken-out";

/* The sheet says what an undo has taken out of the outbox, once. */
async function showTakenOut() {
  const queue = location.pathname.slice(root.pathname.length);
  const what = await tellTakenOut(queue).catch(() => null);
  const notice = what === null ? null : await copyOf(TAKEN_OUT);
  if (notice) showNotice(TAKEN_OUT, fillPlaceholders(notice, { what }));
}

let lookUps = 0;

/* What was looked up last is shown: an answer that comes later than that is out of date. */
async function showUnsent(sending) {
  lookUps += 1;
  const turn = lookUps;
  const notice = await unsentNotice(sending);
  if (turn === lookUps) await showNotice(UNSENT, notice);
}

if (!document.querySelector('[data-module~="unsent_list"]')) {
  navigator.serviceWorker.addEventListener("message", ({ data }) => data.type === "outbox" && showUnsent(data.sending));
  addEventListener("pageshow", () => showUnsent());
  showUnsent();
  showTakenOut();
  if (refusedEntry) tellRefused();
}
