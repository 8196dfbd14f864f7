/* Suit signs apart from their ranks, "7 ♠ 8 ♠", and the order of suit and rank, which is one in a text; as
   models/gin/cards/cards.py reads them. On pages that don't fetch this, they are left to the server. */
import { SUIT_OF_SIGN } from "./card_text.js";

export const own = JSON.parse(document.querySelector("[data-letters]").dataset.letters);

const UNCLEAR_ORDER = "\ue001";
const tokens = Object.keys({ ...own.suits, ...SUIT_OF_SIGN }).sort((one, two) => two.length - one.length);
const anyOf = (signs) => `(?:${signs.join("|")})`;
const ANY_SUIT = anyOf(tokens);
const SIGN = anyOf(tokens.filter((sign) => !/[A-Z]/.test(sign)));
const EDGE = String.raw`[\s,;.+|/\-–—−…]`;
const ANY_RANK = String.raw`10|[\p{L}\p{N}]`;
const SIGN_COMES_FIRST = RegExp(`^${EDGE}*${SIGN}`);
const apart = (one, two) => RegExp(String.raw`(^|${EDGE})(${one})[ \t]+(${two})(?=$|${EDGE})`, "gu");
const [APART_SUIT_FIRST, APART_RANK_FIRST] = [apart(SIGN, ANY_RANK), apart(ANY_RANK, SIGN)];

/* A plain text with each suit sign beside its rank: before it, if one is before the first. */
export const beside = (plain) => plain.replace(SIGN_COMES_FIRST.test(plain) ? APART_SUIT_FIRST : APART_RANK_FIRST, "$1$2$3");

const ANY_CARDS = RegExp(`^(?:(?:10|[1-9TJQKA])${ANY_SUIT})+$|^(?:${ANY_SUIT}(?:10|[1-9TJQKA]))+$`);
const SUIT_COMES_FIRST = RegExp(`^${ANY_SUIT}`);

/* A plain text in which cards with rank and suit in another order than in the first one are marked as unclear. */
export function inOneOrder(plain) {
  let first = null;
  return plain.replace(/[^\s,;.+|/\-–—−…]+/g, (word) => {
    if (!ANY_CARDS.test(word)) return word;
    const order = SUIT_COMES_FIRST.test(word);
    first ??= order;
    return order === first ? word : UNCLEAR_ORDER + word;
  });
}
