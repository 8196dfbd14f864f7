/* Sentences for pages that don't have them: they are on the page /unsent, which every phone stores. */
import { root } from "./register_worker.js";

let page = null;

async function fetchPage() {
  const reply = await caches.match(new URL("unsent", root), { ignoreVary: true, ignoreSearch: true });
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

/* Shows *element* above the content of the page, in the place of the one with the same name. */
export function showAbove(name, element) {
  document.querySelector(`[data-above="${name}"]`)?.remove();
  if (!element) return;
  element.dataset.above = name;
  document.getElementById("main").before(element);
}
