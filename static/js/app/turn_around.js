/* A button that shows a verdict on a screen of its own, turned by half a circle for the player opposite, until it is
   tapped: aria-controls names its block. Blocks may come later, on live pages. */
const BUTTON = '[data-module~="turn_around"]';
const MOST_STEPS = 9;

const overflows = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight;

/* What is read there; nothing in it leads elsewhere, or has the name of what stands on the page. */
function copyOf(block) {
  const copy = block.cloneNode(true);
  for (const each of [copy, ...copy.querySelectorAll("a, [id]")]) {
    each.removeAttribute("id");
    each.removeAttribute("href");
  }
  return copy;
}

/* As large as fits: each step is a frame in which all is a little smaller. */
function fitIn(screen, copy) {
  screen.lastElementChild.replaceChildren(copy);
  for (let step = 0; step < MOST_STEPS && overflows(screen); step += 1) {
    const frame = Object.assign(document.createElement("div"), { className: "smaller" });
    frame.append(...screen.lastElementChild.children);
    screen.lastElementChild.append(frame);
  }
}

function turn(button) {
  const copy = copyOf(document.getElementById(button.getAttribute("aria-controls")));
  const screen = Object.assign(document.createElement("dialog"), { className: "turned", ariaLabel: copy.querySelector(".verdict").textContent });
  const back = Object.assign(document.createElement("button"), { className: "turned__back", ariaLabel: button.textContent });
  screen.append(back, document.createElement("div"));
  screen.addEventListener("click", () => screen.close());
  screen.addEventListener("close", () => screen.remove());
  document.body.append(screen);
  screen.showModal();
  new ResizeObserver(() => fitIn(screen, copy)).observe(screen);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest(BUTTON);
  if (button) turn(button);
});
