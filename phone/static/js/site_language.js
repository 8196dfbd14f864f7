/* The pages of a site without a server are in English, and each other language is in a <template>: puts in that of this
   phone. On pages of a server there are none. */
import { remember, remembered } from "../../../static/js/app/phone_memory.js";

const LANGUAGE = "language"; /* In which the app was shown last: it was chosen, or is that of the browser. */
const TRADITIONAL = /^zh-(?=tw|hk|mo)/; /* Where Chinese has traditional characters, which browsers don't say. */

/* The one of *languages* that is *tag*, or else the widest part of it, or another variety, as the server finds it
   (views/language/asked_languages.py). */
function nearest(languages, tag) {
  const exact = tag.toLowerCase();
  const parts = exact.replace(TRADITIONAL, "zh-hant-").split("-");
  const names = [exact, ...parts.map((_part, cut) => parts.slice(0, parts.length - cut).join("-"))];
  return names.find((name) => languages.includes(name)) ?? languages.find((each) => each.split("-")[0] === parts[0]);
}

/* The template in the language of this phone; none if that is English. */
function ownTemplate() {
  const templates = [...document.querySelectorAll("template[lang]")];
  const languages = ["en", ...templates.map(({ lang }) => lang.toLowerCase())];
  const asked = [remembered(LANGUAGE) ?? "", ...navigator.languages];
  const own = asked.map((tag) => nearest(languages, tag)).find(Boolean);
  return templates.find(({ lang }) => lang.toLowerCase() === own);
}

function show({ lang, dir, content }) {
  Object.assign(document.documentElement, { lang, dir });
  const installed = document.querySelector("link[rel=manifest]");
  installed.href = installed.href.replace(".webmanifest", `.${lang}.webmanifest`);
  document.body.replaceChildren(content);
}

/* Remembers the language of a page of the app. */
export function rememberLanguage({ lang, dataset }) {
  if (dataset.theme) remember(LANGUAGE, lang); /* A page of the host has none. */
}

const words = ownTemplate();
if (words) show(words);
