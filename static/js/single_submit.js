/* Sends a form only once, however often its button is tapped, until the page is shown again. */
const PATIENCE = 10_000;

export default function singleSubmit(form) {
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
    setTimeout(mark, PATIENCE, false);
  });
  addEventListener("pageshow", () => mark(false));
}
