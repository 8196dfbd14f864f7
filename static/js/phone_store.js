/* What this phone has taken along: the program in a cache of its own, matches and their database in IndexedDB. */
import { items, moveQueue, transact } from "./outbox_store.js";

const PROGRAM_CACHE = "phone-";
const RUN_FOLDER = "phone/run/"; /* Where the program finds its files. Only the service worker answers there. */
const PROGRAM_LIST = `${RUN_FOLDER}build.json`;
const COMPILED_FOLDER = "compiled/";
export const MEMORY = "memory.bin"; /* Of Python, once the app has started; empty if this phone can't keep it. */
export const BYTE_COUNT = "X-Bytes"; /* The bytes of a compiled file: known before it is read. */
const PROGRAM_PAGES = ["phone/", "phone/worker.js"];
export const KEPT_DATABASE = "database";

const FILE_TYPES = { js: "text/javascript", mjs: "text/javascript", json: "application/json", wasm: "application/wasm" };
const fileType = (name) => FILE_TYPES[name.split(".").at(-1)] ?? "application/octet-stream";

const takenStore = (transaction) => transaction.objectStore("taken");
export const takenAt = (key) => transact("readonly", (transaction) => takenStore(transaction).get(key));
export const keepTaken = (key, value) => transact("readwrite", (transaction) => takenStore(transaction).put(value, key));
export const forgetTaken = (key) => transact("readwrite", (transaction) => takenStore(transaction).delete(key));
export const takenKeys = () => transact("readonly", (transaction) => takenStore(transaction).getAllKeys());

export const isMatch = (key) => String(key).startsWith("m/");

/* The file that the program finds at *name*, below the address of the app. */
export const runFile = (root, name) => caches.match(`${root}${RUN_FOLDER}${name}`, { ignoreVary: true });

export const compiledName = (name) => `${COMPILED_FOLDER}${name}`;

/* The list of the files that are here, once all of them are; else null. */
export async function programHere(root) {
  const found = await caches.match(root + PROGRAM_LIST, { ignoreVary: true });
  return found ? found.json() : null;
}

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

async function fetchedReply(url, signal) {
  const reply = await fetch(url, { signal });
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
  return reply;
}

async function fetchProgramFile(file, address, tell, signal) {
  const reply = await fetchedReply(new URL(file.url, address), signal);
  const body = reply.body.pipeThrough(countingBytes(tell)).pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "Content-Type": fileType(file.name), "X-Digest": file.digest } });
}

/* Fetches the program, except what is here already, and calls *tell* with the bytes of each step. Only when all of it is
   here does it take the place of an older one, whose pages the service worker would give without the version. */
export async function fetchProgram(root, tell, signal) {
  const reply = await fetchedReply(`${root}phone/build.json`, signal);
  const build = await reply.clone().json();
  const cache = await caches.open(PROGRAM_CACHE + build.version);
  for await (const file of build.files) {
    const old = await runFile(root, file.name);
    const isHere = old?.headers.get("X-Digest") === file.digest;
    await cache.put(`${root}${RUN_FOLDER}${file.name}`, isHere ? old : await fetchProgramFile(file, reply.url, tell, signal));
    if (isHere) tell(file.sent);
  }
  for await (const page of PROGRAM_PAGES) await cache.put(root + page, await fetchedReply(`${root}${page}?version=${build.version}`, signal));
  return { ...build, cache };
}

/* From now on this program is the one of this phone. */
export async function settleProgram(root, build) {
  await build.cache.put(root + PROGRAM_LIST, new Response(JSON.stringify({ version: build.version, settings: build.settings })));
  const old = (await caches.keys()).filter((name) => name.startsWith(PROGRAM_CACHE) && name !== PROGRAM_CACHE + build.version);
  await Promise.all(old.map((name) => caches.delete(name)));
}

export async function removeProgram() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PROGRAM_CACHE));
  await Promise.all(names.map((name) => caches.delete(name)));
  await forgetTaken(KEPT_DATABASE);
}

/* Takes the newest copy of a match along, if this phone hasn't got it. */
export async function takeMatch(root, key) {
  const known = await takenAt(key);
  const reply = await fetch(`${root}${key}/take?stamp=${encodeURIComponent(known?.stamp ?? "")}`, { cache: "no-store" });
  if (reply.status === 204) return;
  if (!reply.ok) throw new Error(`The copy: ${reply.status}`);
  const text = await reply.text();
  await keepTaken(key, { text, stamp: JSON.parse(text).stamp });
}

/* A match has another address: it was started without the server and is there now, or its link was renewed. What waits
   for it gets that address. */
export async function moveMatch(root, old, address) {
  if (!(await takenAt(address))) await keepTaken(address, { text: "", stamp: "" });
  await moveQueue({ queue: old, url: "" }, address);
  await keepTaken(old, { moved: address });
  await takeMatch(root, address).catch(() => {}); /* Or when there is a network again. */
}

/* Deletes what is kept of a match. The database of Python is made anew from the copies that are left, unless something waits. */
export async function forgetMatch(key) {
  await forgetTaken(key);
  for await (const other of (await takenKeys()).filter(isMatch)) {
    if ((await takenAt(other))?.moved === key) await forgetMatch(other);
  }
  if (!(await items()).length) await forgetTaken(KEPT_DATABASE);
}
