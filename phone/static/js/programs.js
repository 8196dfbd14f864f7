/* The programs that this phone has, each in a cache of its own, and the one that it uses. A program is all that its pages
   need: Python and the app, the page around them, and the static files of its release. */
import { isOurs } from "../../../static/js/offline/our_answers.js";
import { keepFiles } from "../../../static/js/offline/static_files.js";

export const ignore = () => {};

export const PYTHON_LOCK = "deadwood-python"; /* Of the tabs that run Python. */
const PROGRAM_CACHE = "phone-";
const USED_CACHE = "program"; /* Says which one is used. */
export const RUN_FOLDER = "phone/run/"; /* Where the program finds its files. Only the service worker answers there. */
const PROGRAM_LIST = `${RUN_FOLDER}build.json`;
export const MEMORY = "memory.bin"; /* Of Python, once the app has started; empty if this phone can't keep it. */
const BYTE_COUNT = "X-Bytes"; /* Of a file, before it was compressed to be kept. */
const DIGEST = "X-Digest"; /* Of the file that was fetched. */
const IS_COMPILED = "X-Compiled"; /* An archive that took the place of the one that was fetched. */

const FILE_TYPES = { js: "text/javascript", mjs: "text/javascript", json: "application/json", wasm: "application/wasm" };
const fileType = (name) => FILE_TYPES[name.split(".").at(-1)] ?? "application/octet-stream";

/* The compiled part of Python is needed before anything else, so it is kept as it is. */
const isPacked = (name) => !name.endsWith(".wasm");

const placeOf = (root, name) => `${root}${RUN_FOLDER}${name}`;

/* The version and the settings that a cache lists; null if not all of the program is there. */
async function listedIn(root, cacheName) {
  const found = await caches.match(root + PROGRAM_LIST, { cacheName, ignoreVary: true });
  return found ? found.json() : null;
}

/* The program that this phone uses; null if it has none. Where none was named it is the oldest, as it always was. */
export const programHere = async (root) => (await listedIn(root, USED_CACHE)) ?? listedIn(root);

/* Whether all of this program is here. */
export const hasProgram = async (root, version) => Boolean(await listedIn(root, PROGRAM_CACHE + version));

/* A file as it is kept, or a page. */
const keptAt = (root, version, path) => caches.match(root + path, { cacheName: PROGRAM_CACHE + version, ignoreVary: true });

/* A file or a page of this program. */
export async function fileOf(root, version, path) {
  const kept = await keptAt(root, version, path);
  return kept?.headers.has(BYTE_COUNT) && isPacked(path) ? new Response(kept.body.pipeThrough(new DecompressionStream("gzip")), kept) : kept;
}

/* A file or a page of the program that this phone uses. */
export async function usedFile(root, path) {
  const here = await programHere(root);
  return here ? fileOf(root, here.version, path) : undefined;
}

/* The file that the program finds at *name*, below the address of the app. */
export const runFile = (root, name) => usedFile(root, RUN_FOLDER + name);

export const bytesIn = (file) => Number(file?.headers.get(BYTE_COUNT));

/* Keeps a file of *size* bytes. *content* is a stream. */
async function keepFile(cache, place, { content, size, headers }) {
  const body = isPacked(place) ? content.pipeThrough(new CompressionStream("gzip")) : content;
  await cache.put(place, new Response(body, { headers: { "Content-Type": fileType(place), [BYTE_COUNT]: String(size), ...headers } }));
}

export async function keepMemory(root, version, { content, size, headers }) {
  await keepFile(await caches.open(PROGRAM_CACHE + version), placeOf(root, MEMORY), { content, size, headers });
}

/* Whether an archive was compiled. */
export const isCompiled = async (root, version, name) => Boolean((await keptAt(root, version, RUN_FOLDER + name))?.headers.has(IS_COMPILED));

/* Puts a compiled archive in the place of the one that was fetched. */
export async function keepCompiled(root, version, name, bytes) {
  const fetched = await keptAt(root, version, RUN_FOLDER + name);
  const headers = { [DIGEST]: fetched.headers.get(DIGEST), [IS_COMPILED]: "yes" };
  await keepFile(await caches.open(PROGRAM_CACHE + version), placeOf(root, name), { content: new Response(bytes).body, size: bytes.length, headers });
}

const countingBytes = (tell) =>
  new TransformStream({
    transform(chunk, controller) {
      tell(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });

async function fetchedReply(url, options) {
  const reply = await fetch(url, options);
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
  return reply;
}

/* A browser unpacks Brotli by itself. */
const unpacked = ({ body, headers }) => (headers.get("Content-Encoding") === "br" ? body : body.pipeThrough(new DecompressionStream("gzip")));

async function fetchProgramFile(file, address, place, { cache, tell, signal }) {
  const reply = await fetchedReply(new URL(file.url, address), { signal });
  const content = unpacked(reply).pipeThrough(countingBytes((count) => tell((count * file.sent) / file.size)));
  await keepFile(cache, place, { content, size: file.size, headers: { [DIGEST]: file.digest } });
}

/* The same file as this phone has it, perhaps compiled: of the program that it uses, or from an attempt before. */
async function sameFile(root, cache, file) {
  const here = await programHere(root);
  const found = [here && (await keptAt(root, here.version, RUN_FOLDER + file.name)), await cache.match(placeOf(root, file.name), { ignoreVary: true })];
  return found.find((each) => each?.headers.has(BYTE_COUNT) && each.headers.get(DIGEST) === file.digest);
}

/* The page around the app, or its worker, at its own address, wherever it was fetched. A server has our header, a host of
   static files hasn't. */
async function fetchAround(url, isServed, signal) {
  const reply = await fetchedReply(url, { signal });
  if (isServed && !isOurs(reply)) throw new Error(`${url}: another server`);
  return new Response(await reply.blob(), reply);
}

/* The static files, in the cache of their release. */
async function fetchStatics({ settings, statics }, address) {
  const cache = await caches.open(`static-${settings.ASSETS}`);
  const here = new Set((await cache.keys()).map(({ url }) => url));
  await keepFiles(cache, statics.map((each) => new URL(each, address).href).filter((url) => !here.has(url)));
}

export async function offeredProgram(root, signal) {
  const reply = await fetchedReply(`${root}phone/build.json`, { signal, cache: "no-store" });
  return { ...(await reply.json()), address: reply.url };
}

/* Fetches a program, except what is here already, and calls *tell* with the bytes of each step. It is listed when all of it
   is here; until it is used, nothing has changed. */
export async function fetchProgram(root, offered, tell, signal) {
  const { version, files, pages, settings, address } = offered;
  if (await hasProgram(root, version)) return;
  const cache = await caches.open(PROGRAM_CACHE + version);
  for await (const file of files) {
    const place = placeOf(root, file.name);
    const same = await sameFile(root, cache, file);
    if (same) await cache.put(place, same).then(() => tell(file.sent));
    else await fetchProgramFile(file, address, place, { cache, tell, signal });
  }
  for await (const { name, url } of pages) await cache.put(root + name, await fetchAround(new URL(url, address), !settings.ALONE, signal));
  await fetchStatics(offered, address);
  signal?.throwIfAborted();
  await cache.put(root + PROGRAM_LIST, new Response(JSON.stringify({ version, settings })));
}

async function deletePrograms(except = "") {
  const names = (await caches.keys()).filter((name) => name.startsWith(PROGRAM_CACHE) && name !== PROGRAM_CACHE + except);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/* From now on this phone uses this program, if all of it is here; others are deleted. No tab may run one of them. */
export async function useProgram(root, version) {
  const listed = await listedIn(root, PROGRAM_CACHE + version);
  if (!listed) return;
  const used = await caches.open(USED_CACHE);
  await used.put(root + PROGRAM_LIST, new Response(JSON.stringify(listed)));
  await deletePrograms(version);
}

export async function deleteProgram() {
  await caches.delete(USED_CACHE);
  await deletePrograms();
}
