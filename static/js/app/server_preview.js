/* Requests a preview of a form soon after every change, and updates the page.
   Only the answer to the last request counts. */
import { partsIn, replaceParts } from "./page_parts.js";

const AFTER_A_TAP = 100;
const AFTER_A_KEY = 420;
const PATIENCE = 8_000;
const AGAIN = 2_000;

/* How long to wait for further changes: longer while typing. */
export const delayAfter = ({ isTrusted, target }) => (isTrusted && target.type === "text" ? AFTER_A_KEY : AFTER_A_TAP);

export default class ServerPreview {
  /* *ask* returns the address and the options of the request.
     *expected* is the id of a part that every valid answer has.
     *answered* is called after the update with { reached, parts }: whether an answer came, and its parts. */
  constructor(form, { ask, expected, answered, busy = [] }) {
    Object.assign(this, { form, ask, expected, answered });
    this.busy = [form, ...busy];
    this.question = 0;
    this.timer = 0;
    addEventListener("online", () => this.now());
  }

  /* Whether the preview of the current form is still missing. */
  get isWaiting() {
    return this.form.hasAttribute("aria-busy");
  }

  soon(delay = AFTER_A_TAP) {
    this.question += 1;
    this.wait(true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), delay);
  }

  /* Requests a preview at once. *again*: a retry, during which the page stays as it is. */
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
      return { reached: reply.headers.has("X-Access"), parts: partsIn(await reply.text(), this.expected) };
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

/* A request with everything in *form*, sent as the form would be. */
export function asForm(form, address, part) {
  const body = new URLSearchParams(new FormData(form));
  body.set("preview", "1");
  return [address, { method: "POST", body, headers: { "X-Part": part } }];
}
