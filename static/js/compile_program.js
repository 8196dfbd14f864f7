/* Prepares a program that was fetched, once, so that it starts fast later. */
import { compiledName, runFile } from "./phone_store.js";
import { PythonThread } from "./python_thread.js";

export const STEPS = 1_400; /* How many are told, about: most are modules that are compiled. */
const PREPARED = ["compile", "rehearse"]; /* Each in a Python of its own. */

async function prepare(root, part, { version, settings }, { onProgress, signal }) {
  const thread = new PythonThread(root, onProgress);
  const end = () => thread.end();
  signal?.addEventListener("abort", end);
  try {
    signal?.throwIfAborted();
    await thread.call(part, { version, settings });
  } finally {
    thread.end();
    signal?.removeEventListener("abort", end);
  }
}

export const isCompiled = async (root) => Boolean(await runFile(root, compiledName("application.zip")));

export async function compileProgram(root, build, options = {}) {
  for await (const part of PREPARED) await prepare(root, part, build, options);
}
