/* What a screen reader hears while the eyes are elsewhere. The last word wins: nobody wants to hear a queue of counts. */
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
