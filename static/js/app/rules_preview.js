/* Previews rules after every change. */
import ServerPreview, { asForm, delayAfter } from "./server_preview.js";
import startOn from "./start_on.js";
import { touchedIn } from "./touched.js";

const WRONG = ".says:not(:empty)";

class RulesPreview {
  constructor(form) {
    this.form = form;
    this.unreached = form.querySelector("[data-unreached]");
    this.preview = new ServerPreview(form, {
      ask: () => this.question(),
      expected: "save",
      answered: ({ parts }) => {
        this.unreached.hidden = parts.length > 0;
      },
    });
  }

  start() {
    this.form.addEventListener("input", (event) => this.preview.soon(delayAfter(event)));
    document.addEventListener("click", (event) => this.act(event));
    addEventListener("pageshow", (event) => event.persisted && this.preview.now());
    document.documentElement.classList.add("live");
    const touched = touchedIn(this.form);
    if (!history.state && !touched.length) return;
    this.fillIn({ ...history.state, ...Object.fromEntries(touched) });
    this.preview.now();
  }

  /* Keeps the entries for when the player comes back to this page. */
  question() {
    history.replaceState(Object.fromEntries(new FormData(this.form)), "");
    return asForm(this.form, this.form.action, "house");
  }

  fillIn(fields) {
    const { elements } = this.form;
    for (const [name, value] of Object.entries(fields)) {
      if (name in elements && name !== "csrf_token") elements[name].value = value;
    }
  }

  act(event) {
    const button = event.target.closest?.("button");
    if (button?.form !== this.form) return;
    const act = this.actOf(button);
    if (!act) return;
    event.preventDefault();
    act();
  }

  actOf(button) {
    if (button.name === "set") return () => this.set(button.value);
    if (button.name === "preview") return () => this.preview.now();
    const isWrong = this.form.querySelector(WRONG) && !this.preview.isWaiting;
    return isWrong ? () => this.lead() : null;
  }

  /* Puts a suggested value into its field instead of sending the form. */
  set(assignment) {
    const [name, value] = assignment.split("=");
    const { elements } = this.form;
    if (name in elements && "value" in elements[name]) elements[name].value = value;
    else this.setColumns(name, value.split(" "));
    this.preview.soon();
  }

  /* A number for each column, in inputs of their own. */
  setColumns(name, numbers) {
    for (let column = 1; `${name}-${column}` in this.form.elements; column += 1) {
      this.form.elements[`${name}-${column}`].value = numbers[column - 1] ?? "";
    }
  }

  /* Goes to the first error and opens its group. */
  lead() {
    const wrong = this.form.querySelector(WRONG);
    for (let fold = wrong.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    wrong.scrollIntoView({ block: "center" });
    document.getElementById(wrong.id.replace(/-error$/, ""))?.focus({ preventScroll: true });
  }
}

startOn("rules_preview", (form) => new RulesPreview(form).start());
