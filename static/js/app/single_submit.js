/* Sends a form only once, however often its button is tapped, until the page is shown again. */
import startOn from "./start_on.js";

const AGAIN_AFTER = 10_000;

function singleSubmit(form) {
  let sent = false;

  const mark = (value) => {
    sent = value;
    for (const element of form.elements) {
      if (element.type === "submit") element.toggleAttribute("data-sent", value);
    }
  };

  form.addEventListener("submit", (event) => {
    if (sent) return event.preventDefault();
    mark(true);
    setTimeout(mark, AGAIN_AFTER, false);
  });
  addEventListener("pageshow", () => mark(false));
}

startOn("single_submit", singleSubmit);
