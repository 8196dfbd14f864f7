/* How the service worker knows the forms of our own pages: by a secret of this phone, which no other site can read. Any page
   can submit a form to us, and what the worker sends has the cookies of this phone. */
import { transact } from "./outbox_store.js";
import { takenAt } from "./taken_store.js";
import { SECRET_FIELD } from "./secret_field.js";

const SECRET_KEY = "secret";
const SECRET_BYTES = 32;

const newSecret = () => Array.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/* Makes it, unless another worker just has. */
async function madeSecret() {
  let secret = newSecret();
  await transact("readwrite", (transaction) => {
    const store = transaction.objectStore("taken");
    const known = store.get(SECRET_KEY);
    known.addEventListener("success", () => {
      if (known.result) secret = known.result;
      else store.put(secret, SECRET_KEY);
    });
  });
  return secret;
}

/* The secret; nothing if the phone's storage can't be used. */
const secretOfPhone = async () => ((await takenAt(SECRET_KEY)) ?? (await madeSecret()));
export const secretHere = () => secretOfPhone().catch(() => "");

const typeOf = (request) => request.headers.get("Content-Type") ?? "";
const isMultipart = (request) => typeOf(request).startsWith("multipart/form-data");
export const isUrlEncoded = (request) => typeOf(request).startsWith("application/x-www-form-urlencoded");

async function secretsInParts(request) {
  const parts = isMultipart(request) ? await request.clone().formData().catch(() => null) : null;
  return parts?.getAll(SECRET_FIELD) ?? [];
}

/* A submitted form: whether it is of a page of ours, and its *fields* without the secret; null for fields of another kind,
   such as files. *isMarked* says whether it claims to be ours. */
export async function readForm(request) {
  const fields = isUrlEncoded(request) ? new URLSearchParams(await request.clone().text()) : null;
  const given = fields ? fields.getAll(SECRET_FIELD) : await secretsInParts(request);
  fields?.delete(SECRET_FIELD);
  const isMarked = given.length > 0;
  return { fields, isMarked, isOurs: isMarked && given.at(-1) !== "" && given.at(-1) === (await secretHere()) };
}

/* Sends a form to the server as it was submitted, but for the secret. */
export const fetchForm = (request, { fields, isMarked }) =>
  isMarked && fields ? fetch(request.url, { method: "POST", body: fields, redirect: "manual" }) : fetch(request);
