/* Starts the Python of a phone in Node and runs a script in it: node pack.mjs PACKAGES FOLDERS SCRIPT, where FOLDERS are name=path,… */
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const [packages, folders, script] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${packages}/pyodide/pyodide.mjs`).href);
/* Sets are in the same order each time, so that two builds are the same. */
const python = await loadPyodide({ indexURL: `${packages}/pyodide/`, args: ["-B"], env: { HOME: "/", PYTHONHASHSEED: "0" } });

const { BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS } = constants;
const brotli = (bytes) => new Uint8Array(brotliCompressSync(bytes, { params: { [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS } }));
python.registerJsModule("zlib_of_node", { brotli });

for (const [name, path] of folders.split(",").map((each) => each.split("="))) {
  python.FS.mkdirTree(name);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: path }, name);
}
try {
  await python.runPythonAsync(script);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
