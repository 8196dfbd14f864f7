/* Starts Python: with its modules, or with its memory as it was when the app had started before. */
import { filesIn } from "./archive.js";
import { memoryIn } from "./kept_memory.js";
import { fileOf, MEMORY, programHere, RUN_FOLDER } from "./programs.js";

export const SITE = new URL("../", location.href).href;
const RUN = SITE + RUN_FOLDER;
const FROM_MEMORY = "started from memory"; /* For tests and measurements: without it, a start takes twice as long, and nobody would know why. */
const STDLIB = "stdlib.zip";
const LIBRARY = "library.zip";
export const UNPACKED = ["babel.zip", "application.zip"];
export const ARCHIVES = [STDLIB, LIBRARY, ...UNPACKED];
const APP = "/lib/app";

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

export async function bytesOf(name) {
  const found = await ownFile(name);
  if (!found) throw new Error(`${name} is not on this phone`);
  return new Uint8Array(await found.arrayBuffer());
}

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

/* Its archives are read while the program is compiled. */
async function loaded(more) {
  const { loadPyodide } = await LOADER;
  const [python, library, ...unpacked] = await Promise.all([
    loadPyodide({ indexURL: RUN, lockFileURL: `${RUN}lock.json`, stdLibURL: RUN + STDLIB, args: ["-OO", "-B"], ...more }),
    ...[LIBRARY, ...UNPACKED].map(bytesOf),
  ]);
  python.FS.writeFile("/lib/library.zip", library, { canOwn: true });
  unpackLater(python, unpacked);
  return python;
}

export async function startPython(more = {}) {
  const python = await loaded(more);
  python.runPython(`import sys; sys.path[:0] = ['${APP}', '/lib/library.zip']`);
  return python;
}

/* The program with the memory that was kept. A new one has too little to take that in. */
const withMemory = (memory) => async (settings) => {
  const { default: createModule } = await PROGRAM;
  const program = await createModule(settings);
  if (memory.size > program.HEAPU8.length) program._malloc(memory.size); /* What is there then is overwritten. */
  await memory.readInto(program.HEAPU8);
  const { restoreSnapshot } = settings.API;
  settings.API.restoreSnapshot = () => restoreSnapshot(memory.head);
  return program;
};

/* What would hold that memory as long as Python runs. */
function forgetMemory(api) {
  delete api.restoreSnapshot;
  delete api.config.createPyodideModule;
}

/* Python with the memory that was kept, in which the app has started; null if none was kept, or if it can't be used. */
export async function startedPython() {
  const memory = memoryIn(await ownFile(MEMORY));
  if (!memory) return null;
  try {
    const python = await loaded({ _loadSnapshot: new Uint8Array(), createPyodideModule: withMemory(memory) });
    forgetMemory(python._api);
    performance.mark(FROM_MEMORY);
    return python;
  } catch {
    return null;
  }
}
