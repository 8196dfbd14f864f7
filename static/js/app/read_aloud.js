/* Reads scores aloud with the browser's own speech: a block of the page, at a tap on the button that names it in
   aria-controls; and what is new on a sheet, on phones that have switched it on. Without a voice for the language of the
   page there are no buttons (html[data-speaks]). Blocks and buttons may come later, on live pages. */
import { remember, remembered } from "./phone_memory.js";

const ALOUD = "aloud";

const speech = globalThis.speechSynthesis;
const [language] = document.documentElement.lang.split("-");
const speaks = ({ lang }) => lang.split(/[-_]/)[0].toLowerCase() === language;
const voice = () => speech?.getVoices().find(speaks);

const isAloud = () => remembered(ALOUD) === "yes";

function readOut(text) {
  const saying = new SpeechSynthesisUtterance(text.replace(/\s+/g, " ").trim());
  saying.voice = voice() ?? null;
  saying.lang = saying.voice?.lang ?? language;
  speech.cancel();
  speech.speak(saying);
}

/* The text of a block as a screen reader has it: cards by their names, nothing that is only seen. */
function heard(block) {
  const copy = block.cloneNode(true);
  for (const each of copy.querySelectorAll("[aria-hidden], button")) each.remove();
  for (const each of copy.querySelectorAll("[role=img]")) each.textContent = ` ${each.getAttribute("aria-label")} `;
  return copy.textContent;
}

function offerVoice() {
  document.documentElement.toggleAttribute("data-speaks", Boolean(voice()));
}

speech?.addEventListener?.("voiceschanged", offerVoice);
offerVoice();

document.addEventListener("click", ({ target }) => {
  const button = target.closest(".read-aloud[aria-controls]");
  if (button) readOut(heard(document.getElementById(button.getAttribute("aria-controls"))));
});

function readWhatIsNew(choice) {
  const main = document.querySelector("[data-announce]");
  const readNew = () => isAloud() && voice() && readOut(main.dataset.announce);
  choice.checked = isAloud();
  choice.addEventListener("change", () => {
    remember(ALOUD, choice.checked ? "yes" : "no");
    if (choice.checked) readNew();
    else speech.cancel();
  });
  new MutationObserver(readNew).observe(main, { attributeFilter: ["data-announce"] });
  if ("saved" in main.dataset) readNew();
}

document.querySelectorAll(`[data-reads="new"]`).forEach(readWhatIsNew);
