/* The events between the modules of a page. All are dispatched on the form.

   input           The browser's own event: a field has changed. A module that fills a field sends it too.
   PREVIEWED       The preview of the current form is on the page, or no answer came.
   FIELDS_FILLED   Fields were filled other than by the pack, or the trays have changed.
   TRAY_OPENED     Another tray takes the cards, or none; the form's data-open is its name.
   GO_TO_FIELD     Moves the focus to a field; detail is its name. */
export const PREVIEWED = "deadwood:previewed";
export const FIELDS_FILLED = "deadwood:fields-filled";
export const TRAY_OPENED = "deadwood:tray-opened";
export const GO_TO_FIELD = "deadwood:go-to-field";

export const send = (form, name, detail) => form.dispatchEvent(new CustomEvent(name, { detail }));
