/* The service worker of a site without a server: this phone answers everything. It belongs to one program, whose version
   the build writes above it as self.VERSION, with self.RELEASE, the name of the static files. The first page is at self.PAGES, in
   all languages, and needs self.FILES. */
import { isFramed } from "./phone_answers.js";
import { fetchProgram, hasProgram, ignore, offeredProgram, programHere, useProgram } from "./programs.js";
import { programFile, relay } from "./relay.js";
import { forgetStatics, staticCache, staticFile } from "../../../static/js/offline/stored_pages.js";

const SITE_ROOT = self.registration.scope;

/* The first page is kept once it was seen, for while there is no network. */
async function keepFirstPage() {
  const kept = await caches.open(staticCache(self.RELEASE));
  await kept.addAll([...self.PAGES, ...self.FILES].map((path) => new Request(SITE_ROOT + path, { cache: "no-cache" })));
}

const fetchedOrKept = async (request) =>
  (await fetch(request).catch(() => caches.match(request, { ignoreVary: true }))) ?? Response.error();

/* A newer program is fetched as a whole, beside the one that is used: if that fails, nothing has changed, and the browser
   tries again. */
async function installNewer() {
  await keepFirstPage();
  if (!(await programHere(SITE_ROOT))) return self.skipWaiting(); /* Nothing was set up yet. */
  if (await hasProgram(SITE_ROOT, self.VERSION)) return undefined;
  if (navigator.connection?.saveData) throw new Error("This phone saves data.");
  const offered = await offeredProgram(SITE_ROOT);
  if (offered.version !== self.VERSION) throw new Error("The host does not have all of it yet.");
  return fetchProgram(SITE_ROOT, offered, ignore);
}

/* The program of this service worker is the one that is used, once all of it is here. */
async function useOwn() {
  if ((await programHere(SITE_ROOT))?.version !== self.VERSION) await useProgram(SITE_ROOT, self.VERSION);
}

let used = null;
const usedOwn = () => (used ??= useOwn()); /* Again after a stop in the middle of it. */

async function activateOwn() {
  await usedOwn();
  await forgetStatics([self.RELEASE, (await programHere(SITE_ROOT))?.settings.ASSETS]);
  await self.clients.claim();
}

/* Takes over from the one before, if the page that asks is the only one. */
async function takeOver({ source, ports: [port] }) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const isOnly = pages.every(({ id, frameType }) => id === source.id || frameType === "nested");
  port.postMessage(isOnly, []);
  if (isOnly) await self.skipWaiting();
}

async function answerAlone(event) {
  const { request, clientId } = event;
  const page = clientId && (await self.clients.get(clientId));
  const isOurs = request.mode === "navigate" || page?.frameType === "nested";
  const body = request.method === "POST" ? await request.clone().arrayBuffer() : null;
  const answer = isOurs ? await relay({ root: SITE_ROOT, request, body }).catch(() => null) : null;
  return answer ?? fetchedOrKept(request);
}

/* Null if the browser is to ask the host itself. */
function routedAlone(event) {
  const { request } = event;
  const url = request.url.split("#")[0];
  if (!url.startsWith(SITE_ROOT)) return null;
  if (url.startsWith(`${SITE_ROOT}static/`)) return staticFile(request, SITE_ROOT);
  if (url.startsWith(`${SITE_ROOT}phone/`)) return usedOwn().then(() => programFile(SITE_ROOT, url)).then((file) => file ?? fetch(request));
  if (self.PAGES.some((path) => path && url === SITE_ROOT + path)) return fetchedOrKept(request);
  const isAnswered = isFramed(request) || request.mode !== "navigate" || request.method === "GET";
  return isAnswered ? usedOwn().then(() => answerAlone(event)) : null;
}

addEventListener("install", (event) => event.waitUntil(installNewer()));
addEventListener("activate", (event) => event.waitUntil(activateOwn()));
addEventListener("message", (event) => event.data?.type === "takeOver" && event.waitUntil(takeOver(event)));
addEventListener("fetch", (event) => {
  const answer = routedAlone(event);
  if (answer) event.respondWith(answer);
});
