/* The text in which cards are typed, read as models/gin/cards/cards.py and cards.py read it: "7S", "s7", "10♥7d", and runs
   from one card to another, "5S-8S" or "5-8S". The server writes its table in the place of SIGNS. What else it
   reads, own_letters.js puts into this, or it is left to the server. */
export const SUIT_OF_SIGN = Object.fromEntries([..."SIGNS"].map((sign, at) => [sign, "SHDC"[at % 4]]));
const RANK_LETTERS = "A23456789TJQK";
const RUN_MOST = 10;

const CARD_WORD = /^(?:(?:10|[2-9TJQKA])[SIGNS])+$|^(?:[SIGNS](?:10|[2-9TJQKA]))+$/;
const RANK_WORD = /^(?:10|[2-9TJQKA])$/;
const RANK_SIGN = /10|[2-9TJQKA]/g;
const SUIT_SIGN = /[SIGNS]/g;
const BETWEEN_WORDS = /[\s,、;.+|]+/;
const DASHES = /[-–—−…]|\.{2,}/g;

/* Stands for a hyphen with spaces beside it, which is more likely to separate melds than to mean a run. */
const APART = "\ue000";
const UNCLEAR = "\ue001"; /* Stands before a word that can mean different cards. */

const nameOf = (rank, suit) => rank.replace("10", "T") + SUIT_OF_SIGN[suit];

const rankOf = (card) => RANK_LETTERS.indexOf(card[0]) + 1;

/* The text in capitals of one width. */
export const plainOf = (text) => text.normalize("NFKC").toUpperCase().replace(/[\ufe0e\ufe0f]/g, "");

/* The words of a plain text, with one kind of hyphen. */
function wordsOf(text) {
  const plain = text.trim().replace(DASHES, "-");
  /* Just two cards with a hyphen between, even with spaces around it, can only mean a run. */
  const isPair = plain.replaceAll("-", " ").split(BETWEEN_WORDS).length === 2;
  const joined = plain.replace(/\s+-\s*|\s*-\s+/g, isPair ? "-" : APART);
  return joined.split(BETWEEN_WORDS).map((word) => word.replace(/^[-\ue000]+|[-\ue000]+$/g, "")).filter(Boolean);
}

/* The cards of a word without hyphens, "7S7H10D"; null if it names none. */
function unlinked(word) {
  if (!CARD_WORD.test(word)) return null;
  const suits = word.match(SUIT_SIGN);
  return word.match(RANK_SIGN).map((rank, at) => nameOf(rank, suits[at]));
}

/* The parts between hyphens, each with its suit, which may be typed once: "5-8S", "S5-8". Null if none can be told. */
function withSuits(word) {
  const links = word.split("-").filter(Boolean);
  const isRank = links.map((link) => RANK_WORD.test(link));
  const ranks = isRank.filter(Boolean).length;
  if (!ranks) return links;
  const suits = (isRank[0] ? links.at(-1) : links[0]).match(SUIT_SIGN) ?? [];
  if (suits.length !== 1 || ranks !== links.length - 1) return null;
  return links.map((link, at) => (isRank[at] ? link + suits[0] : link));
}

/* The rank at each end of a run: an ace is low or high. Null if it could be either. */
function endsOfRun(first, last) {
  if (first === 1 && last > RUN_MOST + 1) return [14, last];
  if (last === 1 && first > RUN_MOST) return [first, 14];
  return last === 1 && 15 - first <= RUN_MOST ? null : [first, last];
}

/* The run from one card to another, just these two if their suits differ; null if it is unclear. */
function fromTo(first, last) {
  if (first[1] !== last[1] || first === last) return [first, last];
  const ends = endsOfRun(rankOf(first), rankOf(last));
  if (!ends) return null;
  const [start, end] = ends;
  const step = start < end ? 1 : -1;
  return Array.from({ length: Math.abs(end - start) + 1 }, (_, at) => RANK_LETTERS[(start + at * step - 1) % 13] + first[1]);
}

/* Whether a hyphen between these cards may mean a run. An ace is next to both two and king. */
function leavesGap(before, after) {
  return before[1] === after[1] && ![0, 1, 12].includes(Math.abs(rankOf(before) - rankOf(after)));
}

/* The cards of *parts*, which hyphens only separate; null if one is not understood or a run may be meant. */
function separated(parts) {
  if (parts.some((part) => !part)) return null;
  const isUnclear = parts.some((part, at) => at > 0 && leavesGap(parts[at - 1].at(-1), part[0]));
  return isUnclear ? null : parts.flat();
}

/* The cards of a word with hyphens, which mean a run or only separate the cards. */
function linked(word) {
  const links = withSuits(word)?.map(unlinked);
  if (!links || links.some((link) => !link)) return null;
  const isPair = links.length === 2 && links.every((link) => link.length === 1);
  return isPair ? fromTo(links[0][0], links[1][0]) : separated(links);
}

function readWord(word) {
  const cards = separated(word.split(APART).filter(Boolean).map(linked)) ?? [];
  return { word: word.replaceAll(APART, " - ").replaceAll(UNCLEAR, ""), cards };
}

const TEXTS_READ = new Map(); /* The pack reads the same text for each of its 52 keys. */
const MOST_TEXTS = 100;

/* Each word of *text*, with its cards: none if it is not understood. */
export function readWords(text) {
  if (TEXTS_READ.size > MOST_TEXTS) TEXTS_READ.clear();
  if (!TEXTS_READ.has(text)) TEXTS_READ.set(text, wordsOf(text).map(readWord));
  return TEXTS_READ.get(text);
}
