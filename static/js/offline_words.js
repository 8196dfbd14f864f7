/* Sentences for pages that don't have them: they are on the page /unsent, which every phone stores. Where this phone's own
   Python answers, it has that page too, in the language that was chosen since. */
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

const isToday = (at) => at.toDateString() === new Date().toDateString();

/* "20:14", or with the day if it is another one. */
export function moment(time) {
  const at = new Date(time);
  const style = isToday(at) ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(document.documentElement.lang, style).format(at);
}

let styled = null;

/* Pages do without these styles until there is something to say. */
function addStyles() {
  return new Promise((resolve) => {
    const href = new URL("notices.css", import.meta.url).href;
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
    document.head.append(link);
  });
}

function placeAbove() {
  const place = Object.assign(document.createElement("div"), { className: "above" });
  document.getElementById("main").before(place);
  return place;
}

/* Shows *element* above the content of the page, in the place of the one with the same name; null takes it away. */
export async function showAbove(name, element) {
  if (element) await (styled ??= addStyles());
  document.querySelector(`[data-above="${name}"]`)?.remove();
  if (!element) return;
  element.dataset.above = name;
  (document.querySelector(".above") ?? placeAbove()).append(element);
}
