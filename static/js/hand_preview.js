/* The desk: after every change the server looks at the hand, and its answer takes the place of what it said before. */
import { drop, isSaved, keep, settle, takeUp } from "./drafts.js";
import { partsOf, renew } from "./page_parts.js";

const AFTER_A_TAP = 120;
const AFTER_A_KEY = 450;
const PATIENCE = 8_000;
const AGAIN = 2_000;

export default function handPreview(form) {
  const unreached = form.querySelector("[data-unreached]");
  const untaken = form.querySelector("[data-untaken]");
  const draft = form.querySelector("[data-draft]");
  const fields = form.elements;
  let turn = 0;
  let timer = 0;
  let lost = false;

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
    const mine = ++turn;
    const body = new URLSearchParams(new FormData(form));
    body.set("look", "1");
    if (!again) wait(true);
    let answer = [];
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      const reply = await fetch(location.href, { method: "POST", body, headers: { "X-Part": "preview" }, signal });
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
    timer = setTimeout(look, after);
  }

  function keepAndLook() {
    keep(form);
    look();
  }

  function layOff(card) {
    const laid = new Set([...form.querySelectorAll('[data-lay][aria-pressed="true"]')].map((key) => key.dataset.lay));
    if (!laid.delete(card)) laid.add(card);
    fields.layoffs.value = [...laid].join(" ");
    fields.layoff_choice.value = "own";
    keepAndLook();
  }

  function layOffBest() {
    fields.layoffs.value = "";
    fields.layoff_choice.value = "best";
    keepAndLook();
  }

  function lay(button) {
    fields[button.name.replace("lay", "melds")].value = button.value;
    keepAndLook();
  }

  /* What is known of the draft that stands here: that it was "begun" before, or is "saved". */
  function tell(known) {
    draft.hidden = !known;
    for (const each of draft.querySelectorAll("[data-known]")) each.hidden = each.dataset.known !== known;
  }

  /* A page as if nobody had begun. */
  function startAnew() {
    drop();
    location.replace(location.pathname + location.search);
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
    const { lay: card, best, place, anew } = button.dataset;
    if (anew !== undefined) return startAnew;
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
    keep(form);
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
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    if (isSaved(form)) tell("saved");
    look();
  });

  document.documentElement.classList.add("live");
  settle(form.dataset.saved);
  tell(takeUp(form, "given" in form.dataset));
  form.dispatchEvent(new Event("trays"));
  const typed = [...fields].some((field) => field.type === "text" && field.value);
  if ((typed || !draft.hidden) && !form.querySelector(".field__error")) look();
}
