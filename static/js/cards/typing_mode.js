/* Cards are tapped or typed. While they are typed the pack makes room for the fields that it fills otherwise. */
import { FIELDS_FILLED, TRAY_OPENED, send } from "../app/events.js";

/* *firstField()* is the field to begin with. */
export default class TypingMode {
  constructor(form, firstField) {
    Object.assign(this, { form, firstField });
    this.back = form.querySelector("[data-tap]");
  }

  get isOn() {
    return this.form.classList.contains("is-typing");
  }

  start(field = this.firstField()) {
    this.form.classList.add("is-typing");
    this.back.hidden = false;
    send(this.form, TRAY_OPENED);
    field.focus();
  }

  /* Goes on with *text* in the field. */
  write(text) {
    this.start();
    const field = this.firstField();
    field.value = `${field.value} ${text}`.trim();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  end() {
    this.form.classList.remove("is-typing");
    this.back.hidden = true;
    send(this.form, FIELDS_FILLED);
  }
}
