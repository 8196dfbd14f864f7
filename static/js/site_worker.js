/* The service worker of a site without a server: this phone answers everything. The build writes self.RELEASE and
   self.FILES above it. */
import { isFramed } from "./phone_answers.js";
import { programFile, relay } from "./relay.js";
import { staticFile } from "./stored_pages.js";

const SITE_ROOT = self.registration.scope;
const SITE_FILES = `static-${self.RELEASE}`;

async function answerAlone(event, url) {
  const { request, clientId } = event;
  const page = clientId && (await self.clients.get(clientId));
  const isOurs = request.mode === "navigate" || page?.frameType === "nested";
  const body = request.method === "POST" ? await request.clone().arrayBuffer() : null;
  const answer = isOurs ? await relay({ root: SITE_ROOT, request, body }).catch(() => null) : null;
  return answer ?? fetch(request).catch(() => caches.match(url, { ignoreVary: true }).then((kept) => kept ?? Response.error()));
}

addEventListener("install", (event) => event.waitUntil(caches.open(SITE_FILES).then((files) => files.addAll(self.FILES)).then(() => self.skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const url = request.url.split("#")[0];
  if (!url.startsWith(SITE_ROOT)) return;
  if (url.startsWith(`${SITE_ROOT}static/`)) event.respondWith(staticFile(request, SITE_FILES));
  else if (url.startsWith(`${SITE_ROOT}phone/`)) event.respondWith(programFile(SITE_ROOT, url).then((file) => file ?? fetch(request)));
  else if (isFramed(request) || request.mode !== "navigate" || request.method === "GET") event.respondWith(answerAlone(event, url));
});
