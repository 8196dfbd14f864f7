/* The steps of entering a hand: who knocked, the upcard, the cards of each player or the deadwood of both, saving.
   The heading says what to do next, and the layout follows: [data-step], .is-picking while cards are tapped, and
   .is-counting while numbers are entered. A hand that is corrected is complete: there is only a step while its cards are
   tapped. */
import { FIELDS_FILLED, PREVIEWED, TRAY_OPENED } from "./events.js";
import startOn from "./start_on.js";

class HandSteps {
  constructor(heading) {
    this.heading = heading;
    this.first = heading.textContent;
    this.form = document.getElementById("hand");
    this.fields = this.form.elements;
  }

  start() {
    for (const event of ["input", FIELDS_FILLED, PREVIEWED, TRAY_OPENED]) this.form.addEventListener(event, () => this.draw());
    this.draw();
  }

  draw() {
    const { body } = document;
    const step = this.step();
    const isLed = !("onlyPicking" in this.heading.dataset) || step === this.form.dataset.open;
    const sentence = (isLed && this.heading.dataset[step]) || this.first;
    if (isLed) body.dataset.step = step;
    else delete body.dataset.step;
    const isPicking = step === this.form.dataset.open && !this.form.classList.contains("is-typing");
    body.classList.toggle("is-picking", isPicking);
    body.classList.toggle("is-counting", !isPicking && this.takesNumbers);
    if (this.heading.textContent !== sentence) this.heading.textContent = sentence;
  }

  /* Whether who knocked is known, and the two numbers are asked for. */
  get takesNumbers() {
    const { knocker, deadwood_0: deadwood } = this.fields;
    return Boolean(knocker.value) && deadwood?.type === "text";
  }

  /* The name of the step: "who", "dead", "done", or the name of a field. */
  step() {
    const { knocker, deadwood_0: deadwood } = this.fields;
    if (!knocker.value) return "who";
    const asksUpcard = this.form.classList.contains("entry--dead-upcard") && this.form.dataset.open === "upcard";
    if (knocker.value === "none") return asksUpcard ? "upcard" : "dead";
    if (this.form.dataset.open) return this.form.dataset.open;
    return deadwood?.type === "text" ? this.nextDeadwood(knocker.value) : "done";
  }

  nextDeadwood(knocker) {
    const inTurn = [`deadwood_${knocker}`, `deadwood_${1 - knocker}`];
    return inTurn.find((name) => !this.fields[name].value) ?? "done";
  }
}

startOn("hand_steps", (heading) => new HandSteps(heading).start());
