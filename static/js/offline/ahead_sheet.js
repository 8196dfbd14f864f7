/* The sheet with what waits on this phone: as rows in their place, and in the totals. For the service worker. */
import { escaped } from "./escaped.js";
import { handsAdded, isFilledIn, saidBy } from "./outbox_forms.js";
import { standing } from "./outcomes.js";

const filled = (template, values) => template.replace(/\{(\w+)\}/g, (_, name) => escaped(values[name] ?? ""));

const figure = (points) => String(points).replace("-", "−");
const signed = (points) => (points > 0 ? `+${points}` : figure(points));

/* What a sheet says of itself to a phone that scores: the digest of its outcomes, how many hands it has, and how the entry ids
   of its latest changes begin; if hands by numbers can be counted there also both totals, boxes, who deals, and how many hands
   are left. Null elsewhere. */
export function aheadIn(text) {
  const [state, ...entries] = / data-ahead="([^"]*)"/.exec(text)?.[1].split(" ") ?? [];
  if (!state) return null;
  const [digest, hands, totals, boxes, dealer, left] = state.split(";");
  const [both, ofBoth] = [totals, boxes].map((pair) => pair?.split(",").map(Number));
  return { digest, entries, hands: Number(hands), totals: both, boxes: ofBoth, dealer: Number(dealer), left: Number(left || Infinity) };
}

/* How the sheet with this *text* stands with *forms*. */
export const standingWith = (text, table, forms) => standing(table, aheadIn(text), forms);

export const figuresOf = ({ totals }, table) => totals.map(table.signed ? signed : figure);

/* What a form of a hand comes to in words: the *template* of its kind. */
const toldBy = (template, { winner, points }, { names }) =>
  filled(template, { name: names[winner], points: signed(points[winner] ?? 0) });

const NAMES = /(<(?:p class="total__name|h2 class="half__name)">[^]*?)(?=<\/(?:p|h2)>)/g;
const POINTS = /(<(?:p class="total__points|span class="screen__figure)">)[^<]*/g;
const TO_GO = /(<p class="(?:total__to-go|half__facts)[^>]*>)[^]*?(?=<\/p>)/g;
const REACHED = /(<rect width=")\d+/g;
const BADGE = / ?<span class="badge">[^<]*<\/span>/g;
const FACTS = /<p class="part facts[^]*?<\/p>/; /* Money and hands left are of the sheet before. */
const SAID = /(<div class="part said">)([^]*?)(?=<\/div>)/;
const SAID_FACING = /(<p class="half__said[^>]*>)[^<]*/g;
const ENDING = /( data-announce="[^"]*")(?: data-ending="[^"]*")?/; /* See moment.js. */
const ROWS = /<tr class="waits">[^]*<\/tr>/;

const isFacing = (text) => text.includes("half--far");

/* Each *part* of a total with what *write* says for its side, in the order of the page. */
function withEach(text, part, write) {
  const sides = isFacing(text) ? [1, 0] : [0, 1];
  return text.replace(part, (_, before) => before + write(sides.shift()));
}

/* What is still to come. */
const notesOf = ({ totals, uncounted, isOpen }, table) =>
  [totals && !isOpen && table.final, uncounted && filled(table.uncounted, { count: uncounted })].filter(Boolean);

function withTotals(text, sheet, table) {
  const said = (templates, number) =>
    filled(templates[new Intl.PluralRules(table.language).select(number)] ?? "", { number: number.toLocaleString(table.language) });
  const toGo = (side) => (sheet.isOpen ? said(table.toGo, table.target - sheet.totals[side]) : "");
  const boxes = (side) => (sheet.boxes.some(Boolean) ? said(table.boxes, sheet.boxes[side]) : "");
  const facts = (side) => [toGo(side), boxes(side)].filter(Boolean);
  const [badge] = text.match(BADGE) ?? [""];
  const parts = [
    [NAMES, (side) => (side === sheet.dealer ? badge : "")],
    [POINTS, (side) => figuresOf(sheet, table)[side]],
    [TO_GO, (side) => (isFacing(text) ? [...facts(side), ...notesOf(sheet, table)].join(" · ") : facts(side).map((fact) => `<span>${fact}</span>`).join(" "))],
    [REACHED, (side) => Math.max(0, Math.min(sheet.totals[side], table.target))],
  ];
  return parts.reduce((made, [part, write]) => withEach(made, part, write), text.replace(BADGE, "").replace(FACTS, ""));
}

/* The row of a form, with its points if they are known. *number*: of its hand, if it is one. */
function rowOf({ form, worth, totals }, number, table) {
  const figures = totals && figuresOf({ totals }, table);
  const values = {
    number,
    label: number && filled(table.label, { number }),
    outcome: worth?.outcome ?? (isFilledIn(form) ? form.said[0] : saidBy(form)),
    state: table.state,
    numbers: worth?.against,
  };
  worth?.points.forEach((points, side) => Object.assign(values, {
    [`points${side}`]: points ? signed(points) : "",
    [`total${side}`]: figures?.[side],
  }));
  const [row] = ROWS.exec(table.table);
  return filled(form.isWritten ? row.replace("<i>{state}</i> <i>· ", "<i>") : row, values).replace(/ <i>(?:· )?<\/i>/, "");
}

function rowsOf(text, { rows }, table) {
  let { hands } = aheadIn(text);
  let made = "";
  for (const row of rows) {
    const added = handsAdded(row.form);
    hands += added;
    made = rowOf(row, added > 0 ? hands : "", table) + made;
  }
  return made;
}

/* The rows stand above the others; on a blank sheet, in a table of their own. */
function withRows(text, sheet, table) {
  const rows = rowsOf(text, sheet, table);
  if (/<table class="hand-table/.test(text)) return text.replace(/(<table class="hand-table[^]*?<tbody>)/, (before) => before + rows);
  return text.replace(/<\/section>/, (end) => end + table.table.replace(ROWS, () => rows));
}

/* The sentence of the last hand that is counted, and what is still to come. */
function withSentences(text, sheet, table) {
  const { worth } = sheet.rows.findLast((row) => row.worth) ?? {};
  const sentence = worth && toldBy(worth.head, worth, table);
  const made = sentence ? text.replace(SAID_FACING, (_, before) => before + sentence) : text;
  return made.replace(SAID, (_, before, said) => {
    const headline = sentence ? `<p class="said__hand"><b class="headline">${sentence}</b></p>` : said;
    return before + headline + notesOf(sheet, table).map((note) => `<p class="soft">${note}</p>`).join("");
  });
}

/* A page of the sheet with this *text*, made upon *forms* that its server does not have. */
export function withWaiting(text, forms, table) {
  const sheet = standingWith(text, table, forms);
  if (!sheet.rows.length) return text;
  const ending = sheet.rows.at(-1).worth?.ending;
  const ended = text.replace(ENDING, (_, before) => before + (ending ? ` data-ending="${ending}"` : ""));
  const made = withSentences(sheet.totals ? withTotals(ended, sheet, table) : ended, sheet, table);
  return isFacing(text) ? made : withRows(made, sheet, table);
}

/* The parts of the preview of the last form; blank if it isn't known what that comes to. */
export function previewOf(text, forms, table) {
  const { worth } = standingWith(text, table, forms).rows.at(-1) ?? {};
  const said = (template) => toldBy(template, worth, table);
  return worth ? table.preview.replace(/\{(head|save)\}/g, (_, part) => said(worth[part])) : "";
}

const TOTAL_LISTED = /(<span class="match__total">)([^<]*)/g;

/* A list of matches with these *figures* at the match at *address*, where they are those *before*, if these are given. */
export function withTotalsAt(text, address, figures, before) {
  const item = new RegExp(`<a class="match__link[^"]*" href="${address}"[^]*?</a>`);
  const isSame = (link) => !before || String([...link.matchAll(TOTAL_LISTED)].map(([, , told]) => told)) === String(before);
  return text.replace(item, (link) => (isSame(link) ? withEach(link, TOTAL_LISTED, (side) => figures[side]) : link));
}
