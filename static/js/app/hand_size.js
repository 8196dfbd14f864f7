/* The cards of a hand, and the field that takes a single one. */
export const HAND = 10;
export const UPCARD = "upcard";
