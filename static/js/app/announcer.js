/* Announcements for screen readers. A new one replaces the last, so that no queue builds up. */
const AFTER = 60;

let timer = 0;

export default function announce(sentence) {
  const region = document.getElementById("announced");
  if (!region) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    region.textContent = sentence;
  }, AFTER);
}

/* A sentence of the page with its {placeholders} filled. */
export const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
