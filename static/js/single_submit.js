/* A form that is sent once, however often its button is tapped. It can be sent again when the page comes back. */
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
