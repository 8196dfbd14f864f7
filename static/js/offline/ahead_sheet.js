/* The sheet with what waits on this phone: as rows in their place, and in the totals. For the service worker. */
import { escaped } from "./escaped.js";
import { handsAdded, isFilledIn, saidBy } from "./outbox_forms.js";
import { asGin, filledWith, inPlural, lacksIn, standing } from "./outcomes.js";

/* What is left blank in a template leaves no mark. */
const BLANK = / button--waits(?=[^>]* data-place="")| data-place=""| ?<(p|span|b|i)\b(?![^>]* id=)[^>]*>(?:· )?<\/\1>/g;
const filled = (template, values) => filledWith(template, values, escaped);
const withoutBlanks = (template, values) => filled(template, values).replace(BLANK, "");

const figure = (points) => String(points).replace("-", "−");
const signed = (points) => (points > 0 ? `+${points}` : figure(points));

/* What a sheet says of itself to a phone that scores: the digest of its outcomes, how many hands it has, and how the entry ids
   of its latest changes begin; if hands by numbers can be counted there also both totals, boxes, who deals, how many hands are
   left, if the rules limit them, and how it stood before the last hand, if Undo takes that away. Null elsewhere. */
export function aheadIn(text) {
  const [digest, hands, entries, totals, boxes, dealer, left, before] = JSON.parse(/ data-ahead='([^']*)'/.exec(text)?.[1] ?? "[]");
  return digest ? { digest, hands, entries, totals, boxes, dealer, left, before } : null;
}

/* How the sheet with this *text* stands with *forms*. */
export const standingWith = (text, table, forms) => standing(table, aheadIn(text), forms);

export const figuresOf = ({ totals }, table) => totals.map(table.signed ? signed : figure);

/* What is said of each side, on a sheet and face to face: what stands before it stays. */
const BADGES = /(<(?:p class="total__name|h2 class="half__name)">[^]*?)(?: <span class="badge">[^<]*<\/span>)?(?=<\/(?:p|h2)>)/g;
const POINTS = /(<(?:p class="total__points|span class="screen__figure)">)[^<]*/g;
const TO_GO = /(<p class="(?:total__to-go|half__facts)[^>]*>)[^]*?(?=<\/p>)/g;
const REACHED = /(<rect width=")\d+/g;
const FACTS = /<p class="part facts[^]*?<\/p>/; /* Money and hands left are of the sheet before. */
const SAID = /(<div class="part said">)([^]*?)(?=<\/div>)/;
const SAID_FACING = /(<p class="half__said[^>]*>)[^<]*/g;
const ENDS = /<p class="half__ends[^]*?<\/p>/g;
const ENDING = /( data-announce="[^"]*")(?: data-ending="[^"]*")?/; /* See moment.js. */
const ROWS = /<tr class="waits">[^]*<\/tr>/;

const isFacing = (text) => text.includes("half--far");

/* Each *part* of a total with what *write* says for its side, in the order of the page. */
function withEach(text, part, write) {
  const sides = isFacing(text) ? [1, 0] : [0, 1];
  return text.replace(part, (_, before) => before + write(sides.shift()));
}

/* What is still to come. */
const notesOf = ({ isOver, uncounted }, table) =>
  [isOver && table.final, uncounted && filled(table.uncounted, { count: uncounted })].filter(Boolean);

function withTotals(text, sheet, table) {
  const { totals, boxes, dealer, isOpen } = sheet;
  const said = (templates, number) => inPlural(templates, number, table);
  const toGo = (side) => {
    const facts = [isOpen && said(table.toGo, table.target - totals[side]), boxes.some(Boolean) && said(table.boxes, boxes[side])].filter(Boolean);
    const notes = notesOf(sheet, table);
    if (isFacing(text)) return isOpen ? [...facts, ...notes].join(" · ") : notes.join(" ");
    return facts.map((fact) => `<span>${fact}</span>`).join(" ");
  };
  const figures = figuresOf({ totals }, table);
  const [badge] = / <span class="badge">[^<]*<\/span>/.exec(text) ?? [""];
  const parts = [
    [BADGES, (side) => (side === dealer ? badge : "")],
    [POINTS, (side) => figures[side]],
    [TO_GO, toGo],
    [REACHED, (side) => Math.max(0, Math.min(totals[side], table.target))],
  ];
  return parts.reduce((made, part) => withEach(made, ...part), text.replace(FACTS, "").replace(/ screen--\d+/g, ` screen--${Math.max(2, ...figures.map((each) => each.length))}`));
}

/* The row of a form, with its points if they are known. *number*: of its hand, if it is one. */
function rowOf({ form, worth, totals }, number, table) {
  const figures = totals ? figuresOf({ totals }, table) : [];
  const gained = worth?.points.map((points) => (points ? signed(points) : "")) ?? [];
  const values = {
    outcome: isFilledIn(form) ? form.said[0] : saidBy(form),
    ...worth,
    number,
    label: number && filled(table.label, { number }),
    state: table.state,
    points0: gained[0],
    points1: gained[1],
    total0: figures[0],
    total1: figures[1],
  };
  const [row] = ROWS.exec(table.table);
  return withoutBlanks(form.isWritten ? row.replace("<i>{state}</i> <i>· ", "<i>") : row, values);
}

/* The rows stand above the others; on a blank sheet, in a table of their own. */
function withRows(text, sheet, table) {
  let { hands } = sheet;
  let rows = "";
  for (const row of sheet.rows) {
    const added = handsAdded(row.form);
    hands += added;
    rows = rowOf(row, added > 0 ? hands : "", table) + rows;
  }
  if (/<table class="hand-table/.test(text)) return text.replace(/(<table class="hand-table[^]*?<tbody>)/, (before) => before + rows);
  return text.replace(/<\/section>/, (end) => end + table.table.replace(ROWS, () => rows));
}

/* The sentence of the last hand that is counted, or what was undone, and what is still to come. */
function withSentences(text, sheet, table) {
  const { worth, form } = sheet.rows.findLast((row) => row.worth || row.totals) ?? {};
  const words = worth ?? { head: form && saidBy(form) };
  const made = words.head ? text.replace(SAID_FACING, (_, before) => before + escaped(words.head)) : text;
  return made.replace(SAID, (_, before, said) => {
    const sentence = words.head ? `<p class="said__hand">${withoutBlanks(table.sentence, words)}</p>` : (/<p class="said__hand">[^]*?<\/p>/.exec(said)?.[0] ?? "");
    return before + sentence + notesOf(sheet, table).map((note) => `<p class="soft">${note}</p>`).join("");
  });
}

/* A page of the sheet with this *text*, made upon *forms* that its server does not have. */
export function withWaiting(text, forms, table) {
  const sheet = standingWith(text, table, forms);
  if (!sheet.rows.length) return text;
  const ending = sheet.rows.at(-1).worth?.ending;
  const ended = text.replace(ENDING, (_, before) => before + (ending ? ` data-ending="${ending}"` : ""));
  const made = withSentences(sheet.totals ? withTotals(ended, sheet, table) : withEach(ended, BADGES, () => ""), sheet, table);
  if (!isFacing(text)) return withRows(made, sheet, table);
  return sheet.isOver ? made.replace(ENDS, "") : made;
}

/* The parts of the preview of the last form; blank if it isn't known what that comes to. */
export function previewOf(text, forms, table) {
  const form = asGin(forms.at(-1));
  const { worth } = standingWith(text, table, [...forms.slice(0, -1), form]).rows.at(-1) ?? {};
  const { wrong, blank } = lacksIn(table, form);
  const [place] = Object.keys({ ...wrong, ...blank });
  const [offer, ending] = form === forms.at(-1) ? ["", ""] : [table.isGin, table.gin];
  if (!worth && !place && !offer) return "";
  return withoutBlanks(table.preview, { save: blank[place] ?? table.plain, place, offer, ...worth, ...wrong }) + ending;
}

const TOTAL_LISTED = /(<span class="match__total">)([^<]*)/g;

/* A list of matches with these *figures* at the match at *address*, where they are those *before*, if these are given. */
export function withTotalsAt(text, address, figures, before) {
  const item = new RegExp(`<a class="match__link[^"]*" href="${address}"[^]*?</a>`);
  const isSame = (link) => !before || String([...link.matchAll(TOTAL_LISTED)].map(([, , told]) => told)) === String(before);
  return text.replace(item, (link) => (isSame(link) ? withEach(link, TOTAL_LISTED, (side) => figures[side]) : link));
}
