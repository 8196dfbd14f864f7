/* What hands that wait add to a sheet of two: looked up in a table of the server (views/matches/outcomes.py), because a second
   engine here would have to be as exact for ever. What the table does not have stands without points. */
import { entryIn, isUndo, stampOf } from "./outbox_forms.js";

const NOBODY_WON = 2; /* After a hand that nobody won, in the table of dealers. */
const SIDES = { 0: [0, 1], 1: [1, 0], none: [0, 1] }; /* Who knocked and who didn't, as a form says it. */

/* The item of *row* at this *place*: each is told by what it has more than the one before. */
const itemAt = (row, place) =>
  row && /^\d+$/.test(place) && row[place]
    ? row.slice(0, Number(place) + 1).reduce((sum, more) => sum.map((number, part) => number + more[part]))
    : null;

/* What a form of a new hand by two numbers adds to both players, and what is said of it; null if that is not in the *table*. */
function worthOf(table, { url, fields }) {
  const { knocker, by, outcome, ...numbers } = Object.fromEntries(fields);
  const sides = SIDES[knocker];
  if (!sides || !/\/hands\/new(?:\?|$)/.test(url)) return null;
  const isDead = knocker === "none";
  if (!isDead && by !== "deadwood") return null;
  const [own, other] = isDead ? ["0", "0"] : sides.map((side) => numbers[`deadwood_${side}`]);
  const item = itemAt(table.worth[isDead ? "dead" : outcome]?.[own || "0"], other);
  if (!item) return null;
  const [kind, ...changes] = item;
  const said = table.kinds[kind];
  return {
    ...said,
    ending: outcome,
    numbers: said.numbers.replace("{knocker}", own).replace("{defender}", other),
    winner: sides[said.winner],
    points: sides.map((place) => changes[place]),
    boxes: sides.map((place) => changes[2 + place]),
  };
}

const undoes = (form, last) => isUndo(form) && entryIn(stampOf(form)) === last?.entry;

/* Without what was undone again before the server had it. */
const withoutUndone = (forms) =>
  forms.reduce((kept, form) => (undoes(form, kept.at(-1)) ? kept.slice(0, -1) : kept.concat(form)), []);

const plus = (one, more) => one.map((number, side) => number + more[side]);

/* Whether a game goes on; *left*: with so many hands, if the rules limit them. */
const goesOn = (table, totals, left) => Math.max(...totals) < table.target && left !== 0;

/* The *sheet* after a hand that is counted. Nothing is counted after one that ends the game. */
function withHand(table, sheet, { winner, points, boxes }) {
  const totals = plus(sheet.totals, points);
  const left = sheet.left && sheet.left - 1;
  const isOpen = goesOn(table, totals, left);
  const isOver = !isOpen && !sheet.uncounted;
  const dealer = isOpen && sheet.dealer !== null ? table.deals[sheet.dealer][winner ?? NOBODY_WON] : null;
  return { ...sheet, totals, boxes: plus(sheet.boxes, boxes), dealer, left, isOpen, isOver };
}

/* Whether *form* undoes the last hand of a sheet that stands like this. */
const takesLast = (form, { before, entries }) => before && isUndo(form) && entryIn(stampOf(form)).startsWith(entries[0]);

/* The *sheet* after an undo of its last hand. */
function withoutLast(sheet) {
  const [totals, boxes, dealer] = sheet.before;
  return { ...sheet, totals, boxes, dealer, left: sheet.left && sheet.left + 1, before: null };
}

/* The *sheet* after *form*, which is *worth* something if it is a hand that can be counted. */
function withForm(table, sheet, form, worth) {
  if (worth) return withHand(table, sheet, worth);
  return takesLast(form, sheet) ? withoutLast(sheet) : { ...sheet, dealer: null, before: null, uncounted: sheet.uncounted + 1 };
}

/* How a sheet stands with *forms* that it does not have: its totals and boxes, who deals next (null: not known), whether the
   game goes on or is over for certain, how many forms are not counted, and their rows: what each is worth, and the totals after
   it, null where that is not known. *state* is how it stands without them: see aheadIn in ahead_sheet.js. */
export function standing(table, state, forms) {
  const isOpen = Boolean(table.worth && state.totals) && goesOn(table, state.totals, state.left);
  let sheet = { ...state, isOpen, isOver: false, uncounted: 0 };
  const rows = withoutUndone(forms).map((form) => {
    const { uncounted } = sheet;
    const worth = sheet.isOpen ? worthOf(table, form) : null;
    sheet = withForm(table, sheet, form, worth);
    return { form, worth, totals: uncounted === sheet.uncounted && !uncounted ? sheet.totals : null };
  });
  return { ...sheet, rows };
}
