/* Starts Python: with its modules, or with its memory as it was when the app had started before. */
import { filesIn } from "./archive.js";
import { BYTE_COUNT, compiledName, MEMORY, runFile } from "./programs.js";

export const SITE = new URL("../", location.href).href;
const RUN = `${SITE}phone/run/`;
const FROM_MEMORY = "started from memory"; /* For tests and measurements: without it, a start takes twice as long, and nobody would know why. */
export const ARCHIVES = ["stdlib.zip", "library.zip", "babel.zip", "application.zip"];

/* The name of an archive: compiled, if that was done. */
async function archiveName(archive) {
  return (await runFile(SITE, compiledName(archive))) ? compiledName(archive) : archive;
}

export async function bytesOf(name) {
  const found = await runFile(SITE, name);
  if (!found) throw new Error(`${name} is not on this phone`);
  return new Uint8Array(await found.arrayBuffer());
}

const readArchive = async (archive) => bytesOf(await archiveName(archive));

/* Puts the files of an archive where Python has to find them. Python itself takes four times as long to unpack them. */
function unpack({ FS }, archive, target) {
  const made = new Set();
  for (const [name, content] of filesIn(archive)) {
    const path = `${target}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(path, content, { canOwn: true });
  }
}

/* Its archives are read while the program is compiled. */
async function loaded(more) {
  const { loadPyodide } = await import(`${RUN}pyodide.mjs`);
  const [python, library, ...unpacked] = await Promise.all([
    archiveName("stdlib.zip").then((name) =>
      loadPyodide({ indexURL: RUN, stdLibURL: RUN + name, lockFileURL: `${RUN}lock.json`, args: ["-OO", "-B"], ...more }),
    ),
    ...["library.zip", "babel.zip", "application.zip"].map(readArchive),
  ]);
  python.FS.writeFile("/lib/library.zip", library, { canOwn: true });
  for (const archive of unpacked) unpack(python, archive, "/lib/app");
  return python;
}

export async function startPython(more = {}) {
  const python = await loaded(more);
  python.runPython("import sys; sys.path[:0] = ['/lib/app', '/lib/library.zip']");
  return python;
}

/* The program with the memory that was kept, which is read while the program is compiled. A new program has too little to
   take that in. */
const withMemory = (reading) => async (settings) => {
  const { default: createModule } = await import(`${RUN}pyodide.asm.mjs`);
  const [program, memory] = await Promise.all([createModule(settings), reading]);
  if (memory.byteLength > program.HEAPU8.length) program._malloc(memory.byteLength); /* What is there then is overwritten. */
  const { restoreSnapshot } = settings.API;
  settings.API.restoreSnapshot = () => restoreSnapshot(new Uint8Array(memory));
  return program;
};

/* What would hold that memory as long as Python runs. */
function forgetMemory(api) {
  delete api.restoreSnapshot;
  delete api.config.createPyodideModule;
}

/* Python with the memory that was kept, in which the app has started; null if none was kept, or if it can't be used. */
export async function startedPython() {
  const kept = await runFile(SITE, compiledName(MEMORY));
  if (!Number(kept?.headers.get(BYTE_COUNT))) return null;
  const settings = { _loadSnapshot: new Uint8Array(), createPyodideModule: withMemory(kept.arrayBuffer()) };
  const python = await loaded(settings).catch(() => null);
  if (!python) return null;
  forgetMemory(python._api);
  performance.mark(FROM_MEMORY);
  return python;
}
