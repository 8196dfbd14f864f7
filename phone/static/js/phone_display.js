/* The theme and the size of letters that were chosen on this phone, for the pages that neither Python nor a server answers:
   the page around the app, and the first one of a site without a server. */
import { remember, remembered } from "../../../static/js/app/phone_memory.js";

const CHOSEN = ["theme", "textSize"];

/* The media for which each of the two colours of the bars of the browser holds, by theme. */
const BARS = { light: ["all", "not all"], dark: ["not all", "all"], auto: ["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"] };

/* Remembers how a page of the app looks; not one from before, which may look otherwise. */
export function rememberDisplay({ dataset }) {
  if (dataset.stored) return;
  for (const name of CHOSEN) if (dataset[name]) remember(name, dataset[name]); /* A page of the host has none. */
}

/* Lets this page look as they do. */
export function showDisplay() {
  const { dataset } = document.documentElement;
  for (const name of CHOSEN) dataset[name] = remembered(name) ?? dataset[name] ?? "";
  const bars = document.querySelectorAll("meta[name=theme-color]");
  for (const [index, media] of (BARS[dataset.theme] ?? BARS.auto).entries()) bars[index].media = media;
}
