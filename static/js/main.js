/* Starts the modules named by elements: data-module="hand_preview single_submit". Pages also work without them. */
document.addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll(".menu[open]")) if (!menu.contains(target)) menu.open = false;
});

for (const element of document.querySelectorAll("[data-module]")) {
  for (const name of element.dataset.module.split(" ")) {
    import(`./${name}.js`).then((module) => module.default(element));
  }
}
