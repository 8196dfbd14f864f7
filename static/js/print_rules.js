/* Prints the page. Without scripts the browser's own menu does. */
import startOn from "./start_on.js";

startOn("print_rules", (button) => {
  button.hidden = false;
  button.addEventListener("click", () => print());
});
