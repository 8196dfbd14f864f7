/* Cards typed with the letters of the reader's language, put into English ones for the other modules; as
   views/entry/typed_cards.py does. Only pages in a language with letters of its own fetch this, so they find it in
   window.ownLetters. A word that can be read in more than one way is left as it is, with a mark: the server asks. */
import { plainOf, SUIT_OF_SIGN } from "./card_text.js";
import { beside, inOneOrder, own } from "./typed_order.js";

const RANK_SIGNS = "A23456789TJQK";
const SUIT_SIGNS = "SHDC";
const OF_SIGN = Object.fromEntries(Object.entries(SUIT_OF_SIGN).filter(([sign]) => !SUIT_SIGNS.includes(sign)));
const ATOM = /\ue001?[\p{L}\p{N}♠♥♦♣♤♡♢♧]+/gu;
const MARK = "\ue001";
const PARSES = 3;

const ranks = { ...Object.fromEntries([...RANK_SIGNS].map((each) => [each, each])), 10: "T", ...own.ranks };
const ENGLISH = Object.fromEntries([...SUIT_SIGNS].map((each) => [each, each]));
const MIXED = Object.fromEntries(
  Object.keys({ ...own.suits, ...ENGLISH }).map((each) => [each, [...new Set((own.suits[each] ?? "") + (ENGLISH[each] ?? ""))].join("")]),
);

const byLength = (tokens) => [...tokens].sort((one, two) => two.length - one.length);

/* The ways to divide a word into pairs, some of them if there are many. */
function divided(atom, firsts, seconds) {
  const ways = new Map([[atom.length, [[]]]]);
  for (let at = atom.length - 1; at >= 0; at -= 1) {
    const one = firsts.filter((each) => atom.startsWith(each, at));
    const pairs = one.flatMap((first) => seconds.filter((each) => atom.startsWith(each, at + first.length)).map((second) => [first, second]));
    const found = pairs.flatMap(([first, second]) =>
      (ways.get(at + first.length + second.length) ?? []).map((rest) => [[first, second]].concat(rest)),
    );
    ways.set(at, found.slice(0, PARSES));
  }
  return ways.get(0);
}

/* The ways to read a word as cards, each a list of [rank, suit]: with the rank first, and with the suit first. */
function parsesOf(atom, suits) {
  const rankSigns = Object.keys(ranks);
  if (rankSigns.includes(atom)) return [[[[atom, ""]]], []];
  const suitSigns = [...byLength(Object.keys(suits)), ...Object.keys(OF_SIGN)];
  const turned = divided(atom, suitSigns, rankSigns).map((parse) => parse.map(([suit, rank]) => [rank, suit]));
  return [divided(atom, rankSigns, suitSigns), turned];
}

/* What the suits of a text may mean. */
function meaningsOf(used, suits) {
  const more = (meant, each) => [...suits[each]].map((suit) => Object.assign({ [each]: suit }, meant));
  return used.reduce((all, each) => all.flatMap((meant) => more(meant, each)), [{}]);
}

/* Whether no letter that may mean several suits means the suit of another. */
function isApart(meant, suits) {
  const used = Object.keys(meant);
  const clash = (one, two) => one !== two && meant[one] === meant[two] && !two.startsWith(one);
  return !used.some((one) => suits[one].length > 1 && used.some((two) => clash(one, two)));
}

/* The cards of each word if suits are written in this way; none if one of the words says nothing. */
function readWith(suits, atoms) {
  const parses = atoms.map((atom) => parsesOf(atom, suits));
  if (parses.some(([last, first]) => !last.length && !first.length)) return [];
  const ways = [0, 1].flatMap((order) => Array.from({ length: PARSES }, (_, nth) => [order, nth]));
  return ways.flatMap(([order, nth]) => {
    const chosen = parses.map((both) => {
      const alike = both[order].length ? both[order] : both[1 - order];
      return alike[Math.min(nth, alike.length - 1)];
    });
    const used = [...new Set(chosen.flat().map(([, suit]) => suit))].filter((suit) => suit in suits);
    const every = meaningsOf(used, suits);
    const apart = every.filter((meant) => isApart(meant, suits));
    return (apart.length ? apart : every).map((meant) =>
      chosen.map((parse) => parse.map(([rank, suit]) => ranks[rank] + (meant[suit] ?? OF_SIGN[suit] ?? "")).join("")),
    );
  });
}

function namesTwice(words) {
  const cards = words.join(" ").match(/[A-Z2-9][SHDC]/g) ?? [];
  return new Set(cards).size < cards.length;
}

/* Each word of *text* that names cards, with what it says in each reading. */
function readingsOf(text) {
  const known = (text.match(ATOM) ?? []).filter((atom) => parsesOf(atom, MIXED).flat().length);
  const found = [...readWith(own.suits, known), ...readWith(ENGLISH, known)];
  const ways = found.length ? found : readWith(MIXED, known);
  const single = ways.filter((way) => !namesTwice(way));
  return new Map(known.map((atom, at) => [atom, new Set((single.length ? single : ways).map((way) => way[at]))]));
}

function english(text) {
  const joined = beside(plainOf(text).replaceAll("、", ","));
  const plain = own.suit_first ? inOneOrder(joined) : joined;
  const readings = readingsOf(plain);
  return plain.replace(ATOM, (atom) => {
    const meant = [...(readings.get(atom) ?? [atom])];
    return meant.length === 1 ? meant[0] : MARK + atom;
  });
}

const TEXTS = new Map(); /* The pack reads the same text for each of its 52 keys. */
const MOST = 100;

function cached(text) {
  if (TEXTS.size > MOST) TEXTS.clear();
  if (!TEXTS.has(text)) TEXTS.set(text, english(text));
  return TEXTS.get(text);
}

window.ownLetters = {
  english: cached,
  shown([rank, suit]) {
    const [face, sign] = [own.shown[rank] ?? rank.replace("T", "10"), "♠♥♦♣"[SUIT_SIGNS.indexOf(suit)]];
    return own.suit_first ? sign + face : face + sign;
  },
  isRank: (key) => plainOf(key) in ranks,
  isSuit: (key) => plainOf(key) in { ...MIXED, ...OF_SIGN },
};

/* Chooses what typed cards mean, by a button of the server. */
function choose(event) {
  const button = event.target.closest?.(".readings button");
  if (!button) return;
  event.preventDefault();
  const [name] = button.value.split(":", 1);
  const field = button.form.elements[name];
  field.value = button.value.slice(name.length + 1);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("click", choose, true);
