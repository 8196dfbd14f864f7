/* The draft of a form: saved at every change, also with what was entered before this script ran, and restored when the
   page is opened again. */
import { drop, here, read, reopen, settle, write } from "./drafts.js";
import { touchedIn } from "./touched.js";

const NOT_KEPT = new Set(["csrf_token", "by"]); /* Cards or deadwood, it is the same hand. */

export function keep(form) {
  const fields = Object.fromEntries([...new FormData(form)].filter(([name]) => !NOT_KEPT.has(name)));
  write(here(), { at: Date.now(), entries: [fields.entry], fields });
}

/* Restores the draft of *form*, and keeps one from now on. Returns whether something is entered. */
export function startDraft(form) {
  const notice = form.querySelector("[data-draft]");
  form.addEventListener("input", () => keep(form));
  /* Nothing needs to have been entered before saving: a dead hand is one tap. */
  form.addEventListener("submit", ({ submitter }) => submitter === form.elements.save && !isSaved(form) && keep(form));
  notice.querySelector("button").addEventListener("click", () => {
    drop();
    location.replace(location.pathname + location.search);
  });
  addEventListener("pageshow", ({ persisted }) => persisted && isSaved(form) && tell(notice, "saved"));
  const given = "given" in form.dataset;
  settle(form.dataset.saved);
  if (given) reopen(form.elements.entry.value);
  const touched = touchedIn(form); /* newer than any draft */
  tell(notice, takeUp(form, given));
  fillIn(form, touched);
  if (touched.length) keep(form);
  return touched.length || !notice.hidden;
}

function isSaved(form) {
  const draft = read(here());
  return draft?.saved && draft.entries.includes(form.elements.entry.value);
}

/* Shows the state of the draft: "unfinished" or "saved". */
function tell(notice, known) {
  notice.hidden = !known;
  for (const each of notice.querySelectorAll("[data-known]")) each.hidden = each.dataset.known !== known;
}

function fillIn(form, entered) {
  for (const [name, value] of entered) {
    if (name === "upcard" && !value) continue; /* It has been entered since. */
    if (!(name in form.elements)) {
      if (!value) continue; /* A blank says nothing of what the page leaves to the server. */
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name }));
    }
    form.elements[name].value = value;
  }
}

const isUnfinished = (draft) => draft && !draft.saved;

/* Fills *form* with its draft. Returns "saved" if it is on the sheet already, "unfinished" if it has more than the page,
   else "". A page that is *given*, because it answers a submitted form, only restores its own draft. */
function takeUp(form, given) {
  const { entry } = form.elements;
  const draft = read(here());
  const knows = (each) => draft?.entries.includes(each);
  const mine = knows(entry.value);
  /* A form that the server returned with a new entry is newer than the draft. */
  const older = mine && draft.fields.entry !== entry.value;
  const taken = mine || knows(history.state?.entry) || (!given && isUnfinished(draft));
  if (taken && !older) fillIn(form, Object.entries(draft.fields));
  history.replaceState({ entry: entry.value }, "");
  if (taken && draft.saved) return "saved";
  return taken && !mine ? "unfinished" : "";
}
