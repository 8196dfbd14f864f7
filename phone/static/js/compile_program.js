/* Fetches the program and prepares it, once, so that it starts fast later. */
import { fetchProgram, ignore, keepMemory, MEMORY, offeredProgram, programHere, PYTHON_LOCK, runFile, useProgram } from "./programs.js";
import { PythonThread } from "./python_thread.js";
import { forgetTries, isHopeless, tried } from "./tries.js";

const STEPS = 1_400; /* How many are told, about: most are modules that are compiled. */

/* Does a part of it in a Python of its own. */
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

/* Whether all of it was done: the memory of Python is kept last. */
export const isPrepared = async (root) => Boolean(await runFile(root, MEMORY));

/* An empty memory says that it can't be kept: Python then starts with its modules, and nobody tries again. */
const keepNoMemory = (root, { version }) => keepMemory(root, version, { content: new Blob().stream(), size: 0 }).catch(ignore);

async function prepareMemory(root, build, options) {
  try {
    await prepare(root, "rehearse", build, options);
  } catch {
    options.signal?.throwIfAborted();
    await keepNoMemory(root, build);
  }
}

/* A phone that fails at it, or whose browser ends the page, always starts Python with its modules. */
export async function prepareProgram(root, build, options = {}) {
  const act = async () => {
    await prepare(root, "compile", build, options);
    await prepareMemory(root, build, options);
  };
  if (!isHopeless(build.version)) return tried(build.version, act, options.signal);
  forgetTries();
  return keepNoMemory(root, build);
}

/* Lets this phone use a program from now on, unless a tab runs the one before: then at another time. */
async function useUnlessRunning(root, { version }) {
  if (!(await programHere(root))) return useProgram(root, version);
  return navigator.locks?.request(PYTHON_LOCK, { ifAvailable: true }, (lock) => lock && useProgram(root, version));
}

/* Fetches what this phone does not have yet, and starts nothing. */
export async function fetchNewest(root, onBytes, signal) {
  const offered = await offeredProgram(root, signal);
  await fetchProgram(root, offered, onBytes, signal);
  await useUnlessRunning(root, offered);
}

/* Fetches and prepares what this phone does not have yet. *onBytes* is told what has come, *onPreparing* how many steps
   follow once all of it is here, and *onProgress* the steps that are done. */
export async function setUpProgram(root, { onBytes = ignore, onPreparing = ignore, ...options } = {}) {
  await fetchNewest(root, onBytes, options.signal);
  if (await isPrepared(root)) return;
  onPreparing(STEPS);
  await prepareProgram(root, await programHere(root), options);
}

/* One that was fetched, but not prepared before its page was closed, is prepared now. */
export async function finishProgram(root) {
  const here = await programHere(root);
  if (here && !(await isPrepared(root))) await prepareProgram(root, here);
}
