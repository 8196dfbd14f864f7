/* A page that was seen before and is shown without a network says how old it is, and comes anew once there is one. */
import { copyOf, fillPlaceholders, moment, showNotice } from "./offline_words.js";
import { isOurs } from "./our_answers.js";
import { root } from "./register_worker.js";

const STORED = "stored";
const ASK_AGAIN = 5_000;
const ASK_SELDOM = 20_000;

const shownPage = document.documentElement;
const isStored = () => "stored" in shownPage.dataset; /* A page that polls becomes the newest one by itself. */

const hasForm = () => document.querySelector("form:not(.post)") !== null;

async function showAge() {
  const time = Number(shownPage.dataset.stored);
  const notice = await copyOf(time ? "stored-page" : "stored-page-undated");
  if (notice && isStored()) showNotice(STORED, time ? fillPlaceholders(notice, { time: moment(time) }) : notice);
}

/* What is being filled in stays; anything else is fetched anew. */
function fetchAnew() {
  if (hasForm()) showNotice(STORED, null);
  else if (isStored()) location.reload();
}

async function isReached() {
  try {
    const reply = await fetch(new URL("outbox/token", root), { cache: "no-store" });
    return reply.ok && isOurs(reply);
  } catch {
    return false;
  }
}

async function askAgain(pause) {
  if (!isStored()) return undefined;
  if (!document.hidden && (await isReached())) return fetchAnew();
  return setTimeout(askAgain, pause, Math.min(2 * pause, ASK_SELDOM));
}

function hideAge() {
  if (!isStored()) showNotice(STORED, null);
}

if (isStored()) {
  showAge();
  new MutationObserver(hideAge).observe(shownPage, { attributeFilter: ["data-stored"] });
  setTimeout(askAgain, ASK_AGAIN, 2 * ASK_AGAIN);
  addEventListener("online", async () => (await isReached()) && fetchAnew());
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.type === "newer" && data.url === location.href.split("#")[0]) fetchAnew();
  });
}
