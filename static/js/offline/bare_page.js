/* A page of the service worker's own, where nothing is stored any more: what waits is never behind an error page of the
   browser. The server writes self.WORDS above it: the sentences in each language. */
import { escaped } from "./escaped.js";
import { saidBy } from "./outbox_forms.js";

const RELOAD_AFTER = 15; /* Seconds until the page tries again. */
const STYLE = ":root{color-scheme:light dark}body{max-width:40rem;margin:1rem auto;padding:0 1rem;font:1.125rem/1.4 system-ui}a,button{display:inline-block;min-height:3rem;padding:.75rem 0}button{padding-inline:1rem;font:inherit}";

const wordsHere = () => {
  const asked = navigator.languages.flatMap((tag) => [tag, tag.split("-")[0]]);
  return self.WORDS[asked.find((tag) => tag in self.WORDS) ?? "en"];
};

const listed = (item) => `<li>${escaped(saidBy(item) || item.url)}</li>`;

/* What waits (*items*), and the beginning of a *form* that was not kept, to be sent again; blank if there is none. */
export function barePage(root, items, form) {
  const { title, unsent, later, home, again } = wordsHere();
  const list = items.length ? `<h2>${unsent}</h2><ul>${items.map((item) => listed(item)).join("")}</ul><p>${later}</p>` : "";
  const next = form ? `${form}<button>${again}</button></form>` : `<meta http-equiv="refresh" content="${RELOAD_AFTER}">`;
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`;
  const main = `<h1>${title}</h1>${list}${next}<p><a href="${escaped(root)}">${home}</a></p>`;
  const text = `<!doctype html>${head}<style>${STYLE}</style>${main}`;
  return new Response(text, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}
