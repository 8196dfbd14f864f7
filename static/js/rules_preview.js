/* Making a house: after every change the server says what it comes to, and its answer takes its place on the page. */
import { partsOf, renew } from "./page_parts.js";

const AFTER_A_TAP = 60;
const AFTER_A_KEY = 400;
const PATIENCE = 8_000;
const AGAIN = 2_000;

export default function rulesPreview(form) {
  const unreached = form.querySelector("[data-unreached]");
  let turn = 0;
  let timer = 0;

  /* Whoever comes back to this page finds what was on it. */
  const save = () => history.replaceState(Object.fromEntries(new FormData(form)), "");

  function bringBack() {
    for (const [name, value] of Object.entries(history.state ?? {})) {
      if (name in form.elements && name !== "csrf_token") form.elements[name].value = value;
    }
  }

  async function look() {
    clearTimeout(timer);
    save();
    const mine = ++turn;
    const body = new URLSearchParams(new FormData(form));
    body.set("look", "1");
    let parts = [];
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      const reply = await fetch(form.action, { method: "POST", body, headers: { "X-Part": "house" }, signal });
      parts = partsOf(await reply.text(), "keep");
    } catch {
      /* Said below: no answer came. */
    }
    if (mine !== turn) return;
    form.removeAttribute("aria-busy");
    unreached.hidden = parts.length > 0;
    renew(form, parts);
    if (!parts.length) timer = setTimeout(look, AGAIN);
  }

  function lookSoon(after) {
    turn += 1; /* What is under way no longer answers what is here. */
    form.setAttribute("aria-busy", "true");
    clearTimeout(timer);
    timer = setTimeout(look, after);
  }

  /* A usual value is put in its field, instead of sending the form. */
  function set(told) {
    const [name, value] = told.split("=");
    form.elements[name].value = value;
    lookSoon(AFTER_A_TAP);
  }

  /* The first place where something is wrong, with its drawer open. */
  function lead() {
    const wrong = form.querySelector(".says:not(:empty)");
    wrong.closest("details")?.setAttribute("open", "");
    wrong.scrollIntoView({ block: "center" });
    document.getElementById(wrong.id.replace(/-error$/, ""))?.focus({ preventScroll: true });
  }

  form.addEventListener("input", (event) => {
    lookSoon(event.target.type === "text" ? AFTER_A_KEY : AFTER_A_TAP);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button");
    if (button?.form !== form) return;
    if (button.name === "set") {
      event.preventDefault();
      set(button.value);
    } else if (button.name === "look") {
      event.preventDefault();
      look();
    } else if (form.querySelector(".says:not(:empty)") && !form.hasAttribute("aria-busy")) {
      event.preventDefault();
      lead();
    }
  });
  addEventListener("online", () => look());
  addEventListener("pageshow", (event) => event.persisted && look());

  document.documentElement.classList.add("live");
  if (history.state) {
    bringBack();
    look();
  }
}
