/* The cards of a field: one group, or several separated by "/". */
import { readWords } from "./card_text.js";

export const HAND = 10;
export const UPCARD = "upcard";

/* The cards in *text*, and the words that are not understood. */
export function readCards(text) {
  const words = text.split("/").flatMap(readWords);
  const strange = words.filter(({ cards }) => !cards.length);
  return { cards: words.flatMap(({ cards }) => cards), rest: strange.map(({ word }) => word).join(" ") };
}

/* The groups of cards in *text*, separated by "/". */
export const readGroups = (text) => text.split("/").map((group) => readCards(group).cards).filter((group) => group.length);

export const writeGroups = (groups) => groups.map((group) => group.join(" ")).join(" / ");

/* *text* without the cards that are not in *kept*; separators stay, and what is not understood. */
export function keepCards(text, kept) {
  const write = ({ word, cards }) => (cards.length ? cards.filter((card) => kept.includes(card)).join(" ") : word);
  return text.split("/").map((group) => readWords(group).map(write).join(" ")).join(" / ");
}
