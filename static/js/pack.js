/* The pack: tapping its cards fills the fields in which cards are otherwise typed.
   One tray is open at a time, and takes the cards; none is open when both players have theirs. */
import rovingFocus from "./roving_focus.js";

const CARD = /(10|[2-9TJQKA])\s?([SHDC♠♥♦♣])\ufe0e?/giu;
const LETTER = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };
const HAND = 10;
const HELD_LONG = 450;
const A_TREMOR = 16; /* How far, in pixels, a finger may slip and still tap. */

/* The cards that a text names, and what else stands in it. */
function read(text) {
  const cards = [];
  const rest = text.replace(CARD, (_, rank, suit) => {
    cards.push(named(rank, suit));
    return "";
  });
  return { cards, rest: rest.replace(/[\s,/]+/g, " ").trim() };
}

function named(rank, suit) {
  return rank.replace("10", "T").toUpperCase() + (LETTER[suit] ?? suit.toUpperCase());
}

export default function pack(grid) {
  const form = grid.closest("form");
  const fields = form.elements;
  const keys = [...grid.querySelectorAll("[data-card]")];
  const keyOf = new Map(keys.map((key) => [key.dataset.card, key]));
  const trays = new Map([...form.querySelectorAll("[data-tray]")].map((tray) => [tray.dataset.tray, tray]));
  const main = fields[grid.dataset.then ?? "save"];
  let open = "";

  /* The trays that ask for cards now; and those of the two hands among them. */
  const asking = () => [...trays.keys()].filter((name) => !trays.get(name).hidden);
  const players = () => asking().filter((name) => name !== "upcard");
  /* A tray may keep some of its cards in a field beside its own. */
  const beside = (name) => fields[trays.get(name).dataset.beside];
  const cardsOf = (name) => read(`${fields[name].value} ${beside(name)?.value ?? ""}`).cards;
  const holderOf = (card) => players().find((name) => cardsOf(name).includes(card));
  const knocks = (name) => name.endsWith(`_${fields.knocker.value}`);
  const enough = (name) => Number(trays.get(name).dataset.enough ?? (name === "upcard" ? 1 : HAND));
  const most = (name) => Number(trays.get(name).dataset.most ?? (knocks(name) ? form.dataset.most : enough(name)));
  const room = (name) => most(name) - cardsOf(name).length;

  /* Who is asked for cards next: the upcard first, then who went out. */
  function wanting() {
    const inTurn = players().sort((a, b) => knocks(b) - knocks(a));
    const order = asking().includes("upcard") ? ["upcard", ...inTurn] : inTurn;
    return order.find((name) => cardsOf(name).length < enough(name)) ?? "";
  }

  function canTake(card) {
    if (open === "upcard") return true;
    return !holderOf(card) && room(open) > 0;
  }

  function show(name) {
    open = name;
    for (const [each, tray] of trays) {
      tray.classList.toggle("is-open", each === open);
      tray.querySelector(".tray__tab").setAttribute("aria-expanded", each === open);
    }
    form.dataset.open = open;
    if (!open && grid.contains(document.activeElement)) main.focus({ preventScroll: true });
    grid.hidden = !open;
    draw();
  }

  function draw() {
    const mine = open ? cardsOf(open) : [];
    for (const key of keys) {
      const { card } = key.dataset;
      const taken = mine.includes(card);
      key.setAttribute("aria-pressed", taken);
      key.setAttribute("aria-disabled", !taken && Boolean(open) && !canTake(card));
    }
    for (const [name, tray] of trays) tray.classList.toggle("is-typed", Boolean(read(fields[name].value).rest));
    for (const name of players()) drawTray(name);
    const upcard = trays.get("upcard")?.querySelector("[data-upcard]");
    upcard?.replaceChildren(...cardsOf("upcard").slice(0, 1).map(lying));
  }

  /* A card shows in its tray at once; the server's answer then puts it where it counts. */
  function drawTray(name) {
    const laid = trays.get(name).querySelector(".spread");
    const there = new Map([...laid.querySelectorAll("[data-lies], [data-lay]")].map((card) => [card.dataset.lies ?? card.dataset.lay, card]));
    for (const [card, element] of there) if (!holderOf(card)) element.remove();
    for (const card of cardsOf(name)) if (!there.has(card) && keyOf.has(card)) place(laid, card);
  }

  function place(laid, card) {
    let fan = laid.querySelector(".fan--deadwood");
    if (!fan) {
      fan = document.createElement("span");
      fan.className = "fan fan--deadwood";
      laid.append(fan);
    }
    fan.append(lying(card));
  }

  function lying(card) {
    const key = keyOf.get(card);
    const element = document.createElement("i");
    element.className = `card ${card[1]}`;
    element.dataset.lies = card;
    element.innerHTML = key.innerHTML;
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", key.getAttribute("aria-label"));
    return element;
  }

  /* What stands in a field once it is to hold just these cards. A tray of groups keeps what lies apart apart. */
  function textWith(name, cards) {
    const { value } = fields[name];
    if (!("groups" in trays.get(name).dataset)) return [...cards, read(value).rest].join(" ");
    const kept = value.replace(CARD, (written, rank, suit) => (cards.includes(named(rank, suit)) ? `${written} ` : ""));
    return [kept, ...cards.filter((card) => !cardsOf(name).includes(card))].join(" ").replace(/ +/g, " ");
  }

  function write(name, cards) {
    fields[name].value = textWith(name, cards).trim();
    if (beside(name)) beside(name).value = "";
    if (name !== "upcard" && fields.layoffs) {
      /* Other cards are laid anew, at their best. */
      fields[name.replace("cards", "melds")].value = "";
      fields.layoffs.value = "";
      fields.layoff_choice.value = "best";
    }
    fields[name].dispatchEvent(new Event("input", { bubbles: true }));
  }

  function take(cards) {
    const name = open;
    if (name === "upcard") write(name, cards.slice(-1));
    else write(name, [...cardsOf(name), ...cards.filter(canTake).slice(0, room(name))]);
    if (cardsOf(name).length >= enough(name)) show(wanting());
    else draw();
  }

  function giveBack(cards) {
    write(open, cardsOf(open).filter((card) => !cards.includes(card)));
    draw();
  }

  function tap(cards) {
    if (cardsOf(open).includes(cards[0])) giveBack(cards);
    else if (cards.some(canTake)) take(cards);
  }

  /* Dragging along a suit: the run between the first card and the last. */
  let first = null;
  let start = null;
  let touched = null;
  let run = [];
  let dragged = false;
  let timer = 0;
  let offer = null;

  function runTo(last) {
    const [from, to] = [keys.indexOf(first), keys.indexOf(last)].sort((a, b) => a - b);
    return keys.slice(from, to + 1);
  }

  function markRun(chosen) {
    run = chosen;
    for (const key of keys) key.classList.toggle("key--run", run.includes(key));
  }

  function letGo() {
    clearTimeout(timer);
    first = null;
    markRun([]);
  }

  grid.addEventListener("pointerdown", (event) => {
    if (offer?.contains(event.target)) return;
    closeOffer();
    first = event.button ? null : event.target.closest("[data-card]");
    start = event;
    touched = null;
    dragged = false;
    if (first) timer = setTimeout(offerSet, HELD_LONG, first);
  });
  grid.addEventListener("pointermove", (event) => {
    if (!first || !event.buttons || open === "upcard") return;
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-card]");
    if (!over || over.dataset.card[1] !== first.dataset.card[1] || (over === first && !dragged)) return;
    if (!dragged) grid.setPointerCapture(event.pointerId);
    clearTimeout(timer);
    dragged = true;
    markRun(runTo(over));
  });
  grid.addEventListener("pointerup", (event) => {
    if (!dragged && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < A_TREMOR) touched = first;
    if (dragged && run.length) {
      const cards = run.map((key) => key.dataset.card);
      tap([first.dataset.card, ...cards.filter((card) => card !== first.dataset.card)]);
    }
    letGo();
  });
  grid.addEventListener("pointercancel", letGo);
  /* A finger's tap counts as it lifts: its click may come late, onto what has taken the place of the pack. */
  grid.addEventListener("touchend", (event) => {
    if (!touched) return;
    event.preventDefault();
    tap([touched.dataset.card]);
  });
  grid.addEventListener("click", (event) => {
    const key = event.target.closest("[data-card]");
    if (key && !dragged) tap([key.dataset.card]);
    dragged = false;
  });

  /* Holding a card offers its set: all that are free, or all but one. */
  function closeOffer() {
    offer?.remove();
    offer = null;
  }

  function offerSet(key) {
    const free = keys.filter((each) => each.dataset.card[0] === key.dataset.card[0] && canTake(each.dataset.card));
    if (open === "upcard" || free.length < 3 || !free.includes(key)) return;
    closeOffer();
    dragged = true;
    letGo();
    const without = free.length > 3 ? free.filter((each) => each !== key) : [];
    offer = document.createElement("div");
    offer.className = "offer";
    offer.append(...[free, ...without.map((out) => free.filter((each) => each !== out))].map(setButton));
    grid.append(offer);
    offer.style.setProperty("--at", `${key.offsetTop}px`);
    offer.classList.toggle("offer--below", key.offsetTop < offer.offsetHeight);
    offer.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      closeOffer();
      key.focus();
    });
    offer.firstChild.focus();
  }

  function setButton(set) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.setAttribute("aria-label", set.map((key) => key.getAttribute("aria-label")).join(", "));
    button.append(...set.map((key) => lying(key.dataset.card)));
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      closeOffer();
      take(set.map((key) => key.dataset.card));
      set[0].focus();
    });
    return button;
  }

  grid.addEventListener("contextmenu", (event) => {
    const key = event.target.closest("[data-card]");
    if (!key) return;
    event.preventDefault();
    if (!offer) offerSet(key);
  });

  rovingFocus(grid, keys);

  /* A tray's heading opens it, and closes it again. */
  for (const [name, tray] of trays) {
    const head = tray.querySelector(".tray__head");
    const tab = document.createElement("button");
    tab.type = "button";
    tab.className = "tray__tab";
    tab.append(...head.childNodes);
    head.append(tab);
    tab.addEventListener("click", () => show(open === name ? wanting() : name));
  }

  form.querySelectorAll('[name="knocker"][type="radio"]').forEach((choice) => choice.addEventListener("change", () => {
    if (open !== "upcard" && !(open && cardsOf(open).length)) show(wanting());
    else draw();
  }));
  form.addEventListener("trays", () => show(wanting()));
  form.addEventListener("lead", (event) => trays.has(event.detail) && show(event.detail));
  form.addEventListener("looked", draw);
  addEventListener("pageshow", () => show(wanting()));

  form.classList.add("is-tapped");
  show(wanting());
}
