/* A button that prints the page. Without it, the menu of the browser does. */
import startOn from "./start_on.js";

startOn("print_page", (button) => {
  button.hidden = false;
  button.addEventListener("click", () => print());
});
