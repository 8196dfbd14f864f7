/* Which language the pages of a site without a server are in. The page around the app is in English, and each other language
   is in a <template>: puts in that of this phone. On pages of a server there are none. */
import { forget, remember, remembered } from "../../../static/js/app/phone_memory.js";

const LANGUAGE = "language"; /* In which the app was shown last: it was chosen, or is that of the browser. */
const PICKED = "siteLanguage"; /* That of the first page, if it was chosen there. */
const TRADITIONAL = /^zh-(?=tw|hk|mo)/; /* Where Chinese has traditional characters, which browsers don't say. */

/* The one of *languages* that is *tag*, or else the widest part of it, or another variety, as the server finds it
   (views/language/asked_languages.py). */
function nearest(languages, tag) {
  const exact = tag.toLowerCase();
  const parts = exact.replace(TRADITIONAL, "zh-hant-").split("-");
  const names = [exact, ...parts.map((_part, cut) => parts.slice(0, parts.length - cut).join("-"))];
  return names.find((name) => languages.includes(name)) ?? languages.find((each) => each.split("-")[0] === parts[0]);
}

/* The one of *tags* that this phone is to show; undefined if it asks for none of them. */
export function ownLanguage(tags) {
  const languages = tags.map((tag) => tag.toLowerCase());
  const asked = [remembered(LANGUAGE) ?? "", ...navigator.languages];
  return tags[languages.indexOf(asked.map((tag) => nearest(languages, tag)).find(Boolean))];
}

/* The template in the language of this phone; none if that is English. */
function ownTemplate() {
  const templates = [...document.querySelectorAll("template[lang]")];
  const own = ownLanguage(["en", ...templates.map(({ lang }) => lang)]);
  return templates.find(({ lang }) => lang === own);
}

function show({ lang, dir, content }) {
  Object.assign(document.documentElement, { lang, dir });
  const installed = document.querySelector("link[rel=manifest]");
  installed.href = installed.href.replace(".webmanifest", `.${lang}.webmanifest`);
  document.body.replaceChildren(content);
}

/* Chooses a language on the first page. */
export function pickLanguage(tag) {
  for (const name of [LANGUAGE, PICKED]) remember(name, tag);
}

/* These headers of a request, which asks first for the language that was chosen on the first page. */
export function inPicked(headers) {
  const picked = remembered(PICKED);
  return picked ? { ...headers, "accept-language": `${picked},${headers["accept-language"] ?? ""}` } : headers;
}

/* Remembers the language of a page of the app. */
export function rememberLanguage({ lang, dataset }) {
  if (!dataset.theme) return; /* A page of the host has none. */
  remember(LANGUAGE, lang);
  if (remembered(PICKED) !== lang) forget(PICKED); /* Another one was chosen since, in the settings. */
}

const words = ownTemplate();
if (words) show(words);
