/* A new hand is a moment, on every phone that has seen the totals before it: they count up, from a larger size
   with gin and big gin, and what was laid off in an undercut slides onto the melds. The page says the same, and nothing is heard. */
import addStyles from "./add_styles.js";
import { isStill } from "./still.js";

const LASTING = 900; /* Milliseconds. */
const SIGN_OF = { S: "♠", H: "♥", D: "♦", C: "♣" };
const SWELLS = { gin: 1.5, big_gin: 2 };

const worth = (figure) => Number(figure.replace("−", "-"));

function countUp(element, from, ending) {
  const frames = { "--counted": [from, worth(element.textContent)], scale: [SWELLS[ending] ?? 1, 1] };
  element.dataset.counts = "";
  element.animate(frames, { duration: LASTING, easing: "ease-out" }).addEventListener("finish", () => delete element.dataset.counts);
}

/* The cards that the sentence names, in its order, onto the melds on the page of the hand. */
async function slideLayOffs(sentence) {
  const reply = await fetch(sentence.querySelector("a").href, { signal: AbortSignal.timeout(LASTING) });
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  const layer = Object.assign(document.createElement("div"), { className: "moment paper part", popover: "manual", ariaHidden: "true" });
  layer.append(page.querySelector("svg:has(symbol)"), page.querySelector(".spread:has(.card--laid)"));
  document.body.append(layer);
  layer.showPopover?.();
  const said = (card) => sentence.textContent.lastIndexOf(card.textContent + SIGN_OF[card.classList[1]]);
  const laid = [...layer.querySelectorAll(".card--laid")].sort((one, other) => said(one) - said(other));
  for (const [nth, card] of laid.entries()) {
    const timing = { delay: (nth / laid.length) * (LASTING / 2), duration: LASTING / 3, fill: "backwards" };
    card.animate({ translate: ["0 5rem", "none"], opacity: [0, 1] }, timing);
  }
  await layer.animate({ opacity: [1, 1, 0], offset: [0, 0.9, 1] }, LASTING).finished;
  layer.remove();
}

/* Compares the totals with those that this phone saw last in any view of the match. A new game starts from 0. */
async function look({ dataset }) {
  const match = location.pathname.replace(/\/(table|face-to-face)$/, "");
  const elements = [...document.querySelectorAll(".total__points, .screen__figure")];
  const figures = elements.map((each) => each.textContent);
  const before = sessionStorage.getItem(match)?.split(" ");
  sessionStorage.setItem(match, figures.join(" "));
  if (!before || !dataset.ending || String(before) === String(figures)) return;
  await addStyles("moment.css");
  for (const [side, figure] of figures.entries()) {
    const from = /^\d/.test(figure) && worth(before[side]) > worth(figure) ? 0 : worth(before[side]);
    if (from < worth(figure)) countUp(elements[side], from, dataset.ending);
  }
  const sentence = document.querySelector(".said__hand:has(.S, .H, .D, .C)");
  if (sentence && dataset.ending === "undercut") await slideLayOffs(sentence);
}

/* Where nothing is stored or fetched, nothing moves. */
function lookAgain(main) {
  const tryToLook = () => look(main).catch(() => {});
  tryToLook();
  new MutationObserver(tryToLook).observe(main, { attributeFilter: ["data-announce"] });
}

if (!isStill) lookAgain(document.getElementById("main"));
