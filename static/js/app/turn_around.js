/* A button that turns a block of the page by half a circle, for the player opposite: aria-controls names the block. It
   begins with a heading, which stays in view. Blocks may come later, on live pages. */
const BUTTON = '[data-module~="turn_around"]';

function turn(button) {
  const block = document.getElementById(button.getAttribute("aria-controls"));
  button.setAttribute("aria-pressed", block.classList.toggle("turned-around"));
  (block.querySelector("h2") ?? block).scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest(BUTTON);
  if (button) turn(button);
});
