/* What a page needs without a network, fetched after it has loaded. */
if (navigator.serviceWorker) addEventListener("load", () => import(`./offline.js`));
