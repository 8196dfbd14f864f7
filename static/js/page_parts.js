/* What the server answers to a look is a list of parts; each takes the place of the one with the same id. */
export function partsOf(text, expected) {
  const page = new DOMParser().parseFromString(text, "text/html");
  return page.getElementById(expected) ? [...page.body.children].filter((part) => part.id) : [];
}

export function renew(form, parts) {
  const held = document.activeElement?.id;
  for (const part of parts) {
    const old = document.getElementById(part.id);
    if (!old || old.outerHTML === part.outerHTML) continue;
    for (const { name } of [...old.attributes]) old.removeAttribute(name);
    for (const { name, value } of part.attributes) old.setAttribute(name, value);
    old.replaceChildren(...part.childNodes);
  }
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    const said = document.getElementById(`${field.id}-error`);
    field.setAttribute("aria-invalid", Boolean(said?.childElementCount));
  }
  const holder = held && document.getElementById(held);
  if (holder && holder !== document.activeElement) holder.focus({ preventScroll: true });
}
