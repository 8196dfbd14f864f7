/* What hands that wait add to a sheet of two: looked up in a table of the server (views/matches/outcomes.py), because a second
   engine here would have to be as exact for ever. What the table does not have stands without points. */
import { entryIn, isUndo, stampOf } from "./outbox_forms.js";

const NOBODY_WON = 2; /* After a hand that nobody won, in the table of dealers. */
const SIDES = { 0: [0, 1], 1: [1, 0], none: [0, 1] }; /* Who knocked and who didn't, as a form says it. */

/* The *template* with these *values* in its braces. */
export const filledWith = (template, values, write = String) => template.replace(/\{(\w+)\}/g, (_, name) => write(values[name] ?? ""));

/* What *templates* have for the plural of a *number*. */
export const inPlural = (templates, number, { language }, values) =>
  filledWith(templates[new Intl.PluralRules(language).select(number)] ?? "", { number: number.toLocaleString(language), ...values });

/* A number, or a sum of several, as the server reads it; null if it is blank, NaN if it can't be read. */
const pointsIn = (text = "") =>
  text.trim() ? text.split("+").reduce((sum, each) => sum + (/^\s*\d+\s*$/.test(each) ? Number(each) : NaN), 0) : null;

/* The hand by two numbers in a form of a new hand, the knocker's number first; nothing if it has none. */
function handIn({ url, fields }) {
  const { knocker, by, outcome, ...numbers } = Object.fromEntries(fields);
  const sides = SIDES[knocker];
  const isDead = knocker === "none";
  if (!sides || !/\/hands\/new(?:\?|$)/.test(url) || !(isDead || by === "deadwood")) return {};
  const [own, other] = sides.map((side) => (isDead ? 0 : pointsIn(numbers[`deadwood_${side}`])));
  return { sides, ending: isDead ? "dead" : outcome, counts: [outcome === "knock" ? own : (own ?? 0), other] };
}

/* *form* as it goes on: a knock without deadwood is gin. */
export function asGin(form) {
  const { ending, counts } = handIn(form);
  if (ending !== "knock" || counts[0] !== 0) return form;
  return { ...form, fields: form.fields.map(([name, value]) => [name, name === "outcome" ? "gin" : value]) };
}

/* What the server would say against the numbers of *form*, and what it asks where they are blank, by field; nothing if the *table*
   has no such hands. */
export function lacksIn(table, form) {
  const { sides, ending, counts } = handIn(form);
  const rows = table.worth?.[ending];
  const [wrong, blank] = [{}, {}];
  if (!rows || counts.some(Number.isNaN)) return { wrong, blank };
  for (const [place, side] of sides.entries()) {
    const [field, number, name] = [`deadwood_${side}`, counts[place], table.names[side]];
    if (number === null) blank[field] = filledWith(table.asked, { name });
    else if (number >= Object.values(rows)[0].length) wrong[field] = table.tooMuch;
    else if (!place && !rows[number]) wrong[field] = inPlural(table.refused[ending], number, table, { name }).replace(/^./u, (first) => first.toUpperCase());
  }
  return { wrong, blank };
}

/* The item of *row* at this *place*: each has more than the one before, where it is 0 as much more as that had. */
function itemAt(row, place) {
  if (!row?.[0] || !(place in row)) return null;
  let [item, step] = [[], []];
  for (const more of row.slice(0, place + 1)) {
    step = more || step;
    item = step.map((number, part) => number + (item[part] ?? 0));
  }
  return item;
}

/* What a form of a new hand by two numbers adds to both players, and what is said of it; null if that is not in the *table*. */
function worthOf(table, form) {
  const { sides, ending, counts } = handIn(form);
  const item = sides && itemAt(table.worth[ending]?.[counts[0]], counts[1]);
  if (!item) return null;
  const [kind, ...changes] = item;
  const figures = changes.splice(4);
  const { winner, ending: ended, said } = table.kinds[kind];
  const [knocker, defender] = sides.map((side) => table.names[side]);
  const [outcome, numbers, save, head, story, sum] = filledWith(said.replace(/\{\}/g, () => figures.shift()), { knocker, defender }).split("\n");
  const [points, boxes] = [0, 2].map((first) => sides.map((place) => changes[first + place]));
  return { outcome, numbers, save, head, story, sum, ending: ended, winner: sides[winner], points, boxes };
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
