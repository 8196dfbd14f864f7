/* A page that was seen before and is shown without a network says how old it is, and comes anew once there is one. */
import { copyOf, fillPlaceholders, moment, showNotice } from "./offline_words.js";
import { root } from "./register_worker.js";

const STORED = "stored";
const ASK_AGAIN = 10_000;

const { stored, ahead } = document.documentElement.dataset;

const hasForm = () => document.querySelector("form:not(.post)") !== null;

async function showAge() {
  const notice = await copyOf("stored-page");
  if (notice) showNotice(STORED, fillPlaceholders(notice, { time: moment(Number(stored)) }));
}

/* Where a page numbers the next hand. */
const NUMBERED = location.pathname.endsWith("/hands/new") ? "h1, title" : '.actions a[href*="/hands/new"]:first-child';

/* Hands that were entered since then come before it. */
function countOn() {
  for (const place of document.querySelectorAll(NUMBERED)) {
    const text = document.createTreeWalker(place, NodeFilter.SHOW_TEXT).nextNode();
    text.data = text.data.replace(/\d+/, (number) => Number(number) + Number(ahead));
  }
}

/* What is being filled in stays; anything else is fetched anew. */
function fetchAnew() {
  if (hasForm()) showNotice(STORED, null);
  else location.reload();
}

async function isReached() {
  try {
    return (await fetch(new URL("outbox/token", root), { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

async function askAgain() {
  if (!document.hidden && (await isReached())) return fetchAnew();
  return setTimeout(askAgain, ASK_AGAIN);
}

if (stored) {
  showAge();
  countOn();
  setTimeout(askAgain, ASK_AGAIN);
  addEventListener("online", async () => (await isReached()) && fetchAnew());
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.type === "newer" && data.url === location.href.split("#")[0]) fetchAnew();
  });
}
