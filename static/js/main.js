/* Starts the modules that elements name: data-module="hand_preview single_submit". Each improves a page that works without it. */
document.addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll(".menu[open]")) if (!menu.contains(target)) menu.open = false;
});

for (const element of document.querySelectorAll("[data-module]")) {
  for (const name of element.dataset.module.split(" ")) {
    import(`./${name}.js`).then((module) => module.default(element));
  }
}
