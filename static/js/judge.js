/* The judge: the verdict follows each tap. The address bar always has the address of what is asked.
   The page either asks for cards or tells its verdict; the main button leads from one to the other. */
import pack from "./pack.js";
import { partsOf, renew } from "./page_parts.js";

const AFTER_A_TAP = 60;
const AFTER_A_KEY = 400;
const HAND = 10;
const NEVER = 15; /* One hand of up to fourteen cards is never done. */

export default function judge(form) {
  const fields = form.elements;
  const trays = Object.fromEntries([...form.querySelectorAll("[data-tray]")].map((tray) => [tray.dataset.tray, tray]));
  const unreached = form.querySelector("[data-unreached]");
  const see = document.getElementById("see");
  let turn = 0;
  let timer = 0;

  const aboutShowdown = () => fields.ask.value === "showdown";
  const needsUpcard = () => "upcard" in fields.house.selectedOptions[0].dataset;

  /* What is asked, as it is typed. */
  function question() {
    const asked = new URLSearchParams({ house: fields.house.value, ask: fields.ask.value, cards: fields.cards.value });
    if (needsUpcard()) asked.set("upcard", fields.upcard.value);
    if (!aboutShowdown()) return asked;
    asked.set("knocker", fields.knocker.value);
    asked.set("left", fields.left.value);
    return asked;
  }

  /* Asks the server. A house just chosen is sent as a form is, so that it is remembered; the rest is only looked up. */
  async function look(remember = false) {
    clearTimeout(timer);
    const mine = ++turn;
    const headers = { "X-Part": "verdict" };
    const asked = question();
    form.setAttribute("aria-busy", "true");
    let parts = [];
    try {
      const reply = remember
        ? await fetch(form.action, { method: "POST", body: asked, headers })
        : await fetch(`${form.action}?${asked}`, { headers });
      parts = partsOf(await reply.text(), "told");
    } catch {
      /* Said below: no answer came. */
    }
    if (mine !== turn) return;
    form.removeAttribute("aria-busy");
    unreached.hidden = parts.length > 0;
    renew(form, parts);
    const told = parts.find((part) => part.id === "told");
    if (told) history.replaceState(null, "", told.dataset.path);
    form.dispatchEvent(new Event("looked"));
  }

  function lookSoon(after) {
    turn += 1; /* What is under way no longer answers what is here. */
    form.setAttribute("aria-busy", "true");
    clearTimeout(timer);
    timer = setTimeout(look, after);
  }

  /* Which trays ask for cards, and how many. */
  function setTrays() {
    trays.knocker.hidden = !aboutShowdown();
    trays.upcard.hidden = !needsUpcard();
    trays.cards.dataset.enough = aboutShowdown() ? HAND : NEVER;
    form.dispatchEvent(new Event("trays"));
  }

  function turnTo(state) {
    document.body.classList.toggle("page--told", state === "told");
    document.body.classList.toggle("page--asks", state === "asks");
    scrollTo(0, 0);
  }

  function tell() {
    turnTo("told");
    document.getElementById("head")?.focus({ preventScroll: true });
  }

  function askAgain() {
    turnTo("asks");
    form.dispatchEvent(new CustomEvent("lead", { detail: "cards" }));
  }

  function lead() {
    const { place } = see.dataset;
    if (!place) return tell();
    form.dispatchEvent(new CustomEvent("lead", { detail: place === "left" ? "knocker" : place }));
    document.getElementById(`${place}-error`)?.scrollIntoView({ block: "center" });
  }

  function clear() {
    for (const name of ["upcard", "knocker", "left", "cards"]) fields[name].value = "";
    setTrays();
    look();
  }

  /* The cards tapped from here on are a group of their own. */
  function nextGroup() {
    const { cards } = fields;
    if (cards.value && !cards.value.trimEnd().endsWith("/")) cards.value += " / ";
  }

  function type(typing) {
    form.classList.toggle("is-typing", typing);
    form.querySelector("[data-tap]").hidden = !typing;
    if (typing) (aboutShowdown() ? fields.knocker : fields.cards).focus();
    else form.dispatchEvent(new Event("trays"));
  }

  form.addEventListener("input", (event) => {
    if (event.target === fields.house || event.target.name === "ask") setTrays();
    if (event.target === fields.house) look(true);
    else lookSoon(event.isTrusted && event.target.type === "text" ? AFTER_A_KEY : AFTER_A_TAP);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    look().then(lead);
  });
  see.addEventListener("click", (event) => {
    event.preventDefault();
    if (!form.hasAttribute("aria-busy")) lead();
  });
  const ACTS = {
    "[data-asks]": askAgain,
    "[data-clear]": clear,
    "[data-next]": nextGroup,
    "[data-type]": () => type(true),
    "[data-tap], .is-typing .tray__tab": () => type(false),
  };

  if (navigator.share) {
    ACTS['[href="#pass-on"]'] = () => navigator.share({ title: document.title, url: location.href }).catch(() => {});
  }
  document.addEventListener("focusin", ({ target }) => target.id === "address" && target.select());

  document.addEventListener("click", (event) => {
    const found = Object.keys(ACTS).find((place) => event.target.closest?.(place));
    if (!found) return;
    event.preventDefault();
    ACTS[found]();
  });
  addEventListener("online", () => look());

  document.querySelector("[data-clear]").hidden = false;
  document.documentElement.classList.add("live");
  setTrays();
  pack(form.querySelector(".pack"));

  /* What is still there from an earlier visit was not looked at yet. */
  const isNew = ({ type, value, defaultValue, checked, defaultChecked }) =>
    type === "text" ? value !== defaultValue : checked !== defaultChecked;
  if ([...fields].some(isNew)) look();
}
