/* What the modules of one page tell each other. Every event is sent on the form; nothing else is sent between modules.

   input           The browser's own event: a field has changed. A module that fills a field sends it too.
   PREVIEWED       The server's answer to the form as it is now stands on the page, or none came.
   FIELDS_FILLED   Fields were filled other than by the pack, or other trays ask for cards: look at them again.
   TRAY_OPENED     Another tray takes the cards, or none does; the form's data-open is its name.
   GO_TO_FIELD     The player is to be led to a field; detail is its name. */
export const PREVIEWED = "deadwood:previewed";
export const FIELDS_FILLED = "deadwood:fields-filled";
export const TRAY_OPENED = "deadwood:tray-opened";
export const GO_TO_FIELD = "deadwood:go-to-field";

export const send = (form, name, detail) => form.dispatchEvent(new CustomEvent(name, { detail }));
