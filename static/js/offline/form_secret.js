/* Adds the secret of this phone to each form as it is submitted: by that the service worker knows forms of our own pages.
   Only the worker itself hands it out, so one of an earlier release, which would not take it out again, gets none. */
import { SECRET_FIELD } from "./secret_field.js";

const WORKER_ANSWERS_WITHIN = 2_000;

let phoneSecret = "";
let asking = null; /* Until the worker has answered. */

/* What the worker says; nothing if it is one of an earlier release. */
function secretFrom(worker) {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.addEventListener("message", ({ data }) => resolve(data), { once: true });
    setTimeout(resolve, WORKER_ANSWERS_WITHIN, "");
  });
  port1.start();
  worker.postMessage({ type: "secret" }, [port2]);
  return answer;
}

/* Asks the worker that has taken over. What another one has answered is not for it. */
function askForSecret() {
  const { controller } = navigator.serviceWorker;
  phoneSecret = "";
  const asked = controller && secretFrom(controller);
  asking = asked;
  asked?.then((secret) => {
    if (asking !== asked) return;
    phoneSecret = secret;
    asking = null;
  });
}

/* A form with files is only for the Python of this phone: in its frame it gets the secret, else it goes to the server. */
const isLocal = () => window.top !== window;
const method = (form, button) => button?.getAttribute("formmethod") ?? form.method;
const needsSecret = (form, button) =>
  method(form, button) === "post" && (isLocal() || form.enctype === "application/x-www-form-urlencoded") && !form.elements[SECRET_FIELD];

/* Adds the secret for this moment: nothing else reads it from the page. */
function add(form) {
  if (!phoneSecret) return;
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: SECRET_FIELD, value: phoneSecret });
  form.append(field);
  setTimeout(() => field.remove());
}

/* The same for a form that a script submits, which tells nobody. */
export async function addSecret(form) {
  await asking;
  if (needsSecret(form)) add(form);
}

const held = new WeakSet();

/* A form that is submitted before the worker has answered goes after that. */
function hold(event) {
  const { target: form, submitter } = event;
  if (!asking || !form.requestSubmit || !needsSecret(form, submitter)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (held.has(form)) return;
  held.add(form);
  asking.then(() => {
    held.delete(form);
    form.requestSubmit(submitter);
  });
}

if (navigator.serviceWorker) {
  navigator.serviceWorker.addEventListener("controllerchange", askForSecret);
  askForSecret();
  document.addEventListener("submit", hold, true);
  document.addEventListener("submit", ({ target: form, submitter, defaultPrevented }) => {
    if (!defaultPrevented && needsSecret(form, submitter)) add(form);
  });
}
