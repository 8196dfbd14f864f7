/* The page around the app while this phone answers by itself: it owns the worker, which so outlives each page in the frame. */
import { items } from "../../../static/js/offline/outbox_store.js";
import { chosenSettings } from "./phone_store.js";
import { finishHere, letTakeOver, lookForNewer, onTakenOver } from "./newer_site.js";
import { isOurs } from "../../../static/js/offline/our_answers.js";
import { ignore, programHere, PYTHON_LOCK } from "./programs.js";
import { rememberDisplay, showDisplay } from "./phone_display.js";
import { PythonThread } from "./python_thread.js";
import { inPicked, rememberLanguage } from "./site_language.js";

const LOOK_FOR_SERVER = 15_000;

const site = new URL("../", location.href).href;
const isAlone = Boolean(document.documentElement.dataset.alone);
const frame = document.getElementById("app");
const [state, said, steps, cancel, again] = ["state", "said", "steps", "cancel", "again"].map((id) => document.getElementById(id));

const pathIn = (url) => url.slice(site.length);
const asked = () => site + location.hash.slice(1);

showDisplay();

let python = null;
let isReady = false;
let isLeaving = false;

/* Python does not run: *why* names the sentence. Pages are shown as they were seen last. */
function stopPython(why) {
  python?.end();
  python = null;
  said.textContent = said.dataset[why];
  steps.hidden = true;
  cancel.hidden = true;
  again.hidden = false;
}

const frameShows = (selector) => frame.contentDocument?.querySelector(selector) !== null;

/* What is being filled in stays on the screen. */
const isBusy = () => frameShows("form:not(.post)");

/* A page as it was seen last is fetched anew. */
function renewFrame() {
  if (frameShows("html[data-stored]") && !isBusy()) frame.contentWindow.location.reload();
}

async function start() {
  python = new PythonThread(site, (count) => { steps.value += count; });
  try {
    await python.call("start");
    isReady = true;
    state.hidden = true;
    renewFrame();
    frame.addEventListener("load", renewFrame, { once: true }); /* It was asked for before Python ran. */
    if (isAlone) finishHere(site); /* Python starts with its modules until then. */
  } catch {
    if (python) stopPython("failed");
  }
}

/* As long as this page is open, no newer program takes the place of the one that it runs. */
function hasProgramInUse() {
  return new Promise((inUse) => {
    navigator.locks.request(PYTHON_LOCK, { mode: "shared" }, () => new Promise(() => inUse()));
  });
}

/* Without a server only this phone has what was entered: it says so if there is no space to keep it. */
function sayWhetherKept({ isFull }) {
  state.hidden = !isFull;
  steps.hidden = true;
  cancel.hidden = true;
  if (isFull) said.textContent = said.dataset.full;
}

async function answer({ request, body }, port) {
  const asking = { request: { ...request, headers: inPicked(request.headers) }, body };
  const given = (await python?.call("answer", asking).catch(ignore)) ?? null;
  if (isAlone && given) sayWhetherKept(given);
  port.postMessage(given, given ? [given.body.buffer] : []);
}

/* Has Python take in what has changed, once it runs. */
async function tellPython() {
  await python?.call("take").catch(ignore);
}

const MESSAGES = {
  owner: (_data, port) => port.postMessage({ isOwner: python !== null, isReady }, []),
  relay: answer,
  sent: () => tellPython().then(leaveUnlessBusy),
  moved: tellPython,
  kept: tellPython,
  forgetQueue: tellPython,
  outbox: () => leaveUnlessBusy(),
};

navigator.serviceWorker.addEventListener("message", ({ data, ports }) => MESSAGES[data?.type]?.(data, ports[0]));
navigator.serviceWorker.startMessages();

async function isServerThere() {
  try {
    const reply = await fetch(`${site}health`, { cache: "no-store", signal: AbortSignal.timeout(2_000) });
    return reply.ok && isOurs(reply);
  } catch {
    return false;
  }
}

/* Whether something waits that will be sent by itself. What the server has refused is shown on its pages. */
async function isSending() {
  if (await chosenSettings()) return true;
  const all = await items();
  const refused = new Set(all.filter(({ state: became }) => became === "refused").map(({ queue }) => queue));
  return all.some(({ queue }) => !refused.has(queue));
}

/* With a network, and nothing to be sent, the server answers again. */
async function leave() {
  if (isAlone) return;
  if ((await isSending()) || !(await isServerThere()) || isLeaving) return;
  isLeaving = true;
  location.replace(frame.contentWindow.location.href);
}

const leaveUnlessBusy = () => !isBusy() && leave();

function shown() {
  const { href } = frame.contentWindow.location;
  if (!href.startsWith(site)) return;
  document.title = frame.contentDocument.title;
  rememberDisplay(frame.contentDocument.documentElement);
  showDisplay();
  if (isAlone) rememberLanguage(frame.contentDocument.documentElement);
  history.replaceState(null, "", `#${pathIn(href)}`);
  leaveUnlessBusy();
}

async function openFrame() {
  if (isAlone) await letTakeOver().catch(() => {});
  if (!(await programHere(site))) {
    location.replace(asked());
    return;
  }
  frame.addEventListener("load", shown);
  await hasProgramInUse();
  if (again.hidden) start(); /* Not if it was cancelled before. */
  frame.src = asked();
}

cancel.addEventListener("click", () => stopPython("cancelled"));
again.addEventListener("click", () => location.reload());
addEventListener("online", leaveUnlessBusy);
setInterval(() => document.hidden || leaveUnlessBusy(), LOOK_FOR_SERVER);

/* Without a server nothing else asks for a newer program while this page stays open. */
if (isAlone) onTakenOver(() => isReady || location.reload()); /* Nothing can have been filled in yet. */
const lookAlone = () => isAlone && !document.hidden && lookForNewer();
addEventListener("online", lookAlone);
document.addEventListener("visibilitychange", lookAlone);
openFrame();
