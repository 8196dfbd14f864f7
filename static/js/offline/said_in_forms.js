/* Adds to a form, as it is submitted, what it says in words: for the list of what is not sent yet. Another
   script adds the secret of this phone. */
if (navigator.serviceWorker) import(`./secret.js`).catch(() => {});

const ASIDE = new Set(["csrf_token", "said"]);
const LONGEST = 1_500;

const text = (element) => element?.innerText?.trim().replaceAll(/\s+/g, " ") ?? "";

const legendOf = (field) => text(field.closest("fieldset")?.querySelector("legend"));

/* "Ann’s cards", which only screen readers are told, says enough without what stands beside it. */
const labelOf = (field) => {
  const [label] = field.labels ?? [];
  return field.getAttribute("aria-label") || text(label?.querySelector(".aside") ?? label).replace(/\s*[:：]$/, "");
};

/* "Who knocked? Ann", "Ann’s deadwood: 8". */
const said = (label, value) => (/[?？]$/.test(label) ? `${label} ${value}` : [label, value].filter(Boolean).join(": "));

function lineOf(field) {
  if (ASIDE.has(field.name) || !field.name || !field.value) return "";
  if (field.type === "radio") return field.checked ? said(legendOf(field), labelOf(field)) : "";
  if (field.type === "checkbox") return field.checked ? labelOf(field) : "";
  return field.type === "text" && labelOf(field) ? said(labelOf(field), field.value) : "";
}

/* What a button says, and below it: "Undo" says what it undoes. */
function saidOn(button) {
  const below = text(button?.querySelector("small"));
  return [text(button).slice(0, -below.length || undefined), below];
}

function linesOf(form, button) {
  const [head] = (form.dataset.title ?? document.title).split(/ · |: |：/); /* "Hand 7": headings change with the steps of an entry. */
  const lines = [...form.elements].map((field) => lineOf(field));
  const pressed = form.classList.contains("post") ? saidOn(button) : [];
  return [...new Set([head, ...pressed, ...lines])].filter(Boolean);
}

document.addEventListener("submit", ({ target: form, submitter }) => {
  if (form.method !== "post" || form.enctype.startsWith("multipart")) return;
  form.querySelector('[name="said"]')?.remove();
  const value = linesOf(form, submitter).join("\n").slice(0, LONGEST);
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "said", value }));
});
