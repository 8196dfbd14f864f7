/* What reads scores aloud, fetched after the page has loaded, on phones that can speak. */
if (globalThis.speechSynthesis) addEventListener("load", () => import(`./aloud.js`));
