/* Answers from the Python of this phone, for the service worker: it runs in a page, which shows the app in a frame. */
import { takenKeys } from "../../../static/js/offline/taken_store.js";
import { withSecretScript } from "../../../static/js/offline/secret_field.js";
import { isHtml } from "../../../static/js/offline/static_files.js";
import { programHere, runFile, usedFile } from "./programs.js";

const FRAME_PAGE = "phone/";
const ANSWERS_WITHIN = 5_000; /* A slow phone that is busy answers late. */
const STILL_OPEN = 500;
const ABOUT_NO_MATCH = /^(?:$|judge|how-often|houses|matches\/new|settings|score-sheet|evening|unsent$)/; /* Pages that are about no match. */
const NO_BODY = new Set([204, 304]);
const FRAME_POLICY = ["frame-ancestors 'none'", "frame-ancestors 'self'"];
const PASSED_HEADERS = new Set(["accept-language", "content-type", "if-none-match", "x-part"]);

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

/* The answer of a page. One that the browser has frozen gives none. */
function ask(client, message) {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => port1.addEventListener("message", ({ data }) => resolve(data)));
  port1.start();
  client.postMessage(message, [port2]);
  return answer;
}

/* What a page answers; undefined if it was closed, or if the browser has frozen it: Python is in a worker, so its page says
   that it is there while that is busy. */
async function unlessLost(client, answer) {
  const given = await Promise.race([answer, pause(STILL_OPEN)]);
  if (given !== undefined || !(await self.clients.get(client.id))) return given;
  const isThere = await Promise.race([answer, ask(client, { type: "owner" }), pause(ANSWERS_WITHIN)]);
  return isThere === undefined ? undefined : unlessLost(client, answer);
}

/* The first of *answers* that says *what*; nothing if none does in time. */
const firstThat = (what, answers, time) =>
  Promise.race([Promise.any(answers.map(async (each) => ((await each)[what] ? each : Promise.reject(new Error(what))))), pause(time)]).catch(() => null);

/* A page that runs Python, and whether it is ready: one that is, if there is one. Nothing if none runs it. */
async function pythonOwner(root) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shells = pages.filter(({ url }) => url.split("#")[0] === root + FRAME_PAGE);
  const answers = shells.map(async (client) => {
    const { isOwner, isReady } = await ask(client, { type: "owner" });
    return { client, isOwner, isReady };
  });
  return (await firstThat("isReady", answers, STILL_OPEN)) ?? firstThat("isOwner", answers, ANSWERS_WITHIN);
}

/* Whether this phone can answer at *path* below the address of the app. */
export async function isTaken(root, path) {
  if (!(await programHere(root))) return false;
  if (self.ALONE) return true;
  const [folder, link] = path.split("/");
  if (folder !== "m") return ABOUT_NO_MATCH.test(path);
  return (await takenKeys()).includes(`m/${link}`);
}

/* Files and pages of the program, which only this phone has; null for others, and for pages that are asked for by version. */
export async function programFile(root, url) {
  const path = url.slice(root.length);
  if (path.startsWith("phone/run/")) return (await runFile(root, path.split("?")[0].slice("phone/run/".length))) ?? Response.error();
  return path === FRAME_PAGE || path === "phone/worker.js" ? ((await usedFile(root, path)) ?? null) : null;
}

/* A page that may be shown in our frame. */
export function inFrame(reply) {
  const headers = new Headers(reply.headers);
  headers.set("Content-Security-Policy", (headers.get("Content-Security-Policy") ?? "").replace(...FRAME_POLICY));
  return new Response(reply.body, { status: reply.status, headers });
}

/* The page as it is shown. Without a server no form needs the secret of this phone: its Python looks at tokens of its own. */
const shownBody = (body, headers) => (self.ALONE || !isHtml(headers) ? body : withSecretScript(new TextDecoder().decode(body)));

function answerOf({ status, headers, body }, { url, isPage }) {
  const given = new Headers(headers);
  given.set("Date", new Date().toUTCString());
  const location = given.get("Location");
  if (location && status >= 300 && status < 400) return Response.redirect(new URL(location, url), status);
  const shown = isPage ? shownBody(body, given) : body;
  return inFrame(new Response(NO_BODY.has(status) ? null : shown, { status, headers: given }));
}

const headersPassed = (request) => Object.fromEntries([...request.headers].filter(([name]) => PASSED_HEADERS.has(name)));

async function askedPython(client, request, url, body) {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body).buffer : body;
  const message = { type: "relay", request: { method: request.method, url, headers: headersPassed(request) }, body: bytes };
  const answer = await unlessLost(client, ask(client, message));
  return answer && answerOf(answer, { url, isPage: request.mode === "navigate" });
}

/* What this phone's Python answers, in whichever tab. If that tab is closed or frozen meanwhile, the next one is asked: a form
   that the first has written is not written again, because it has an entry id. */
async function answerHere({ root, request, body, stored }, url) {
  const found = await pythonOwner(root);
  const page = found?.isReady ? null : await stored?.();
  if (page || !found) return page ?? null;
  const answer = await askedPython(found.client, request, url, body);
  return answer === undefined ? answerHere({ root, request, body, stored }, url) : answer;
}

/* The answer of this phone's Python, or null if it can't give one. *body* is that of a POST, as text or bytes, else null. A
   page of its own gets the page with the frame, which starts Python unless another tab has. In a frame a page is shown at
   once, as *stored* gives it, while Python starts. */
export async function relay({ stored, ...asked }) {
  const { root, request } = asked;
  const url = request.url.split("#")[0];
  const path = url.slice(root.length);
  if (!(await isTaken(root, path.split("?")[0]))) return null;
  const isFramed = request.destination === "iframe";
  if (request.mode === "navigate" && !isFramed && request.method === "GET") return Response.redirect(`${root}${FRAME_PAGE}#${path}`, 302);
  return answerHere(isFramed ? { ...asked, stored } : asked, url);
}
