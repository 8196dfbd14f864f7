/* The memory of Python as the app had started, compressed: it is read straight to where it belongs, so that a phone never has it
   twice. */
import { bytesIn } from "./programs.js";

const HEAD = "X-Head"; /* What Python's loader has to know of it, in hexadecimal. */
const PART = 1 << 20;

/* What is to be kept of a Python that was started to be kept. Its loader would copy the memory behind what it says of it. */
export function memoryOf(python) {
  const { _module: module } = python;
  const { HEAP8, HEAPU8 } = module;
  module.HEAP8 = new Int8Array();
  const head = python.makeMemorySnapshot();
  module.HEAP8 = HEAP8;
  let at = 0;
  const content = new ReadableStream({
    pull(queue) {
      if (at >= HEAPU8.length) return queue.close();
      queue.enqueue(HEAPU8.subarray(at, at + PART));
      at += PART;
      return undefined;
    },
  });
  return { content, size: HEAPU8.length, headers: { [HEAD]: Array.from(head, (byte) => byte.toString(16).padStart(2, "0")).join("") } };
}

/* What was kept in a *file*; null if nothing was. */
export function memoryIn(file) {
  const size = bytesIn(file);
  if (!size) return null;
  const head = Uint8Array.from(file.headers.get(HEAD).match(/../g), (byte) => parseInt(byte, 16));
  const readInto = async (target) => {
    let at = 0;
    const write = (part) => {
      target.set(part, at);
      at += part.length;
    };
    await file.body.pipeTo(new WritableStream({ write }));
    if (at !== size) throw new Error("The memory is not whole.");
  };
  return { size, head, readInto };
}
