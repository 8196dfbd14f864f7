/* On every page: how much is not sent yet. On the sheet also what it is. */
import { settle } from "./drafts.js";
import { copyOf, fillPlaceholders, showAbove } from "./offline_words.js";
import { items } from "./outbox_store.js";
import { root } from "./register_worker.js";

const UNSENT = "unsent";

const isHere = (item) => location.pathname === new URL(item.queue, root).pathname;
const isChosenHere = () => document.querySelector('[name="replaces"]') !== null;

function listed(notice, all) {
  const list = notice.querySelector("ul");
  const lines = all.filter((item) => isHere(item)).map((item) => {
    const line = document.createElement("li");
    line.textContent = item.said.join(" · ") || item.url;
    return line;
  });
  list.replaceChildren(...lines);
  list.hidden = !lines.length;
}

async function showUnsent(sending) {
  const all = await items().catch(() => []);
  /* What waits is not a draft any more. */
  for (const { entry } of all) settle(entry);
  const refused = all.filter(({ state }) => state === "refused").length;
  if (!all.length || isChosenHere()) return showAbove(UNSENT, null);
  const kind = refused ? "refused" : sending && navigator.onLine ? "sending" : "waiting";
  const notice = await copyOf(`unsent-${kind}`);
  if (!notice) return null;
  fillPlaceholders(notice, { count: refused || all.length });
  listed(notice, all);
  return showAbove(UNSENT, notice);
}

if (!document.querySelector('[data-module~="unsent_list"]')) {
  navigator.serviceWorker.addEventListener("message", ({ data }) => data.type === "outbox" && showUnsent(data.sending));
  addEventListener("pageshow", () => showUnsent());
  showUnsent();
}
