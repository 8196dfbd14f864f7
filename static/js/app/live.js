/* A live page: polls its own address and updates what has changed. */
import { holding, morph } from "./morph.js";
import { clockTime } from "./server_clock.js";
import startOn from "./start_on.js";

const SOON = 2_000;
const SELDOM = 10_000;
const QUIET = 600_000; /* Without a change for this long, it polls less often. */
const LATE = 5_000;
const LONGEST_WAIT = 15_000;
const LONGEST_PAUSE = 60_000;
const ELSEWHERE = "elsewhere"; /* The reason for aborting a request that did not fail. */

const PARTS = [".top", ".main", ".actions"];

/* A bar may go, because its phone can't keep score any more. What the phone itself says there moves above the page. */
function takeAway(part) {
  document.getElementById("main").before(...part.querySelectorAll("[data-own]"));
  part.remove();
}

function renew(page) {
  document.title = page.title;
  for (const part of PARTS) {
    const [old, fresh] = [document, page].map((each) => each.querySelector(part));
    if (old && fresh) morph(old, fresh);
    else if (fresh) document.body.append(fresh);
    else if (old) takeAway(old);
  }
}

class LivePage {
  constructor(main) {
    this.main = main;
    this.announced = document.getElementById("announced");
    this.unreached = document.getElementById("unreached");
    this.etag = main.dataset.etag ?? "";
    this.answered = Date.now();
    this.changed = this.answered;
    this.notBefore = 0;
    this.failures = 0;
    this.asking = null;
    this.timer = 0;
    this.isOver = false;
  }

  start() {
    document.addEventListener("visibilitychange", () => this.askNow());
    addEventListener("online", () => this.askNow());
    addEventListener("pageshow", (event) => event.persisted && this.askNow());
    this.askIn(SOON);
  }

  say(sentence) {
    const { unreached } = this;
    if (unreached.textContent !== sentence) unreached.textContent = sentence;
    unreached.hidden = !sentence;
  }

  sayLate() {
    this.say(this.unreached.dataset.late.replace("{time}", clockTime(this.answered)));
  }

  place(text, url) {
    const { main } = this;
    const page = new DOMParser().parseFromString(text, "text/html");
    if (!page.querySelector('main[data-module~="live"]')) throw new Error("This is another page.");
    if (page.body.className !== document.body.className) return location.replace(url); /* Another view of the sheet. */
    const { announce } = main.dataset;
    holding(main, () => renew(page));
    if (main.dataset.announce !== announce) this.announced.textContent = main.dataset.announce ?? "";
    this.changed = Date.now();
  }

  async take(reply) {
    this.notBefore = Date.now() + 1_000 * (Number(reply.headers.get("Retry-After")) || 0);
    const access = reply.headers.get("X-Access");
    if (!access) throw new Error("This is another server.");
    this.isOver = access === "gone";
    if (this.isOver) {
      this.say(this.unreached.dataset.gone);
      return;
    }
    if (!reply.ok && reply.status !== 304) throw new Error(`The server answers ${reply.status}.`);
    if (reply.ok) this.place(await reply.text(), reply.url);
    this.etag = reply.headers.get("ETag") ?? this.etag;
    this.answered = Date.now();
    this.failures = 0;
    this.say("");
    delete document.documentElement.dataset.stored;
  }

  fail() {
    this.failures += 1;
    if (this.failures > 1 || Date.now() - this.answered > LATE) this.sayLate();
  }

  async ask() {
    if (this.isOver || this.asking || document.hidden) return;
    const asking = new AbortController();
    this.asking = asking;
    const late = setTimeout(() => this.sayLate(), LATE);
    const end = setTimeout(() => asking.abort(), LONGEST_WAIT);
    try {
      await this.take(await this.fetch(asking.signal));
    } catch {
      if (asking.signal.reason !== ELSEWHERE) this.fail();
    }
    clearTimeout(late);
    clearTimeout(end);
    this.asking = null;
    this.askIn(asking.signal.reason === ELSEWHERE ? 0 : this.pause);
  }

  fetch(signal) {
    const headers = this.etag ? { "If-None-Match": this.etag } : {};
    return fetch(location.href, { headers, cache: "no-store", signal });
  }

  /* Without an answer, twice as long each time. */
  get pause() {
    const usual = Date.now() - this.changed < QUIET ? SOON : SELDOM;
    return Math.min(usual * 2 ** this.failures, LONGEST_PAUSE);
  }

  /* Waits at least as long as the server asked for. */
  askIn(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), Math.max(pause, this.notBefore - Date.now()));
  }

  /* A request from before the phone slept, or lost its network, may never be answered. */
  askNow() {
    if (this.asking) this.asking.abort(ELSEWHERE);
    else this.askIn(0);
  }
}

startOn("live", (main) => new LivePage(main).start());
