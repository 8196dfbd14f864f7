/* The desk: after every change the server looks at the hand, and its answer takes the place of what it said before. */
import { partsOf, renew } from "./parts.js";

const AFTER_A_TAP = 120;
const AFTER_A_KEY = 450;
const PATIENCE = 8_000;
const AGAIN = 2_000;

export default function desk(form) {
  const unreached = form.querySelector("[data-unreached]");
  const untaken = form.querySelector("[data-untaken]");
  const fields = form.elements;
  let turn = 0;
  let timer = 0;
  let lost = false;

  /* Whoever comes back to this page finds what was on it, under the same entry: saved twice, it is one hand. */
  const keep = () => history.replaceState(Object.fromEntries(new FormData(form)), "");

  function bringBack() {
    for (const [name, value] of Object.entries(history.state ?? {})) {
      if (name in fields && name !== "csrf_token") fields[name].value = value;
    }
    keep();
    form.dispatchEvent(new Event("trays"));
  }

  /* While the server looks, the main button has nothing to say: no sum is saved that nobody has seen. */
  function wait(waiting) {
    for (const each of [form, fields.save]) {
      if (waiting) each.setAttribute("aria-busy", "true");
      else each.removeAttribute("aria-busy");
    }
  }

  const isWaiting = () => form.hasAttribute("aria-busy");

  /* The sum is not known, but the hand can be saved. */
  function offerToSave() {
    const { save } = fields;
    delete save.dataset.place;
    save.classList.remove("button--waits");
    save.firstElementChild.textContent = save.dataset.plain;
  }

  /* *again*: asked once more because no answer came; nothing changes before there is one. */
  async function look(again = false) {
    clearTimeout(timer);
    keep();
    const mine = ++turn;
    const body = new URLSearchParams(new FormData(form));
    body.set("look", "1");
    if (!again) wait(true);
    let answer = [];
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      const reply = await fetch(location.href, { method: "POST", body, headers: { "X-Part": "desk" }, signal });
      lost = false;
      answer = partsOf(await reply.text(), "save");
    } catch {
      lost = true; /* Said below: no answer came. */
    }
    if (mine !== turn) return;
    wait(false);
    unreached.hidden = !lost;
    untaken.hidden = lost || answer.length > 0;
    renew(form, answer);
    if (!answer.length) offerToSave();
    if (lost) timer = setTimeout(look, AGAIN, true);
    form.dispatchEvent(new Event("looked"));
  }

  function lookSoon(after) {
    turn += 1; /* What is under way no longer answers what is here, and neither does the main button. */
    wait(true);
    clearTimeout(timer);
    keep();
    timer = setTimeout(look, after);
  }

  function layOff(card) {
    const laid = new Set([...form.querySelectorAll('[data-lay][aria-pressed="true"]')].map((key) => key.dataset.lay));
    if (!laid.delete(card)) laid.add(card);
    fields.layoffs.value = [...laid].join(" ");
    fields.layoff_choice.value = "own";
    look();
  }

  function layOffBest() {
    fields.layoffs.value = "";
    fields.layoff_choice.value = "best";
    look();
  }

  function lay(button) {
    fields[button.name.replace("lay", "melds")].value = button.value;
    look();
  }

  /* A main button that still waits for something leads there instead of sending, and looks again. */
  function lead(place) {
    const field = fields[place];
    form.dispatchEvent(new CustomEvent("lead", { detail: place }));
    (field.length ? field[0] : field).focus();
    document.getElementById(`${place}-choice`)?.classList.add("is-asked");
    look();
  }

  /* Where no answer came, the server is asked again before the page is left: what was entered would go with it. */
  async function saveOnceReached() {
    await look();
    if (!lost && !isWaiting() && !fields.save.dataset.place) form.requestSubmit(fields.save);
  }

  /* What a button does here instead of sending the form. */
  function actOf(button) {
    const { lay: card, best, place } = button.dataset;
    if (card) return () => layOff(card);
    if (best !== undefined) return layOffBest;
    if (button.name.startsWith("lay_")) return () => lay(button);
    if (button.classList.contains("look")) return look;
    if (button !== fields.save) return;
    if (isWaiting()) return () => {};
    if (lost || !navigator.onLine) return saveOnceReached;
    if (place) return () => lead(place);
  }

  form.addEventListener("input", (event) => {
    form.querySelector(".is-asked")?.classList.remove("is-asked");
    lookSoon(event.isTrusted && event.target.type === "text" ? AFTER_A_KEY : AFTER_A_TAP);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button");
    if (button?.form !== form) return;
    const act = actOf(button);
    if (!act) return;
    event.preventDefault();
    act();
  });
  addEventListener("online", () => look());
  addEventListener("pageshow", (event) => event.persisted && look());

  document.documentElement.classList.add("live");
  bringBack();
  const typed = [...fields].some((field) => field.type === "text" && field.value);
  if (typed && !form.querySelector(".field__error")) look();
}
