/* Settings that were chosen while this phone answered by itself. The server, which remembers them in a cookie, is told
   when it is there again. */
import { alone, newToken } from "../../../static/js/offline/outbox_sending.js";
import { isOurs } from "../../../static/js/offline/our_answers.js";
import { pathOf } from "../../../static/js/offline/outbox_forms.js";
import { CHOSEN_SETTINGS, chosenSettings } from "./phone_store.js";
import { forgetTaken, keepTaken } from "../../../static/js/offline/taken_store.js";

const SETTINGS_PAGE = "settings";
const NOT_NOW = 429;
const TOLD_WITHIN = 10_000;

export const isSettings = (url, root) => pathOf(url, root) === SETTINGS_PAGE;

/* Keeps what was chosen, in the place of what was chosen before. */
export const keepChosen = (fields) => keepTaken(CHOSEN_SETTINGS, { fields: [...fields] });

/* What the server was told directly was chosen last. */
export const forgetChosen = () => forgetTaken(CHOSEN_SETTINGS);

const withToken = (fields, token) => fields.map(([name, value]) => [name, name === "csrf_token" ? token : value]);

/* Whether the server has understood it: an error that may be over in a moment is no answer. */
async function isTold(root, fields) {
  const body = new URLSearchParams(withToken(fields, await newToken(root)));
  const signal = AbortSignal.timeout(TOLD_WITHIN);
  const reply = await fetch(root + SETTINGS_PAGE, { method: "POST", body, redirect: "manual", signal });
  return reply.type === "opaqueredirect" || (isOurs(reply) && reply.status >= 400 && reply.status < NOT_NOW);
}

async function sendKept(root) {
  const chosen = await chosenSettings();
  if (!chosen || !(await isTold(root, chosen.fields))) return false;
  const now = await chosenSettings();
  if (JSON.stringify(now) === JSON.stringify(chosen)) await forgetChosen(); /* Not what was chosen meanwhile. */
  return true;
}

/* Tells the server what was chosen; returns whether it has heard of something. Without a network it stays. */
export const sendChosen = (root) => alone(() => sendKept(root).catch(() => false));
