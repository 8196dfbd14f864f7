/* The page around the app while this phone answers by itself: it owns the worker, which so outlives each page in the frame. */
import { items } from "../../../static/js/offline/outbox_store.js";
import { chosenSettings } from "./phone_store.js";
import { finishHere, letTakeOver, lookForNewer, onTakenOver } from "./newer_site.js";
import { isOurs } from "../../../static/js/offline/our_answers.js";
import { ignore, NOT_HERE, programHere, PYTHON_LOCK } from "./programs.js";
import { rememberDisplay, showDisplay } from "./phone_display.js";
import { PythonThread } from "./python_thread.js";
import { inPicked, rememberLanguage } from "./site_language.js";

const LOOK_FOR_SERVER = 15_000;
const FULL = "full";

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
    if ((await python.call("start")) === NOT_HERE) return;
    isReady = true;
    state.hidden = true;
    renewFrame();
    frame.addEventListener("load", renewFrame, { once: true }); /* It was asked for before Python ran. */
    if (isAlone) finishHere(site); /* Python starts with its modules until then. */
  } catch {
    if (python) stopPython("failed");
  }
}

/* Only one tab runs Python: each of two would overwrite what the other keeps. The others show what that one answers. */
async function isElsewhere() {
  const { held } = await navigator.locks.query();
  return held.some(({ name }) => name === PYTHON_LOCK);
}

let release = ignore;
let isTakingOver = false;

/* Another tab runs Python from now on: the browser had frozen this one. */
function handOver() {
  python?.end(NOT_HERE);
  python = null;
  isReady = false;
}

function startHere() {
  isTakingOver = false;
  state.hidden = false;
  if (again.hidden && !python) start(); /* Not if it was cancelled before. */
}

/* Has the lock until another tab takes it away; waits for it again after that. */
function holdLock(options, granted) {
  const hold = () => {
    startHere();
    granted();
    return new Promise((resolve) => { release = resolve; });
  };
  navigator.locks.request(PYTHON_LOCK, options, hold).catch(handOver).then(() => startAlone(ignore));
}

/* *decided* is called once some tab can answer. */
async function startAlone(decided) {
  if (!navigator.locks) {
    startHere();
    decided();
    return;
  }
  if (await isElsewhere()) {
    state.hidden = true;
    decided();
  }
  holdLock({}, decided);
}

/* The tab that has the lock gives no answer: the browser must have frozen it. If that goes on later, it keeps nothing any
   more: see keepDatabase in phone_store.js. */
function takePythonOver() {
  if (python || isTakingOver || !again.hidden) return;
  isTakingOver = true;
  holdLock({ steal: true }, ignore);
}

/* Without a server only this phone has what was entered: it says so if there is no space to keep it. */
async function keepAlone() {
  const kept = await python.call("keep").catch(() => FULL);
  const isKept = kept !== FULL;
  state.hidden = isKept;
  steps.hidden = true;
  cancel.hidden = true;
  if (!isKept) said.textContent = said.dataset.full;
  return kept;
}

/* Keeps what was entered. Beside a server it waits in the outbox as well, so nobody has to wait for that. */
async function keepEntered() {
  if (isAlone) return keepAlone();
  python.call("keep").catch(ignore);
  return null;
}

/* What Python answers; NOT_HERE if another tab has to be asked. What was entered is kept first. */
async function keptAnswer({ request, body }) {
  const given = await python.call("answer", { request: { ...request, headers: inPicked(request.headers) }, body });
  const isWritten = request.method === "POST" && given !== NOT_HERE;
  return isWritten && (await keepEntered()) === NOT_HERE ? NOT_HERE : given;
}

/* Why there is no answer: this tab has failed, or Python is not here any more. */
const failure = () => (python || !again.hidden ? null : NOT_HERE);

async function answer(message, port) {
  const given = await keptAnswer(message).catch(failure);
  port.postMessage(given, given?.body ? [given.body.buffer] : []);
  if (given !== NOT_HERE) return;
  handOver();
  release();
}

/* Has Python take in what has changed, once it runs. */
async function tellPython(act) {
  await python?.call(act).catch(() => {});
}

const MESSAGES = {
  owner: (_data, port) => port.postMessage({ isOwner: python !== null, isReady }, []),
  relay: answer,
  takeOver: takePythonOver,
  sent: () => tellPython("take").then(leaveUnlessBusy),
  moved: () => tellPython("take"),
  kept: () => tellPython("apply"),
  forgetQueue: () => tellPython("take"),
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
  await new Promise((decided) => startAlone(decided));
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
