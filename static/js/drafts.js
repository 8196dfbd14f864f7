/* A half-entered hand stays on this phone, whatever becomes of the page: one draft for each form, by its
   address and who plays the hand. A draft knows the entries that it was sent as. Once one of them is known to be saved, only the page that
   sent it takes it up again: its entry is saved once. */
import { forget, namesRemembered, remember, remembered } from "./phone_memory.js";

const NAME = "draft:";
const OLD = 30 * 24 * 60 * 60 * 1_000;
const NOT_KEPT = new Set(["csrf_token", "by"]); /* Cards or deadwood, it is the same hand. */

/* Each pair at a larger table has its own, in each round. */
function here() {
  const asked = new URLSearchParams(location.search);
  return [NAME + location.pathname, ...asked.getAll("faced"), ...asked.getAll("round")].join("?");
}

function read(name) {
  try {
    const draft = JSON.parse(remembered(name));
    return Date.now() - draft.at < OLD ? draft : null;
  } catch {
    return null; /* None, or not one of ours. */
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
    if (name === "upcard" && !value) continue; /* It was turned up since. */
    if (!(name in form.elements)) form.append(Object.assign(document.createElement("input"), { type: "hidden", name }));
    form.elements[name].value = value;
  }
}

const isUnfinished = (draft) => Boolean(draft && !draft.saved);

/* Fills *form* with its draft. Answers "saved" if that is on the sheet already, "unfinished" if it is more than the server knew,
   else "". A page that was *given* what is in it, by an answer to what was sent, takes up no other draft than its own. */
export function takeUp(form, given) {
  const { entry } = form.elements;
  const draft = read(here());
  const knows = (each) => Boolean(draft?.entries.includes(each));
  const mine = knows(entry.value);
  /* What the server gave back under a new entry is made for the sheet as it is now: the draft is the older of the two. */
  const older = mine && draft.fields.entry !== entry.value;
  const taken = mine || knows(history.state?.entry) || (!given && isUnfinished(draft));
  if (taken && !older) fill(form, draft.fields);
  history.replaceState({ entry: entry.value }, "");
  if (taken && draft.saved) return "saved";
  return taken && !mine ? "unfinished" : "";
}

/* Whether what stands in *form* is on the sheet already. */
export function isSaved(form) {
  const draft = read(here());
  return Boolean(draft?.saved && draft.entries.includes(form.elements.entry.value));
}

/* The draft of this address goes on under *entry* too. */
export function sendAs(entry) {
  const draft = read(here());
  if (draft) write(here(), { ...draft, entries: [...draft.entries, entry] });
}

/* The server has said that *entry* is saved. Answers whether that is news to this phone. */
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
