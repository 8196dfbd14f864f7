/* How often this phone tried to prepare a program: a page that needs too much memory is ended by the browser, without a word. */
import { forget, remember, remembered } from "../../../static/js/app/phone_memory.js";

const TRIES = "tries"; /* The version of the program, and how often it was tried. */
const MOST_TRIES = 3;

function triesOf(version) {
  const [of, count] = (remembered(TRIES) ?? "").split(" ");
  return of === version ? Number(count) : 0;
}

const setTries = (version, count) => remember(TRIES, `${version} ${count}`);

/* Whether it was tried often enough. */
export const isHopeless = (version) => triesOf(version) >= MOST_TRIES;

export const forgetTries = () => forget(TRIES);

/* Does *act*, counted beforehand as a try, unless its player stops it or closes the page. */
export async function tried(version, act, signal) {
  const before = triesOf(version);
  const uncount = () => setTries(version, before);
  setTries(version, before + 1);
  addEventListener("pagehide", uncount);
  signal?.addEventListener("abort", uncount);
  try {
    await act();
    forgetTries();
  } finally {
    removeEventListener("pagehide", uncount);
    signal?.removeEventListener("abort", uncount);
  }
}
