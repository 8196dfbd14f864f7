/* The page of what is not sent yet: each form with what became of it, and what can be done about it. */
import { discard } from "./discard_mine.js";
import { settle } from "../app/drafts.js";
import { addSecret } from "./form_secret.js";
import { copyOf, fillPlaceholders, moment } from "./offline_words.js";
import { sentAs, stampOf } from "./outbox_forms.js";
import { items } from "./outbox_store.js";
import { root, tellWorker } from "./register_worker.js";
import startOn from "../app/start_on.js";
import { forgetUnconfirmed } from "./unconfirmed_forms.js";
import { unconfirmedInWords } from "./unconfirmed_list.js";

const CHOICES = new Set([200, 409]);
const LOST = new Set([403, 404, 410]); /* The phone can't score there any more. */

const sentence = (item, isBehind) => {
  if (item.state === "refused") return [`refused-${item.status}`, "refused-other"];
  if (item.state === "unconfirmed") return ["unconfirmed"];
  return [isBehind ? "behind" : "waiting"];
};

/* The match or the book that *item* is of: "Ann and Bob"; blank if that is not known. */
const tableNameOf = ({ of: html = "" }) => new DOMParser().parseFromString(html, "text/html").body.textContent;

/* The first of these that the page has a sentence for. */
const stateWords = async (names) => (await Promise.all(names.map((name) => copyOf(name)))).find(Boolean);

/* The form of *item*, to be sent as a page sends it: the server then shows both versions, or what is wrong. */
function formOf(item, more) {
  const form = document.createElement("form");
  const { url, fields } = sentAs(item, stampOf(item));
  Object.assign(form, { method: "post", action: url, hidden: true });
  for (const [name, value] of [...fields, ...more]) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  return form;
}

async function sendForm(item, ...more) {
  const form = formOf(item, more);
  document.body.append(form);
  await addSecret(form);
  form.submit();
}

/* A new hand or line can go into another match: its form there is shown, filled in. It takes the place of *item* once it is saved. */
const canMove = ({ state, status, url }) =>
  state === "refused" && LOST.has(status) && /\/(?:hands|lines)\/new\b/.test(url);

async function addMoves(place, item) {
  const { matches, csrf_token: token } = await (await fetch(new URL("outbox/matches", root), { cache: "no-store" })).json();
  const buttons = Object.entries(matches).map(async ([queue, match]) => {
    const button = fillPlaceholders(await copyOf("move"), { match });
    const moved = { ...item, url: item.url.replace(item.queue, queue) };
    button.addEventListener("click", () => sendForm(moved, ["preview", "1"], ["csrf_token", token]));
    return button;
  });
  place.append(...(await Promise.all(buttons)));
}

class UnsentList {
  constructor(place) {
    this.place = place;
    this.list = place.querySelector("[data-list]");
    this.none = place.querySelector("[data-none]");
    this.copying = document.querySelector("[data-copying]");
    this.all = null;
  }

  start() {
    navigator.serviceWorker?.addEventListener("message", ({ data }) => data.type === "outbox" && this.show());
    addEventListener("pageshow", () => this.show());
    document.querySelector("[data-send]").addEventListener("click", () => tellWorker({ type: "send" }));
    document.querySelector("[data-copy]").addEventListener("click", () => this.copy());
    this.show();
  }

  /* What is open stays open while nothing has changed: the phone tries to send every few seconds. */
  async show() {
    const all = [...(await items().catch(() => [])), ...(await unconfirmedInWords())];
    if (JSON.stringify(all) === JSON.stringify(this.all)) return;
    this.all = all;
    for (const { entry } of all) settle(entry); /* What waits is not a draft any more. */
    const refused = new Set();
    const lines = this.all.map((item) => {
      const isBehind = refused.has(item.queue);
      if (item.state === "refused") refused.add(item.queue);
      return this.lineOf(item, isBehind);
    });
    this.list.replaceChildren(...(await Promise.all(lines)));
    this.none.hidden = this.all.length > 0;
    this.list.hidden = !this.all.length;
    this.copying.hidden = !this.all.length;
    document.querySelector(".actions").hidden = this.all.every(({ state }) => state === "unconfirmed");
  }

  async lineOf(item, isBehind) {
    const line = await copyOf("item");
    const [head, ...rest] = item.said.length ? item.said : [item.url];
    const refused = item.state === "refused" ? await copyOf("refused") : null;
    line.querySelector("h2").textContent = [refused?.textContent, head].filter(Boolean).join(" · ");
    const match = line.querySelector("[data-match]");
    match.textContent = tableNameOf(item);
    match.hidden = !match.textContent;
    line.querySelector("[data-said]").textContent = rest.join(" · ");
    fillPlaceholders(line, { time: moment(item.at) });
    line.querySelector("[data-state]").append((await stateWords(sentence(item, isBehind))) ?? "");
    this.equip(line, item);
    return line;
  }

  equip(line, item) {
    const find = (name) => line.querySelector(`[data-${name}]`);
    const kinds = { compare: CHOICES.has(item.status), check: item.status === 422 };
    kinds.again = item.state === "refused" && !kinds.compare && !kinds.check;
    if (canMove(item)) addMoves(find("move"), item).catch(() => {}); /* Without a network there is nowhere to go. */
    find("confirm").hidden = item.state !== "unconfirmed";
    find("confirm").addEventListener("click", () => tellWorker({ type: "confirmed", key: item.key, said: item.said }));
    for (const [name, isMeant] of Object.entries(kinds)) {
      find(name).hidden = !isMeant;
      find(name).addEventListener("click", () => sendForm(item));
    }
    find("discard").addEventListener("click", async () => {
      await (item.state === "unconfirmed" ? forgetUnconfirmed(item.key) : discard(item));
      tellWorker({ type: "send" });
      this.show();
    });
  }

  get text() {
    const linesOf = (item) => [tableNameOf(item), moment(item.at), ...(item.said.length ? item.said : [item.url])];
    return this.all.map((item) => linesOf(item).filter(Boolean).join("\n")).join("\n\n");
  }

  async copy() {
    const copied = document.querySelector("[data-copied]");
    const shown = document.querySelector("[data-text]");
    shown.textContent = this.text;
    shown.hidden = false;
    try {
      await navigator.clipboard.writeText(this.text);
      copied.hidden = false;
    } catch {
      getSelection().selectAllChildren(shown);
    }
  }
}

startOn("unsent_list", (place) => new UnsentList(place).start());
