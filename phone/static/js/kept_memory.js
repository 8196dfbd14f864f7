/* The memory of Python as the app had started, kept with the archives in which it finds the rest: in a file of the browser's
   private file system, which a worker reads at once, straight to where it belongs. Where there is none, the cache has it. */
import { BYTE_COUNT, compiledName, FILE_PARTS, fileOf, ignore, keepCompiled, MEMORY, programFolder, RUN_FOLDER } from "./programs.js";

const fileName = (root) => encodeURIComponent(new URL(root).pathname);

async function openFile(root, version, options) {
  const folder = await programFolder(version, options);
  const file = await folder.getFileHandle(fileName(root), options);
  return file.createSyncAccessHandle();
}

/* Writes parts, a name and its bytes, one after another. Returns the place and the length of each. */
async function written(file, parts) {
  const places = {};
  let end = 0;
  for await (const [name, bytes] of parts) {
    if (file.write(bytes, { at: end }) !== bytes.length) throw new Error("There is no more space.");
    places[name] = [end, bytes.length];
    end += bytes.length;
  }
  file.truncate(end);
  file.flush();
  return places;
}

async function keepInFile(root, version, parts) {
  const file = await openFile(root, version, { create: true });
  try {
    const places = await written(file, parts);
    await keepCompiled(root, version, { [FILE_PARTS]: new TextEncoder().encode(JSON.stringify(places)) });
  } catch (error) {
    file.truncate(0); /* The cache needs the space. */
    throw error;
  } finally {
    file.close();
  }
}

/* Keeps the memory. *archives* gives the name and the bytes of each. */
export async function keepMemory(root, version, memory, archives) {
  const parts = async function* all() {
    yield [MEMORY, memory];
    yield* archives();
  };
  await keepInFile(root, version, parts()).catch(() => keepCompiled(root, version, { [MEMORY]: memory }));
}

const endOf = (places) => Math.max(...Object.values(places).map(([start, length]) => start + length));

/* What was kept in a file; null if nothing was, or if not all of it is there. Whoever asks closes it. */
export async function memoryInFile(root, version) {
  const listed = await fileOf(root, version, RUN_FOLDER + compiledName(FILE_PARTS));
  const places = await listed?.json();
  const file = places && (await openFile(root, version).catch(() => null));
  if (!file) return null;
  if (file.getSize() < endOf(places)) {
    file.close();
    return null;
  }
  const part = (name) => {
    const [start, length] = places[name];
    return { length, read: (target, at) => file.read(target, { at: start + at }) };
  };
  const whole = (name) => {
    const bytes = new Uint8Array(places[name][1]);
    part(name).read(bytes, 0);
    return bytes;
  };
  return { from: "file", memory: part(MEMORY), archive: whole, close: () => file.close() };
}

/* The same in the cache; it is being read. The archives are beside it. */
export async function memoryInCache(root, version, archive) {
  const kept = await fileOf(root, version, RUN_FOLDER + compiledName(MEMORY));
  if (!Number(kept?.headers.get(BYTE_COUNT))) return null;
  const memory = kept.arrayBuffer().then((buffer) => ({
    length: buffer.byteLength,
    read: (target, at) => target.set(new Uint8Array(buffer, at, target.length)),
  }));
  return { from: "cache", memory, archive, close: ignore };
}
