/* Starts Python: with its modules, or with its memory as it was when the app had started before. */
import { filesIn } from "./archive.js";
import { memoryInCache, memoryInFile } from "./kept_memory.js";
import { compiledName, fileOf, programHere, RUN_FOLDER } from "./programs.js";

export const SITE = new URL("../", location.href).href;
const RUN = SITE + RUN_FOLDER;
const FROM_MEMORY = "started from memory"; /* For tests and measurements: without it, a start takes twice as long, and nobody would know why. */
const STDLIB = "stdlib.zip";
const [LIBRARY, ...UNPACKED] = ["library.zip", "babel.zip", "application.zip"];
export const ARCHIVES = [STDLIB, LIBRARY, ...UNPACKED];
const APP = "/lib/app";
const NO_STDLIB = "lock.json"; /* What is already in memory needs none. It has to be some file. */

/* What starts Python, and its program without the compiled part: asked for at once, because the second one is large. */
const [LOADER, PROGRAM] = ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(RUN + name));
for (const asked of [LOADER, PROGRAM]) asked.catch(() => {}); /* Whoever needs it is told. */

/* Its compiled part is compiled from now on, while everything else is read: the loader would ask for it late. */
const WASM = `${RUN}pyodide.asm.wasm`;
const COMPILED = WebAssembly.compileStreaming(fetch(WASM));
COMPILED.catch(() => {});

/* The loader takes nothing that was compiled: it fetches that part and compiles it itself. So both acts give it ours. */
function giveCompiled() {
  const { fetch: usual } = globalThis;
  globalThis.fetch = (url, options) => (String(url) === WASM ? Promise.resolve(new Response()) : usual(url, options));
  WebAssembly.instantiateStreaming = async (_reply, imports) => {
    const module = await COMPILED;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
}
giveCompiled();

let foundProgram = null;

/* The program that this worker belongs to. */
export const ownProgram = () => (foundProgram ??= programHere(SITE));

/* A file of it that is here. */
export const ownFile = async (name) => fileOf(SITE, (await ownProgram()).version, RUN_FOLDER + name);

/* The name of an archive: compiled, if that was done. */
async function archiveName(archive) {
  return (await ownFile(compiledName(archive))) ? compiledName(archive) : archive;
}

export async function bytesOf(name) {
  const found = await ownFile(name);
  if (!found) throw new Error(`${name} is not on this phone`);
  return new Uint8Array(await found.arrayBuffer());
}

export const readArchive = async (archive) => bytesOf(await archiveName(archive));

/* Puts the files of an archive where Python has to find them. Python itself takes four times as long to unpack them. */
function unpack({ FS }, archive) {
  const made = new Set();
  for (const [name, content] of filesIn(archive)) {
    const path = `${APP}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(path, content, { canOwn: true });
  }
}

/* Does so once Python looks for a file there: with its memory, most starts look for none. */
function unpackLater(python, archives) {
  const { FS } = python;
  FS.mkdirTree(APP);
  const { node } = FS.lookupPath(APP);
  const { node_ops: usual } = node;
  const after = (look) => (...asked) => {
    if (node.node_ops !== usual) {
      node.node_ops = usual;
      for (const archive of archives) unpack(python, archive);
    }
    return look(...asked);
  };
  node.node_ops = { ...usual, lookup: after(FS.lookupNode), readdir: after(usual.readdir) };
}

/* Its archives are read by *read* while the program is compiled. */
async function loaded(more, read) {
  const { loadPyodide } = await LOADER;
  const [python, library, ...unpacked] = await Promise.all([
    loadPyodide({ indexURL: RUN, lockFileURL: `${RUN}lock.json`, args: ["-OO", "-B"], ...more }),
    ...[LIBRARY, ...UNPACKED].map(read),
  ]);
  python.FS.writeFile("/lib/library.zip", library, { canOwn: true });
  unpackLater(python, unpacked);
  return python;
}

export async function startPython(more = {}) {
  const python = await loaded({ stdLibURL: RUN + (await archiveName(STDLIB)), ...more }, readArchive);
  python.runPython(`import sys; sys.path[:0] = ['${APP}', '/lib/library.zip']`);
  return python;
}

/* Puts a memory that was kept in the place of the one that a new program has. It begins with what Python's loader has to
   know of it, and with the length of that. */
function restored({ HEAPU8 }, memory, restoreSnapshot) {
  const start = new Uint32Array(2);
  memory.read(new Uint8Array(start.buffer), 0);
  const said = new Uint8Array(start[1]);
  memory.read(said, 0);
  const found = restoreSnapshot(said);
  memory.read(HEAPU8.subarray(0, memory.length - said.length), said.length);
  return found;
}

/* Puts Python's own modules in the place of the file that was fetched as if it had them. */
function putStdlib({ FS }, stdlib) {
  const name = FS.readdir("/lib").find((each) => /^python.*\.zip$/.test(each));
  FS.writeFile(`/lib/${name}`, stdlib, { canOwn: true });
}

/* The program with the memory that was kept. A new one has too little to take that in. */
const withMemory = (kept) => async (settings) => {
  const { default: createModule } = await PROGRAM;
  const [program, memory, stdlib] = await Promise.all([createModule(settings), kept.memory, kept.archive(STDLIB)]);
  putStdlib(program, stdlib);
  if (memory.length > program.HEAPU8.length) program._malloc(memory.length); /* What is there then is overwritten. */
  const { restoreSnapshot } = settings.API;
  settings.API.restoreSnapshot = () => restored(program, memory, restoreSnapshot);
  return program;
};

/* What would hold that memory as long as Python runs. */
function forgetMemory(api) {
  delete api.restoreSnapshot;
  delete api.config.createPyodideModule;
}

/* Python with a memory that was kept; null if there is none, or if it can't be used. */
async function startedFrom(kept) {
  if (!kept) return null;
  const settings = { _loadSnapshot: new Uint8Array(), createPyodideModule: withMemory(kept), stdLibURL: RUN + NO_STDLIB };
  try {
    const python = await loaded(settings, kept.archive);
    forgetMemory(python._api);
    performance.mark(FROM_MEMORY, { detail: kept.from });
    return python;
  } catch {
    return null;
  } finally {
    kept.close();
  }
}

/* Python with the memory that was kept, in which the app has started; null if none was kept. */
export async function startedPython() {
  const { version } = await ownProgram();
  for await (const find of [memoryInFile, memoryInCache]) {
    const python = await startedFrom(await find(SITE, version, readArchive));
    if (python) return python;
  }
  return null;
}
