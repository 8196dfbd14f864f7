/* Which forms the outbox keeps, and what of them. They are those that the server writes only once, however often they
   are sent: hands, other lines, the upcard, undo, redo, and a new match. Nothing that deletes, shares or removes waits. */
const KEPT = [
  /^m\/[^/]+\/hands\/(?:new|\d+\/(?:correct|check|remove)|removed\/\d+\/restore)$/,
  /^m\/[^/]+\/lines\/(?:new|\d+\/(?:correct|remove|restore))$/,
  /^m\/[^/]+\/(?:undo|redo|upcard)$/,
  /^(?:b\/[^/]+\/)?matches\/new$/,
];
const ONLY_SHOWN = ["preview", "lay_0", "lay_1", "sit", "players", "way"]; /* Buttons that save nothing. */
const LAST_OF_ENTRY = 16; /* So much of an entry id is in that of a button: button_entry_id of models/records/saving/pipeline.py. */
const OWN = new Set(["csrf_token", "said", "replaces", "ahead", "hands"]);

/* How many hands a form adds to the sheet; less than none if it takes one away. Undo and redo say it. */
const ADDED_HANDS = [
  [/\/hands\/(?:new|removed\/\d+\/restore)\b|\/lines\/new\?(?:.*&)?kind=hand\b/, 1],
  [/\/hands\/\d+\/remove\b/, -1],
];
export const handsAdded = ({ url, hands }) => hands || (ADDED_HANDS.find(([form]) => form.test(url))?.[1] ?? 0);

/* The path of *url* below the address of the app, which may be a folder of its host. */
export const pathOf = (url, root) => new URL(url).pathname.slice(new URL(root).pathname.length);

/* What is sent in order, each after the one before: the forms of a match, or of a book. */
export function queueOf(path) {
  const [folder, link] = path.split("/");
  return ["m", "b"].includes(folder) ? `${folder}/${link}` : path;
}

/* Undo, redo and the upcard have no entry id of their own: what they do depends only on the sheet that they are for. */
function entryOf(url, path, fields) {
  const { searchParams } = new URL(url);
  const entry = fields.get("entry") ?? searchParams.get("entry");
  if (entry) return entry;
  const version = fields.get("version") ?? searchParams.get("version") ?? "";
  const [number, last = ""] = version.split(".");
  return [path.split("/").at(-1), number, last.slice(-LAST_OF_ENTRY), fields.get("card")].filter(Boolean).join("-");
}

export function isKept(path, fields) {
  return KEPT.some((each) => each.test(path)) && !ONLY_SHOWN.some((name) => fields.has(name));
}

/* The item of a submitted form: docs/offline.md says what it holds. */
export function itemOf(url, root, fields) {
  const path = pathOf(url, root);
  const address = new URL(url);
  return {
    entry: entryOf(url, path, fields),
    queue: queueOf(path),
    url: address.pathname + address.search,
    fields: [...fields].filter(([name]) => !OWN.has(name)),
    token: fields.get("csrf_token"),
    replaces: fields.get("replaces"),
    isAhead: fields.has("ahead"),
    hands: Number(fields.get("hands")) || 0,
    at: Date.now(),
    said: (fields.get("said") ?? "").split(/\r?\n/).filter(Boolean),
    isTried: false,
    state: "waiting",
    status: 0,
  };
}

/* Where the player is led once *item* is kept: to its sheet or book, else to the home page. */
export const pageOf = (item, root) => root + (/^[mb]\//.test(item.queue) ? item.queue : "");

const stampIn = (url) => new URL(url, location.href).searchParams.get("version");

/* The stamp of the sheet that *item* was made upon; null if it is for no sheet. */
export const stampOf = (item) => item.fields.find(([name]) => name === "version")?.[1] ?? stampIn(item.url);

/* Where a page has a version stamp: in fields, and in addresses of buttons. */
export const STAMP = /(<input[^>]* name="version"[^>]* value="|[?;]version=)([\w.-]*)/;
export const FIRST = "0."; /* The stamp of a sheet without a change, which names no version. */

/* The stamp of the sheet that a page with this *text* was made for. */
export const stampOfPage = (text) => STAMP.exec(text)?.[2] ?? FIRST;

/* The entry that led to the sheet with this *stamp*; blank if no form of a phone did. */
export const entryIn = (stamp) => stamp?.split(".")[1] ?? "";

/* What *item* says, of an undo what it undoes. */
export const saidBy = ({ url, said = [] }) => said.slice(isUndo({ url }) ? 1 : 0).join(" · ");

/* Whether something was filled in: all others are buttons. */
export const isFilledIn = ({ fields = [] }) => fields.some(([name]) => name === "entry");

/* What an undo of *item* undoes, in a few words. After an undo or a redo, only the server knows what the next one undoes. */
export const undoneOf = (item) => (isUndo(item) || isRedo(item) ? "" : isFilledIn(item) ? (item.said?.[0] ?? "") : saidBy(item));

/* The address and the fields of *item*, made for the sheet with this *stamp*. */
export function sentAs(item, stamp) {
  const address = new URL(item.url, location.href);
  if (address.searchParams.has("version")) address.searchParams.set("version", stamp);
  const fields = item.fields.map(([name, value]) => [name, name === "version" ? stamp : value]);
  return { url: address.href, fields };
}

/* Whether *item* changes a hand or another line that is on the sheet. It is named by its position. */
export const isAboutHand = ({ url }) => /\/(?:hands|lines)\/(?:removed\/)?\d+\//.test(url);

export const isUndo = ({ url }) => /\/undo(?:\?|$)/.test(url);
const isRedo = ({ url }) => /\/redo(?:\?|$)/.test(url);

/* Whether *item* leads to another version of the sheet. The upcard doesn't. */
export const changesSheet = (item) => !item.url.split("?")[0].endsWith("/upcard") && stampOf(item) !== null;

export const newEntryId = () => crypto.randomUUID().replaceAll("-", "");

/* Whether two items have one entry id and yet say different things. */
export const isOther = (one, other) =>
  one.entry === other.entry && JSON.stringify(one.fields) !== JSON.stringify(other.fields);

/* *item* with an entry id of its own. */
export function asAnother(item) {
  const entry = newEntryId();
  const fields = item.fields.map(([name, value]) => [name, name === "entry" ? entry : value]);
  return { ...item, entry, fields };
}
