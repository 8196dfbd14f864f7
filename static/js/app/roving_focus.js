/* Arrow keys move the focus within the pack, which is a single tab stop. */
export default function rovingFocus(grid, keys) {
  function upOrDown(from, way) {
    const beyond = keys.filter((key) => way * (key.offsetTop - from.offsetTop) > 0);
    const near = Math.min(...beyond.map((key) => way * key.offsetTop));
    const far = (key) => Math.abs(key.offsetLeft - from.offsetLeft);
    return beyond.filter((key) => way * key.offsetTop === near).sort((a, b) => far(a) - far(b))[0];
  }

  const STEPS = {
    ArrowRight: (key) => keys[keys.indexOf(key) + 1],
    ArrowLeft: (key) => keys[keys.indexOf(key) - 1],
    ArrowDown: (key) => upOrDown(key, 1),
    ArrowUp: (key) => upOrDown(key, -1),
    Home: () => keys[0],
    End: () => keys.at(-1),
  };

  grid.addEventListener("keydown", (event) => {
    const key = event.target.closest("[data-card]");
    if (!key || !(event.key in STEPS)) return;
    event.preventDefault();
    STEPS[event.key](key)?.focus();
  });
  grid.addEventListener("focusin", (event) => {
    const now = event.target.closest("[data-card]");
    if (now) for (const key of keys) key.tabIndex = key === now ? 0 : -1;
  });
}
