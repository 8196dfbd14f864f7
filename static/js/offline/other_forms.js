/* What the service worker does with a form that doesn't show that it is of a page of ours: only the server may take it,
   with the token that it has. */
import { guest } from "./guest.js";
import { isKept, itemOf, pathOf } from "./outbox_forms.js";
import { fetchForm } from "./our_forms.js";
import { SECRET_FIELD } from "./secret_field.js";
import { tellPages } from "./tell_pages.js";
import { confirmedForm, forgetUnconfirmed, keepUnconfirmed } from "./unconfirmed_forms.js";

const urlOf = (request) => request.url.split("#")[0];

const isToAsk = async (root, url, fields) =>
  fields && isKept(pathOf(url, root), fields) && (await keepUnconfirmed(itemOf(url, root, fields)).catch(() => false));

/* Without a network it is sent only once its player has been asked, or again from the screen, as it is. */
async function askedLater(root, request, { fields, unreached }) {
  const url = urlOf(request);
  if (await isToAsk(root, url, fields)) {
    await tellPages({ type: "outbox" });
    return Response.redirect(`${root}unsent`, 303);
  }
  const page = await unreached(fields ? url : "", fields ? [...fields, [SECRET_FIELD, ""]] : []);
  return guest.inFrame(request, page);
}

/* Whether the server can have nothing to do with it: it is of a match that it doesn't know, or has a secret that can't be
   taken out. */
const isNotForServer = async (request, { isMarked, fields }) =>
  (isMarked && !fields) || guest.isOnlyHere(urlOf(request));

/* The server's answer to a form as it is, after *sendFirst*; *done* is called if it has done something. */
export async function passedUntouched(root, request, { form, sendFirst, unreached, done }) {
  const later = () => askedLater(root, request, { ...form, unreached });
  if (await isNotForServer(request, form)) return later();
  await sendFirst();
  const reply = await fetchForm(request, form).catch(() => null);
  if (!reply) return later();
  if (reply.type === "opaqueredirect" || reply.ok) done();
  return reply.type === "basic" ? guest.inFrame(request, reply) : reply;
}

/* A form that its player has confirmed is one of ours: *keep* keeps it. *said* is what they have read. */
export async function takeConfirmed({ key, said }, keep) {
  const item = await confirmedForm(key);
  if (!item) return;
  await keep(await guest.atItsAddress({ ...item, said }));
  await forgetUnconfirmed(key);
  await tellPages({ type: "kept" });
}
