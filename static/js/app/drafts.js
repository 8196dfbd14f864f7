/* Keeps half-entered forms on this phone: one draft for each, by its address and the players of the hand or the
   kind of line. A draft knows the entries it was sent as. Once one of them is saved, only the page that sent it
   restores it, because its entry is saved only once. */
import { forget, namesRemembered, remember, remembered } from "./phone_memory.js";

const DRAFT = "draft:";
const OLD = 30 * 24 * 60 * 60 * 1_000;

/* With more than two players, each pair has its own in each round. */
export function here() {
  const asked = new URLSearchParams(location.search);
  return [DRAFT + location.pathname, ...["faced", "round", "kind"].flatMap((name) => asked.getAll(name))].join("?");
}

export function read(name) {
  try {
    const draft = JSON.parse(remembered(name));
    return Date.now() - draft.at < OLD ? draft : null;
  } catch {
    return null; /* None, or invalid. */
  }
}

export const write = (name, draft) => remember(name, JSON.stringify(draft));

export const drop = (name = here()) => forget(name);

const names = () => namesRemembered().filter((name) => name.startsWith(DRAFT));

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

/* Marks *entry* as not saved, if it is of the draft of this address: it waited to be sent, and the server refused it. */
export function reopen(entry) {
  const draft = read(here());
  if (draft?.saved && draft.entries.includes(entry)) write(here(), { ...draft, saved: false });
}
