/* The cards of a field: one group, or several separated by "/". */
import { plainOf, readWords } from "./card_text.js";

/* In a language with letters of its own, texts are put into English ones to be read (own_letters.js). */
const groupsOf = (text) => (window.ownLetters?.english(text) ?? plainOf(text)).split("/");

/* Cards as they stand in a field. */
export const writeCards = (cards) => cards.map(window.ownLetters?.shown ?? String).join(" ");

/* The cards in *text*, and the words that are not understood. */
export function readCards(text) {
  const words = groupsOf(text).flatMap(readWords);
  const strange = words.filter(({ cards }) => !cards.length);
  return { cards: words.flatMap(({ cards }) => cards), rest: strange.map(({ word }) => word).join(" ") };
}

/* The groups of cards in *text*, separated by "/". */
export const readGroups = (text) =>
  groupsOf(text).map((group) => readWords(group).flatMap(({ cards }) => cards)).filter((group) => group.length);

export const writeGroups = (groups) => groups.map(writeCards).join(" / ");

/* *text* without the cards that are not in *kept*; separators stay, and what is not understood. */
export function keepCards(text, kept) {
  const write = ({ word, cards }) => (cards.length ? writeCards(cards.filter((card) => kept.includes(card))) : word);
  return groupsOf(text).map((group) => readWords(group).map(write).join(" ")).join(" / ");
}
