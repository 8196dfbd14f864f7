/* A page that follows the table: it asks its own address what is new, and puts what differs in its place. */
import { holding, morph } from "./morph.js";

const SOON = 2_000;
const SELDOM = 10_000;
const QUIET = 600_000; /* So long without a change: the table was left. */
const LATE = 5_000;
const PATIENCE = 15_000;
const ELSEWHERE = "elsewhere"; /* Why a question was dropped that did not fail. */

const PARTS = [".top", ".main", ".actions"];
const CLOCK = { timeStyle: "short" };

function renew(page) {
  document.title = page.title;
  for (const part of PARTS) {
    const [old, fresh] = [document, page].map((each) => each.querySelector(part));
    if (old && fresh) morph(old, fresh);
    else if (fresh) document.body.append(fresh);
    else old?.remove();
  }
}

export default function live(main) {
  const announced = document.getElementById("announced");
  const unreached = document.getElementById("unreached");
  let { etag = "" } = main.dataset;
  let answered = Date.now();
  let changed = answered;
  let notBefore = 0;
  let failures = 0;
  let asking = null;
  let timer = 0;
  let over = false;

  function say(sentence) {
    if (unreached.textContent !== sentence) unreached.textContent = sentence;
    unreached.hidden = !sentence;
  }

  function sayLate() {
    const since = new Date(answered).toLocaleTimeString(document.documentElement.lang, CLOCK);
    say(unreached.dataset.late.replace("{time}", since));
  }

  function place(text) {
    const page = new DOMParser().parseFromString(text, "text/html");
    if (!page.querySelector('main[data-module~="live"]')) throw new Error("This is another page.");
    const { announce } = main.dataset;
    holding(main, () => renew(page));
    if (main.dataset.announce !== announce) announced.textContent = main.dataset.announce ?? "";
    changed = Date.now();
  }

  async function take(reply) {
    notBefore = Date.now() + 1_000 * (Number(reply.headers.get("Retry-After")) || 0);
    over = reply.status === 404;
    if (over) return say(unreached.dataset.gone);
    if (!reply.ok && reply.status !== 304) throw new Error(`The server answers ${reply.status}.`);
    if (reply.ok) place(await reply.text());
    etag = reply.headers.get("ETag") ?? etag;
    answered = Date.now();
    failures = 0;
    say("");
  }

  function fail() {
    failures += 1;
    if (failures > 1 || Date.now() - answered > LATE) sayLate();
  }

  async function ask() {
    if (over || asking || document.hidden) return;
    asking = new AbortController();
    const { signal } = asking;
    const late = setTimeout(sayLate, LATE);
    const end = setTimeout(() => asking.abort(), PATIENCE);
    try {
      const headers = etag ? { "If-None-Match": etag } : {};
      await take(await fetch(location.href, { headers, cache: "no-store", signal }));
    } catch {
      if (signal.reason !== ELSEWHERE) fail();
    }
    clearTimeout(late);
    clearTimeout(end);
    asking = null;
    askIn(signal.reason === ELSEWHERE ? 0 : Date.now() - changed < QUIET ? SOON : SELDOM);
  }

  /* The server may have said how long to wait. */
  function askIn(pause) {
    clearTimeout(timer);
    timer = setTimeout(ask, Math.max(pause, notBefore - Date.now()));
  }

  /* What was asked before the phone slept, or the network went, may never be answered. */
  function askNow() {
    if (asking) asking.abort(ELSEWHERE);
    else askIn(0);
  }

  document.addEventListener("visibilitychange", askNow);
  addEventListener("online", askNow);
  addEventListener("pageshow", (event) => event.persisted && askNow());
  askIn(SOON);
}
