/* Takes the bar at the bottom, which is sticky, out of the flow, and leaves its room at the end of the page: nothing moves, and
   checkers of targets know that what is under the bar scrolls away from there. */
const { body } = document;
const barOf = () => body.querySelector(":scope > .actions");

/* Up to 2024, browsers hold what is fixed in its container, at the end of the page: there the bar stays sticky. */
const isElsewhere = (bar) => Math.abs(bar.getBoundingClientRect().bottom - innerHeight) > 1;

const measure = () => body.style.setProperty("--bar", `${barOf()?.offsetHeight ?? 0}px`);
const sizes = new ResizeObserver(measure);

function follow() {
  const bar = barOf();
  sizes.disconnect();
  measure();
  if (!bar) return;
  sizes.observe(bar);
  body.classList.add("has-fixed-bar");
  if (getComputedStyle(bar).position === "fixed" && isElsewhere(bar)) body.classList.remove("has-fixed-bar");
}

new MutationObserver(follow).observe(body, { childList: true });
follow();
