const overflows = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight;

/* As large as fits. */
export default function fitScreen(screen, largest) {
  for (let size = largest; size > 0.3; size *= 0.95) {
    screen.style.setProperty("--size", size);
    if (!overflows(screen)) return;
  }
}
