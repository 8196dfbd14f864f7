/* Keeps pages as they are seen, for when there is no network. For the service worker. */
import { pathOf, queueOf } from "./outbox_forms.js";
import { canScore, isOurs } from "./our_answers.js";
import { BESIDE, blankForm, isKeepable, isPage, isSheet, keepOutcomes, keepPage, languageOf, renewPages, SHELLS } from "./stored_pages.js";

export const ROOT = self.registration.scope;

export const shell = (name) => caches.match(ROOT + name, { ignoreVary: true });

export async function fetchAndKeep(url) {
  const reply = await fetch(url, { cache: "no-store" });
  await keepSeen(reply.url, reply);
}

/* The forms that can be entered from the sheet, hands by cards and by deadwood, and what hands come to: they are there when
   the network is not. */
async function keepForms(url, text) {
  const linked = [...text.matchAll(/href="([^"]*\/(?:hands\/new|lines\/new|upcard)\b[^"]*)"/g)];
  const addresses = new Set(linked.map(([, address]) => blankForm(new URL(address.replaceAll("&amp;", "&"), url))));
  for (const address of [...addresses]) {
    if (address.includes("by=cards")) addresses.add(address.replace("by=cards", "by=deadwood"));
  }
  const sheet = ROOT + queueOf(pathOf(url, ROOT));
  await keepOutcomes(sheet, text);
  await Promise.all([...addresses].map((address) => fetchAndKeep(address)));
  if (url.startsWith(`${sheet}/`)) await keepAsItIs(sheet + BESIDE); /* The way back from face to face. */
}

async function keepAsItIs(url) {
  const reply = await fetch(url, { cache: "no-store" });
  if (isPage(reply)) await keepPage(url, reply);
}

export async function keepSeen(url, reply) {
  const path = pathOf(url, ROOT);
  if (!isKeepable(path, reply)) return;
  const text = canScore(reply) && isSheet(path) ? await reply.clone().text() : "";
  await keepPage(url, reply);
  if (!text) return;
  await keepForms(url, text);
  await fetchAndKeep(ROOT); /* The list of matches. */
}

async function keepShell(url) {
  const reply = await fetch(url, { cache: "no-store" });
  if (!isPage(reply)) throw new Error(`${url}: ${reply.status}`);
  await keepPage(url, reply);
}

/* Pages that are there whatever was seen. If their language is another one than before, all others are fetched anew. */
export async function keepShells() {
  const before = await shell("unsent");
  const pages = [...SHELLS, ""].map((name) => ROOT + name);
  await Promise.all(pages.map((url) => keepShell(url)));
  const now = await shell("unsent");
  if (before && languageOf(before) !== languageOf(now)) await renewPages(fetchAndKeep);
}

/* Pages without a network are in the language of those with one. */
export async function keepLanguage(reply) {
  const before = await shell("unsent");
  if (reply.ok && isOurs(reply) && before && languageOf(reply) !== languageOf(before)) await keepShells();
}
