/* Keeps a half-entered hand on this phone: one draft for each form, by its address and the players of the
   hand. A draft knows the entries it was sent as. Once one of them is saved, only the page that sent it
   restores it, because its entry is saved only once. */
import { forget, namesRemembered, remember, remembered } from "./phone_memory.js";

const NAME = "draft:";
const OLD = 30 * 24 * 60 * 60 * 1_000;
const NOT_KEPT = new Set(["csrf_token", "by"]); /* Cards or deadwood, it is the same hand. */

/* With more than two players, each pair has its own in each round. */
function here() {
  const asked = new URLSearchParams(location.search);
  return [NAME + location.pathname, ...asked.getAll("faced"), ...asked.getAll("round")].join("?");
}

function read(name) {
  try {
    const draft = JSON.parse(remembered(name));
    return Date.now() - draft.at < OLD ? draft : null;
  } catch {
    return null; /* None, or invalid. */
  }
}

const write = (name, draft) => remember(name, JSON.stringify(draft));

export const drop = (name = here()) => forget(name);

const names = () => namesRemembered().filter((name) => name.startsWith(NAME));

export function keep(form) {
  const fields = Object.fromEntries([...new FormData(form)].filter(([name]) => !NOT_KEPT.has(name)));
  write(here(), { at: Date.now(), entries: [fields.entry], fields });
}

function fill(form, fields) {
  for (const [name, value] of Object.entries(fields)) {
    if (name === "upcard" && !value) continue; /* It has been entered since. */
    if (!(name in form.elements)) form.append(Object.assign(document.createElement("input"), { type: "hidden", name }));
    form.elements[name].value = value;
  }
}

const isUnfinished = (draft) => Boolean(draft && !draft.saved);

/* Fills *form* with its draft. Returns "saved" if it is on the sheet already, "unfinished" if it has more than the page,
   else "". A page that is *given*, because it answers a submitted form, only restores its own draft. */
export function takeUp(form, given) {
  const { entry } = form.elements;
  const draft = read(here());
  const knows = (each) => Boolean(draft?.entries.includes(each));
  const mine = knows(entry.value);
  /* A form that the server returned with a new entry is newer than the draft. */
  const older = mine && draft.fields.entry !== entry.value;
  const taken = mine || knows(history.state?.entry) || (!given && isUnfinished(draft));
  if (taken && !older) fill(form, draft.fields);
  history.replaceState({ entry: entry.value }, "");
  if (taken && draft.saved) return "saved";
  return taken && !mine ? "unfinished" : "";
}

/* Whether the hand in *form* has been saved. */
export function isSaved(form) {
  const draft = read(here());
  return Boolean(draft?.saved && draft.entries.includes(form.elements.entry.value));
}

/* Adds *entry* to the draft of this address. */
export function sendAs(entry) {
  const draft = read(here());
  if (draft) write(here(), { ...draft, entries: [...draft.entries, entry] });
}

/* Marks *entry* as saved. Returns whether that is new to this phone. */
export function settle(entry) {
  let isNews = false;
  for (const name of names()) {
    const draft = read(name);
    if (!draft) drop(name);
    else if (draft.entries.includes(entry)) {
      isNews ||= !draft.saved;
      write(name, { ...draft, saved: true });
    }
  }
  return isNews;
}
