/* What a sheet does without until it has loaded: it fixes the bar, turns the end of a game around, and makes a hand a moment. */
addEventListener("load", () => import(`./after_sheet.js`).catch(() => {}));
