/* Makes text as large as its place allows: of what is said face to face, and of a verdict that is turned around. */
const overflows = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight;

/* As large as fits. */
export default function fitScreen(screen, largest) {
  for (let size = largest; size > 0.3; size *= 0.95) {
    screen.style.setProperty("--size", size);
    if (!overflows(screen)) return;
  }
}
