/* What fixes the bar, fetched after the page has loaded. Until then, and where it can't be fetched, the bar is sticky. */
addEventListener("load", () => import(`./fixed_bar.js`).catch(() => {}));
