/* How cards are written: "7S", "10h", "q♣". */
export const HAND = 10;
export const UPCARD = "upcard";

const CARD = /(10|[2-9TJQKA])\s?([SHDC♠♥♦♣])\ufe0e?/giu;
const LETTER = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };

export const nameOf = (rank, suit) => rank.replace("10", "T").toUpperCase() + (LETTER[suit] ?? suit.toUpperCase());

/* The cards in *text*, and the rest of it. */
export function readCards(text) {
  const cards = [];
  const rest = text.replace(CARD, (_, rank, suit) => {
    cards.push(nameOf(rank, suit));
    return "";
  });
  return { cards, rest: rest.replace(/[\s,/]+/g, " ").trim() };
}

/* The groups of cards in *text*, separated by "/". */
export const readGroups = (text) => text.split("/").map((group) => readCards(group).cards).filter((group) => group.length);

export const writeGroups = (groups) => groups.map((group) => group.join(" ")).join(" / ");

/* *text* without the cards that are not in *cards*; separators stay. */
export const keepCards = (text, cards) =>
  text.replace(CARD, (written, rank, suit) => (cards.includes(nameOf(rank, suit)) ? `${written} ` : ""));
