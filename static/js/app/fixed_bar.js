/* Takes the bar at the bottom, which is sticky, out of the flow, and leaves its room at the end of the page. Nothing moves, and
   what checks targets sees that all of them scroll away from under it. */
const bar = document.querySelector(".actions");
const { classList, style } = document.body;

/* Not where the page ends on the screen, nor where a container holds what is fixed in it, as in browsers up to 2024. */
function fixBar() {
  const goesOn = scrollY + innerHeight < document.documentElement.scrollHeight - 1;
  style.setProperty("--bar", `${bar.offsetHeight}px`);
  classList.toggle("fixes-bar", bar.isConnected && (goesOn || classList.contains("fixes-bar")));
  if (bar.getBoundingClientRect().bottom > innerHeight + 1) classList.remove("fixes-bar");
}

if (bar) new ResizeObserver(fixBar).observe(bar);
