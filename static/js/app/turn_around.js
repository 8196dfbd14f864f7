/* A button that shows a verdict on a screen of its own, turned by half a circle for the player opposite, until it is
   tapped: aria-controls names its block. Blocks may come later, on live pages. */
import addStyles from "./add_styles.js";
import fitScreen from "./fit_screen.js";

/* The copy is only seen: a screen reader has the verdict on the page, and hears its head once more. */
function turn(block) {
  const ariaLabel = block.querySelector(".verdict").textContent;
  const screen = Object.assign(document.createElement("dialog"), { className: "turned", ariaLabel });
  screen.append(Object.assign(block.cloneNode(true), { id: "", inert: true }));
  screen.addEventListener("click", () => screen.close());
  screen.addEventListener("close", () => screen.remove());
  document.body.append(screen);
  screen.showModal();
  new ResizeObserver(() => fitScreen(screen, 2)).observe(screen);
}

addStyles("turn_around.css");
document.addEventListener("click", ({ target }) => {
  const button = target.closest(".turn-around");
  if (button) turn(document.getElementById(button.getAttribute("aria-controls")));
});
