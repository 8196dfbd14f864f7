/* The answer to a preview is a list of elements with ids, which replace those on the page. */

/* The parts in *text*; none if the id *expected*, which every valid answer has, is missing. */
export function partsIn(text, expected) {
  const page = new DOMParser().parseFromString(text, "text/html");
  return page.getElementById(expected) ? [...page.body.children].filter((part) => part.id) : [];
}

export function replaceParts(form, parts) {
  keepingFocus(() => parts.forEach(replacePart));
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    const error = document.getElementById(`${field.id}-error`);
    field.setAttribute("aria-invalid", Boolean(error?.childElementCount));
  }
}

function replacePart(part) {
  const old = document.getElementById(part.id);
  if (!old || old.outerHTML === part.outerHTML) return;
  for (const { name } of [...old.attributes]) old.removeAttribute(name);
  for (const { name, value } of part.attributes) old.setAttribute(name, value);
  old.replaceChildren(...part.childNodes);
}

/* Restores the focus after *change*, or moves it to the nearest focusable element. */
function keepingFocus(change) {
  const held = document.activeElement;
  const around = [];
  for (let each = held?.parentElement; each && each !== document.body; each = each.parentElement) around.push(each);
  change();
  if (!held || held === document.body || held.isConnected) return;
  const same = held.id && document.getElementById(held.id);
  (same || focusableIn(around.find((each) => each.isConnected)))?.focus({ preventScroll: true });
}

const focusableIn = (element) =>
  [...(element?.querySelectorAll("button, summary, a[href], input") ?? [])].find((each) => each.checkVisibility());
