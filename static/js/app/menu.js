/* Closes a menu when something else is tapped. */
document.addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll(".menu[open]")) if (!menu.contains(target)) menu.open = false;
});

/* What "More" opens is seen, also on a phone that lies on its side. */
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.matches(".menu__more[open]")) target.closest(".menu__list").scrollTop = target.offsetTop;
  },
  true,
);
