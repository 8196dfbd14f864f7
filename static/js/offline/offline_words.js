/* Sentences for pages that don't have them: they are on the page /unsent, which every phone stores. Where this phone's own
   Python answers, it has that page too, in the language that was chosen since. */
import addStyles from "../app/add_styles.js";
import { clockTime, onServersClock } from "../app/server_clock.js";
import { root } from "./register_worker.js";

let page = null;

const sentencesUrl = new URL("unsent", root).href;
const isAnsweredHere = () => window.top !== window && !document.documentElement.dataset.stored;
const storedSentences = () => caches.match(sentencesUrl, { ignoreVary: true, ignoreSearch: true });

async function answeredSentences() {
  const reply = await fetch(sentencesUrl).catch(() => null);
  return reply?.ok ? reply : storedSentences();
}

async function fetchPage() {
  const reply = await (isAnsweredHere() ? answeredSentences() : storedSentences());
  return new DOMParser().parseFromString((await reply?.text()) ?? "", "text/html");
}

/* A copy of what the template *name* holds; null if there is none. */
export async function copyOf(name) {
  page ??= fetchPage();
  const found = (await page).getElementById(name)?.content.firstElementChild;
  return found ? document.importNode(found, true) : null;
}

/* Replaces {placeholders} in the text of an element. */
export function fillPlaceholders(element, values) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data } = walker.currentNode;
    walker.currentNode.data = data.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  }
  return element;
}

const dayOf = (time) => onServersClock(time).toJSON().slice(0, 10);

/* "20:14", or with the day if it is another one. */
export const moment = (time) => clockTime(time, dayOf(time) === dayOf(Date.now()) ? {} : { dateStyle: "medium" });

let styled = null;

const FILLED_IN = '.entry, form[data-module~="single_submit"]:not(.post)';

/* The bar at the bottom, if it stays there. */
const barOf = () => [...document.querySelectorAll(".actions")].find((each) => getComputedStyle(each).position !== "static");

/* Where something is entered, the notices come below it, and else above the buttons of the bar: nothing that can be tapped
   moves, whenever they come or go. */
function placeNotices() {
  const place = Object.assign(document.createElement("div"), { className: "offline-notices" });
  place.dataset.own = "";
  const main = document.getElementById("main");
  const bar = barOf();
  const hands = main.querySelector(".entry__hands");
  if (hands) hands.after(place);
  else if (main.querySelector(FILLED_IN)) main.append(place);
  else if (bar) bar.append(place);
  else main.before(place);
  return place;
}

/* Shows *element* in the place of the notice with the same name; null takes that away. */
export async function showNotice(name, element) {
  if (element) styled ??= addStyles("notices.css");
  await styled; /* Also to take one away: the one before may still wait for its styles. */
  document.querySelector(`[data-notice="${name}"]`)?.remove();
  if (!element) return;
  element.dataset.notice = name;
  (document.querySelector(".offline-notices") ?? placeNotices()).append(element);
}
