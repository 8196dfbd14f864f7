/* Starts Python: with its modules, or with its memory as it was when the app had started before. */
import { filesIn } from "./archive.js";
import { compiledName, MEMORY, runFile } from "./phone_store.js";

export const SITE = new URL("../", location.href).href;
const RUN = `${SITE}phone/run/`;
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

/* Archives whose files Python has to find in a folder. Python itself takes four times as long to unpack them. */
async function unpack({ FS }, archive, folder) {
  for (const [name, content] of filesIn(await bytesOf(await archiveName(archive)))) {
    const path = `${folder}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, content, { canOwn: true });
  }
}

async function loaded(more) {
  const { loadPyodide } = await import(`${RUN}pyodide.mjs`);
  const python = await loadPyodide({
    indexURL: RUN,
    stdLibURL: RUN + (await archiveName("stdlib.zip")),
    lockFileURL: `${RUN}lock.json`,
    args: ["-OO", "-B"],
    ...more,
  });
  python.FS.writeFile("/lib/library.zip", await bytesOf(await archiveName("library.zip")), { canOwn: true });
  for await (const archive of ["babel.zip", "application.zip"]) await unpack(python, archive, "/lib/app");
  return python;
}

export async function startPython(more = {}) {
  const python = await loaded(more);
  python.runPython("import sys; sys.path[:0] = ['/lib/app', '/lib/library.zip']");
  return python;
}

/* The program with enough memory: that of a new one is too small to take in what was kept. */
const withMemory = (size) => async (settings) => {
  const { default: createModule } = await import(`${RUN}pyodide.asm.mjs`);
  const program = await createModule(settings);
  if (size > program.HEAPU8.length) program._malloc(size); /* What is there then is overwritten. */
  return program;
};

/* Python with the memory that was kept, in which the app has started; null if none was kept, or if it can't be used. */
export async function startedPython() {
  const kept = await runFile(SITE, compiledName(MEMORY));
  const memory = new Uint8Array((await kept?.arrayBuffer()) ?? 0);
  if (!memory.length) return null;
  const python = await loaded({ _loadSnapshot: memory, createPyodideModule: withMemory(memory.length) }).catch(() => null);
  if (python) delete python._api.config._loadSnapshot; /* It would be held as long as Python runs. */
  return python;
}
