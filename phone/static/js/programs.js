/* The programs that this phone has, each in a cache of its own, and the one that it uses. A program is all that its pages
   need: Python and the app, the page around them, and the static files of its release. */
import { isOurs } from "../../../static/js/offline/our_answers.js";
import { keepFiles } from "../../../static/js/offline/static_files.js";

export const ignore = () => {};

export const PYTHON_LOCK = "deadwood-python"; /* Of the tab that runs Python. */
export const NOT_HERE = "not here"; /* What a tab answers that another one took Python over from. */
const PROGRAM_CACHE = "phone-";
const USED_CACHE = "program"; /* Says which one is used. */
export const RUN_FOLDER = "phone/run/"; /* Where the program finds its files. Only the service worker answers there. */
const PROGRAM_LIST = `${RUN_FOLDER}build.json`;
const COMPILED_FOLDER = "compiled/";
export const MEMORY = "memory.bin"; /* Of Python, once the app has started; empty if this phone can't keep it. */
export const FILE_PARTS = "parts.json"; /* Of the file that has that memory, where there is one: kept_memory.js. */
export const BYTE_COUNT = "X-Bytes"; /* The bytes of a compiled file: known before it is read. */

const FILE_TYPES = { js: "text/javascript", mjs: "text/javascript", json: "application/json", wasm: "application/wasm" };
const fileType = (name) => FILE_TYPES[name.split(".").at(-1)] ?? "application/octet-stream";

export const compiledName = (name) => `${COMPILED_FOLDER}${name}`;

/* The version and the settings that a cache lists; null if not all of the program is there. */
async function listedIn(root, cacheName) {
  const found = await caches.match(root + PROGRAM_LIST, { cacheName, ignoreVary: true });
  return found ? found.json() : null;
}

/* The program that this phone uses; null if it has none. Where none was named it is the oldest, as it always was. */
export const programHere = async (root) => (await listedIn(root, USED_CACHE)) ?? listedIn(root);

/* Whether all of this program is here. */
export const hasProgram = async (root, version) => Boolean(await listedIn(root, PROGRAM_CACHE + version));

/* A file or a page of this program. */
export const fileOf = (root, version, path) => caches.match(root + path, { cacheName: PROGRAM_CACHE + version, ignoreVary: true });

/* A file or a page of the program that this phone uses. */
export async function usedFile(root, path) {
  const here = await programHere(root);
  return here ? fileOf(root, here.version, path) : undefined;
}

/* The file that the program finds at *name*, below the address of the app. */
export const runFile = (root, name) => usedFile(root, RUN_FOLDER + name);

export async function keepCompiled(root, version, files) {
  const cache = await caches.open(PROGRAM_CACHE + version);
  for await (const [name, bytes] of Object.entries(files)) {
    const headers = { "Content-Type": fileType(name), [BYTE_COUNT]: String(bytes.length) };
    await cache.put(`${root}${RUN_FOLDER}${COMPILED_FOLDER}${name}`, new Response(bytes, { headers }));
  }
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

async function fetchProgramFile(file, address, tell, signal) {
  const reply = await fetchedReply(new URL(file.url, address), { signal });
  const body = reply.body.pipeThrough(countingBytes(tell)).pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "Content-Type": fileType(file.name), "X-Digest": file.digest } });
}

const isSame = (found, { digest }) => found?.headers.get("X-Digest") === digest;

/* The same file as this phone has it: of the program that it uses, or from an attempt before. */
async function sameFile(root, cache, file) {
  const found = [await runFile(root, file.name), await cache.match(`${root}${RUN_FOLDER}${file.name}`, { ignoreVary: true })];
  return found.find((each) => isSame(each, file));
}

/* An archive that stays the same stays compiled. */
async function keepAsCompiled(root, cache, file) {
  const name = compiledName(file.name);
  const compiled = isSame(await runFile(root, file.name), file) && (await runFile(root, name));
  if (compiled) await cache.put(`${root}${RUN_FOLDER}${name}`, compiled);
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
    const same = await sameFile(root, cache, file);
    await cache.put(`${root}${RUN_FOLDER}${file.name}`, same ?? (await fetchProgramFile(file, address, tell, signal)));
    if (same) await keepAsCompiled(root, cache, file);
    if (same) tell(file.sent);
  }
  for await (const { name, url } of pages) await cache.put(root + name, await fetchAround(new URL(url, address), !settings.ALONE, signal));
  await fetchStatics(offered, address);
  signal?.throwIfAborted();
  await cache.put(root + PROGRAM_LIST, new Response(JSON.stringify({ version, settings })));
}

/* The folder of a program in the browser's private file system. */
export const programFolder = async (version, options) =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(PROGRAM_CACHE + version, options);

/* Deletes these programs there too. A worker may be reading one: it is deleted with the next. */
async function deleteFolders(isOld) {
  const folders = await navigator.storage.getDirectory();
  const names = [];
  for await (const name of folders.keys()) if (isOld(name)) names.push(name);
  await Promise.all(names.map((name) => folders.removeEntry(name, { recursive: true }).catch(ignore)));
}

async function deletePrograms(except = "") {
  const isOld = (name) => name.startsWith(PROGRAM_CACHE) && name !== PROGRAM_CACHE + except;
  const names = (await caches.keys()).filter(isOld);
  await Promise.all(names.map((name) => caches.delete(name)));
  await deleteFolders(isOld).catch(ignore); /* Not every browser has one. */
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
