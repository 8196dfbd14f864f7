/* A page that was seen before and is shown without a network says how old it is, and comes anew once there is one. */
import { copyOf, fillPlaceholders, moment, showAbove } from "./offline_words.js";
import { items } from "./outbox_store.js";
import { root } from "./register_worker.js";

const STORED = "stored";
const ASK_AGAIN = 10_000;

const { stored } = document.documentElement.dataset;

const isForm = () => document.querySelector("form:not(.post)") !== null;
const queue = () => location.pathname.slice(root.pathname.length).split("/").slice(0, 2).join("/");

async function showAge() {
  const notice = await copyOf("stored-page");
  if (notice) showAbove(STORED, fillPlaceholders(notice, { time: moment(Number(stored)) }));
}

/* A form for the next hand: hands that wait come before it. */
async function countOn() {
  if (!/\/(?:hands|lines)\/new$/.test(location.pathname)) return;
  const added = (item) => item.queue === queue() && /\/hands\/new\b/.test(item.url);
  const before = (await items().catch(() => [])).filter((item) => added(item)).length;
  const counted = (said) => said.replace(/\d+/, (number) => Number(number) + before);
  const heading = document.querySelector("h1");
  heading.textContent = counted(heading.textContent);
  document.title = counted(document.title);
}

/* What is being filled in stays; anything else is fetched anew. */
function fetchAnew() {
  if (isForm()) showAbove(STORED, null);
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
