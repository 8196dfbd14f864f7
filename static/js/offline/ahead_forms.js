/* A page whose forms are made upon what this phone has entered: entry ids, stamps, the number of the next hand, Undo. For the
   service worker. */
import { withWaiting } from "./ahead_sheet.js";
import { escaped } from "./escaped.js";
import { handsAdded, isUndo, newEntryId, saidBy, STAMP, stampOf, stampOfPage, undoneOf } from "./outbox_forms.js";
import { isSheet } from "./stored_pages.js";

/* Where a page has an entry id: in fields, and in addresses of buttons. */
const ENTRY = /(<input[^>]* name="entry"[^>]* value="|[?;]entry=)[\w-]*/;

/* Forms say whether they are for a sheet that the server has not shown to this phone. */
const AHEAD = '<input type="hidden" name="ahead" value="1">';
const marked = (field, isAhead) => (isAhead && field.startsWith("<") ? AHEAD + field : field);

/* Where a page numbers the next hand: its form, and the first button of the sheet. */
const NUMBER = {
  form: /(<(?:title|h1)\b[^>]*>[^<\d]*)(\d+)/g,
  sheet: /(<div class="actions__row"><a [^>]*href="[^"]*\/hands\/new[^"]*"[^>]*>(?:<span>)?[^<\d]*)(\d+)/g,
};
const numberIn = (path) => (path.endsWith("/hands/new") ? NUMBER.form : NUMBER.sheet);

/* The buttons of a sheet that undo and redo. The first says what it undoes, and how many hands that adds. */
const UNDO = /<form [^>]*\/undo\?[^]*?<\/p>/;
const REDO = /<form [^>]*\/redo\?[^]*?<\/form>/;
const STOPPED = /<a [^>]*[?;]late=stop"[^]*?<\/a>/;
const UNDOES = /(<small>|id="undoes">)[^<]*/g;
const UNDOES_HANDS = /( name="hands" value=")[^"]*/;

/* The button that undoes *last*; blank if it is not known what that undoes. An undo that waits is only sent again, for the
   sheet that it is for, however often it is tapped. */
function undoOf(button, last) {
  const isSame = isUndo(last) && !last.isWritten;
  const undone = isSame ? last.said?.[2] : undoneOf(last);
  if (!undone) return "";
  const short = undone.replace(/ (\d+)( |$)/, (number) => number.replaceAll(" ", "\u00A0"));
  const hands = handsAdded(last);
  const named = button
    .replace(UNDOES, (_, before) => before + escaped(before === "<small>" ? short : saidBy(last)))
    .replace(UNDOES_HANDS, (_, before) => `${before}${isSame ? hands : -hands}`);
  return isSame ? named.replace(STAMP, (_, before) => before + stampOf(last)) : named;
}

/* The *text* of a page made upon what this phone has entered since: *stamp* is what the forms are for, *hands* how many were
   added, *last* the form that an undo is of, if any, and *forms* what the sheet on the page does not have, with the *table*
   of what they come to. */
export function withEntered(text, path, { stamp, hands, last, forms, table }) {
  const isAhead = stamp !== stampOfPage(text);
  const made = text
    .replaceAll(new RegExp(STAMP, "g"), (_, before) => marked(before, isAhead) + stamp)
    .replaceAll(numberIn(path), (_, before, number) => before + (Number(number) + hands));
  if (!last) return made;
  const undoing = made.replace(UNDO, (button) => undoOf(button, last)).replace(REDO, "").replace(STOPPED, "");
  return isSheet(path) && table ? withWaiting(undoing, forms, table) : undoing;
}

export const withNewEntries = (text) => text.replaceAll(new RegExp(ENTRY, "g"), (_, before) => before + newEntryId());
