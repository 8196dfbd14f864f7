/* What a form was made upon, as the server knows it by now, and what other phones have written that its player has not seen. */
import { isAboutHand, isUndo, stampOf } from "./outbox_forms.js";
import { knownSheet } from "./outbox_store.js";

/* Forms about a hand name it by its position, which may be another one's on the server, if the two sheets differ. An undo
   of what was discarded would undo something else. The server refuses both if the sheet is not that one, and asks. */
const meansThatSheet = (item, { isDiscarded }) => isAboutHand(item) || (isDiscarded && isUndo(item));

/* The stamp of the sheet that *item* is sent for; null if it is for no sheet. With the stamp since which its player has not
   seen what others have written, if that is another one. */
export async function madeUpon(item) {
  const made = stampOf(item);
  if (made === null) return { stamp: null };
  const known = await knownSheet(made);
  const isBehind = (item.isAhead || known.stamp !== made) && known.unseenSince !== known.stamp;
  return { stamp: meansThatSheet(item, known) ? made : known.stamp, unseenSince: isBehind ? known.unseenSince : undefined };
}

/* The same of forms on top of *item*, whose player was asked about it: what they were shown then, these forms didn't know. */
export async function unseenSinceAsked(item) {
  if (stampOf(item) === null) return undefined;
  const { unseenSince } = await madeUpon(item);
  return item.unseenSince ?? unseenSince ?? (await knownSheet(stampOf(item))).stamp;
}

/* Whether hands of other players came between, beside which *item* was written. */
const cameBeside = ({ entry }, upon, stamp) => stamp?.endsWith(`.${entry}`) && parseInt(stamp, 10) > parseInt(upon, 10) + 1;

/* The same of forms on top of *item*, which was made *upon* that sheet and has led to this *stamp*. */
export const unseenSinceWritten = (item, upon, stamp) =>
  item.unseenSince ?? upon.unseenSince ?? (cameBeside(item, upon.stamp, stamp) ? upon.stamp : undefined);
