/* The worker that Python runs in, as pages call it. */
export class PythonThread {
  constructor(root, onProgress = null) {
    this.worker = new Worker(`${root}phone/worker.js`, { type: "module" });
    this.waiting = new Map();
    this.count = 0;
    this.worker.addEventListener("message", ({ data }) => this.settle(data, onProgress));
    this.worker.addEventListener("error", () => this.fail());
  }

  settle({ id, result, error, steps }, onProgress) {
    if (steps) onProgress?.(steps);
    const { resolve, reject } = this.waiting.get(id) ?? {};
    this.waiting.delete(id);
    if (error) reject?.(new Error(error));
    else resolve?.(result);
  }

  fail() {
    for (const { reject } of this.waiting.values()) reject(new Error("Python did not start."));
    this.waiting.clear();
  }

  call(act, asked) {
    this.count += 1;
    const id = this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, act, asked }, []);
    });
  }

  end() {
    this.fail();
    this.worker.terminate();
  }
}
