/* Starts the modules that elements name: data-module="hand_preview single_submit". Each improves a page that works without it. */
for (const element of document.querySelectorAll("[data-module]")) {
  for (const name of element.dataset.module.split(" ")) {
    import(`./${name}.js`).then((module) => module.default(element));
  }
}
