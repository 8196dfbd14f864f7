/* A button that shows a verdict on a screen of its own, turned by half a circle for the player opposite, until it is
   tapped: aria-controls names its block. Blocks may come later, on live pages. */
import addStyles from "./add_styles.js";

const MOST_STEPS = 15;

const overflows = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight;

/* As large as fits: each step is a frame in which all is a little smaller. */
function fitIn(screen, copy) {
  screen.replaceChildren(copy);
  for (let step = 0; step < MOST_STEPS && overflows(screen); step += 1) {
    const frame = Object.assign(document.createElement("div"), { className: "smaller" });
    frame.append(...screen.children);
    screen.append(frame);
  }
}

/* The copy is only seen: a screen reader has the verdict on the page, and hears its head once more. */
function turn(block) {
  const copy = Object.assign(block.cloneNode(true), { id: "", inert: true });
  const screen = Object.assign(document.createElement("dialog"), { className: "turned", ariaLabel: copy.querySelector(".verdict").textContent });
  for (const each of copy.querySelectorAll("[id]")) each.removeAttribute("id");
  screen.addEventListener("click", () => screen.close());
  screen.addEventListener("close", () => screen.remove());
  document.body.append(screen);
  screen.showModal();
  new ResizeObserver(() => fitIn(screen, copy)).observe(screen);
}

addStyles("turn_around.css");
document.addEventListener("click", ({ target }) => {
  const button = target.closest(".turn-around");
  if (button) turn(document.getElementById(button.getAttribute("aria-controls")));
});
