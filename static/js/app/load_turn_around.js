/* What turns a verdict around, fetched after the page has loaded. */
addEventListener("load", () => import(`./turn_around.js`).catch(() => {}));
