/* Asks the server what a form comes to, soon after every change, and puts its answer in its place on the page.
   The last question counts: an answer to an earlier one is dropped. */
import { partsIn, replaceParts } from "./page_parts.js";

const AFTER_A_TAP = 100;
const AFTER_A_KEY = 420;
const PATIENCE = 8_000;
const AGAIN = 2_000;

/* How long to wait for the next change before asking: longer while somebody types. */
export const delayAfter = ({ isTrusted, target }) => (isTrusted && target.type === "text" ? AFTER_A_KEY : AFTER_A_TAP);

export default class ServerPreview {
  /* *ask* answers the address and the options of the question, and may be told more about it.
     *expected* is the id of a part that every right answer has.
     *answered* hears, once the parts are in place, { reached, parts }: whether any answer came, and what was in it. */
  constructor(form, { ask, expected, answered, busy = [] }) {
    Object.assign(this, { form, ask, expected, answered });
    this.busy = [form, ...busy];
    this.question = 0;
    this.timer = 0;
    addEventListener("online", () => this.now());
  }

  /* Whether the page does not say yet what the form as it is now comes to. */
  get isWaiting() {
    return this.form.hasAttribute("aria-busy");
  }

  soon(delay = AFTER_A_TAP) {
    this.question += 1;
    this.wait(true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), delay);
  }

  /* Asks at once. *again*: because no answer came; nothing on the page changes before there is one. */
  async now({ again = false, ...more } = {}) {
    clearTimeout(this.timer);
    this.question += 1;
    const mine = this.question;
    if (!again) this.wait(true);
    const answer = await this.fetch(more);
    if (mine !== this.question) return;
    this.wait(false);
    replaceParts(this.form, answer.parts);
    if (!answer.reached) this.timer = setTimeout(() => this.now({ again: true }), AGAIN);
    this.answered(answer);
  }

  async fetch(more) {
    const [address, options] = this.ask(more);
    try {
      const reply = await fetch(address, { ...options, signal: AbortSignal.timeout(PATIENCE) });
      return { reached: true, parts: partsIn(await reply.text(), this.expected) };
    } catch {
      return { reached: false, parts: [] };
    }
  }

  wait(waiting) {
    for (const each of this.busy) {
      if (waiting) each.setAttribute("aria-busy", "true");
      else each.removeAttribute("aria-busy");
    }
  }
}

/* A question about all that stands in *form*, sent as the form would be. */
export function asForm(form, address, part) {
  const body = new URLSearchParams(new FormData(form));
  body.set("look", "1");
  return [address, { method: "POST", body, headers: { "X-Part": part } }];
}
