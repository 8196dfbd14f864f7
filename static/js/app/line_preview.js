/* Previews a line that is not a hand after every change. */
import { startDraft } from "./draft_of_form.js";
import ServerPreview, { asForm, delayAfter } from "./server_preview.js";
import startOn from "./start_on.js";

function linePreview(form) {
  const unreached = form.querySelector("[data-unreached]");
  const preview = new ServerPreview(form, {
    ask: () => asForm(form, location.href, "preview"),
    expected: "preview",
    answered: ({ parts }) => {
      unreached.hidden = parts.length > 0;
    },
  });
  form.elements.preview.hidden = true;
  form.addEventListener("input", (event) => preview.soon(delayAfter(event)));
  if (startDraft(form)) preview.now();
}

startOn("line_preview", linePreview);
