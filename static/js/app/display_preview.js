/* Shows the text size and the colours as soon as they are chosen. The button saves them. */
import startOn from "./start_on.js";

startOn("display_preview", (form) => {
  const show = () => {
    const { text_size: size, theme } = form.elements;
    Object.assign(document.documentElement.dataset, { textSize: size.value, theme: theme.value });
  };
  form.addEventListener("change", show);
  show();
});
