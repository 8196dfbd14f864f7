/* What hands that wait add to a sheet of two: looked up in a table of the server (views/matches/outcomes.py), because a second
   engine here would have to be as exact for ever. What the table does not have stands without points. */
import { entryIn, isUndo, stampOf } from "./outbox_forms.js";

const NOBODY_WON = 2; /* After a hand that nobody won, in the table of dealers. */

/* The item of *row* at *place*: each is told by what it has more than the one before. */
const itemAt = (row, place) =>
  row?.[place] && row.slice(0, place + 1).reduce((sum, more) => sum.map((number, part) => number + more[part]));

const deadwoodIn = (text) => (/^\d{1,3}$/.test(text) ? Number(text) : NaN);

/* Who of both knocked and who didn't, and the deadwood of each, as a form of a hand by two numbers says it. */
function numbersOf({ url, fields }) {
  const { knocker, by, outcome, ...numbers } = Object.fromEntries(fields);
  const isNew = /\/hands\/new(?:\?|$)/.test(url);
  if (isNew && knocker === "none") return { sides: [0, 1], ending: "dead", own: 0, other: 0 };
  if (!isNew || by !== "deadwood" || !["0", "1"].includes(knocker)) return null;
  const sides = knocker === "0" ? [0, 1] : [1, 0];
  const [own, other] = sides.map((side) => numbers[`deadwood_${side}`]);
  return { sides, ending: outcome, own: deadwoodIn(own || (outcome === "knock" ? "" : "0")), other: deadwoodIn(other) };
}

/* What *form* adds to both players, and what is said of it; null if that is not in the *table*. */
function worthOf(table, form) {
  const numbers = numbersOf(form);
  const item = numbers && itemAt(table.worth[numbers.ending]?.[numbers.own], numbers.other);
  if (!item) return null;
  const { sides, ending, own, other } = numbers;
  const [kind, ...changes] = item;
  const { winner, ...said } = table.kinds[kind];
  const against = table.numbers[ending]?.replace("{knocker}", own).replace("{defender}", other);
  return {
    ...said,
    ending,
    against,
    winner: winner === null ? null : sides[winner],
    points: sides.map((place) => changes[place]),
    boxes: sides.map((place) => changes[2 + place]),
  };
}

/* Without what was undone again before the server had it. */
function withoutUndone(forms) {
  const kept = [];
  for (const form of forms) {
    const undoesLast = kept.length > 0 && isUndo(form) && entryIn(stampOf(form)) === kept.at(-1).entry;
    if (undoesLast) kept.pop();
    else kept.push(form);
  }
  return kept;
}

const plus = (one, more) => one.map((number, side) => number + more[side]);

/* The *sheet* after a hand that is counted. Nothing is counted after one that ends the game. */
function withHand(table, sheet, { winner, points, boxes }) {
  const totals = plus(sheet.totals, points);
  const left = sheet.left - 1;
  const isOpen = Math.max(...totals) < table.target && left > 0;
  const dealer = isOpen && sheet.dealer !== null ? table.deals[sheet.dealer][winner ?? NOBODY_WON] : null;
  return { ...sheet, totals, boxes: plus(sheet.boxes, boxes), dealer, left, isOpen };
}

/* How a sheet stands with *forms* that it does not have: its totals and boxes, who deals next (null: not known), whether the
   game goes on, how many forms are not counted, and their rows: what each is worth, and the totals after it, null where
   that is not known. *state* is how it stands without them: see aheadIn in ahead_sheet.js. */
export function standing(table, state, forms) {
  const isOpen = Boolean(table.worth && state.totals) && Math.max(...state.totals) < table.target && state.left > 0;
  let sheet = { ...state, isOpen, uncounted: 0 };
  const rows = withoutUndone(forms).map((form) => {
    const worth = sheet.isOpen ? worthOf(table, form) : null;
    sheet = worth ? withHand(table, sheet, worth) : { ...sheet, dealer: null, uncounted: sheet.uncounted + 1 };
    return { form, worth, totals: worth && !sheet.uncounted ? sheet.totals : null };
  });
  return { ...sheet, rows };
}
