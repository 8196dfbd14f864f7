/* Python on this phone, away from the thread of the page: the app itself, which answers as the server would. */
import { items, keepItem } from "./outbox_store.js";
import { compiledName, KEPT_DATABASE, isMatch, keepCompiled, keepTaken, programHere, runFile, takenAt, takenKeys } from "./phone_store.js";

const SITE = new URL("../", location.href).href;
const RUN = `${SITE}phone/run/`;
const ARCHIVES = ["stdlib.zip", "library.zip", "babel.zip", "application.zip"];
const OK = 200;

const textOf = (bytes) => new TextDecoder().decode(bytes);

/* The name of an archive: compiled, if that was done. */
async function archiveName(archive) {
  return (await runFile(SITE, compiledName(archive))) ? compiledName(archive) : archive;
}

async function bytesOf(name) {
  const found = await runFile(SITE, name);
  if (!found) throw new Error(`${name} is not on this phone`);
  return new Uint8Array(await found.arrayBuffer());
}

async function load() {
  const { loadPyodide } = await import(`${RUN}pyodide.mjs`);
  const python = await loadPyodide({
    indexURL: RUN,
    stdLibURL: RUN + (await archiveName("stdlib.zip")),
    lockFileURL: `${RUN}lock.json`,
    args: ["-OO", "-B"],
  });
  python.FS.writeFile("/lib/library.zip", await bytesOf(await archiveName("library.zip")));
  for await (const archive of ["babel.zip", "application.zip"]) {
    python.unpackArchive(await bytesOf(await archiveName(archive)), "zip", { extractDir: "/lib/app" });
  }
  python.runPython("import sys; sys.path[:0] = ['/lib/app', '/lib/library.zip']");
  return python;
}

/* The app with what this phone has kept, what it has taken along since, and what it has not sent yet. */
class Phone {
  static async started(settings) {
    const python = await load();
    const called = python.pyimport("phone.boot").start(JSON.stringify({ ...settings, SITE }));
    const phone = new Phone(python, called, settings.ALONE);
    const kept = await takenAt(KEPT_DATABASE);
    if (kept) phone.called.restore(kept.text, python.toPy(kept.database));
    await phone.takeNew();
    await phone.applyWaiting();
    await phone.keep();
    return phone;
  }

  constructor(python, called, isAlone) {
    Object.assign(this, { python, called, isAlone });
  }

  /* Of a match with forms that wait, this phone knows more than the server; unless its own database is gone. */
  async takeNew() {
    const waiting = new Set((await items()).map(({ queue }) => queue));
    for await (const key of (await takenKeys()).filter(isMatch)) {
      const { text } = await takenAt(key);
      if (text && !(waiting.has(key) && this.called.knows(key.slice("m/".length)))) this.called.take(text);
    }
    await this.retain();
  }

  /* What this phone may no longer see is deleted from its database too. */
  async retain() {
    if (this.isAlone) return;
    const known = [];
    for await (const key of (await takenKeys()).filter(isMatch)) {
      if (!(await takenAt(key)).moved) known.push(key.slice("m/".length));
    }
    this.called.retain(JSON.stringify(known));
  }

  /* A form that this phone knows already is not written again. */
  async applyWaiting() {
    for await (const item of await items()) {
      const secondsAgo = Math.max(0, Math.round((Date.now() - item.at) / 1_000));
      const [status, said] = this.fetched(this.called.apply(JSON.stringify(item), secondsAgo));
      if (status === OK && item.queue.endsWith("matches/new")) await this.noteStarted(item, textOf(said));
    }
  }

  /* A match that was started here: its forms have to wait for it. */
  async noteStarted(item, said) {
    const local = new URL(JSON.parse(said).location, SITE).pathname.slice(new URL(SITE).pathname.length);
    if (item.local !== local) await keepItem({ ...item, local });
    await keepTaken(local, { isLocal: true });
  }

  fetched(tuple) {
    const values = tuple.toJs();
    tuple.destroy();
    return values;
  }

  answer({ request, body }) {
    const [head, content] = this.fetched(this.called.answer(JSON.stringify(request), this.python.toPy(new Uint8Array(body ?? 0))));
    return { ...JSON.parse(head), body: content };
  }

  async keep() {
    const [text, database] = this.fetched(this.called.keep());
    await keepTaken(KEPT_DATABASE, { text, database });
  }
}

/* Compiles all archives, and keeps them beside those that were fetched. */
async function compile({ version, settings }) {
  const python = await load();
  const { compiled, with_templates: withTemplates } = python.pyimport("phone.compiled");
  const boot = python.pyimport("phone.boot");
  const tell = () => postMessage({ compiled: 1 });
  const files = {};
  for await (const name of ARCHIVES) {
    let archive = python.toPy(await bytesOf(name));
    if (name === "application.zip") archive = withTemplates(archive, boot.start(JSON.stringify({ ...settings, SITE })).phone.app);
    files[name] = compiled(archive, tell).toJs();
  }
  await keepCompiled(SITE, version, files);
}

let started = null;

const ACTS = {
  compile,
  start: async () => {
    started ??= programHere(SITE).then(({ settings }) => Phone.started(settings));
    await started;
  },
  answer: async (asked) => (await started).answer(asked),
  keep: async () => (await started).keep(),
  take: async () => {
    const phone = await started;
    await phone.takeNew();
    await phone.applyWaiting();
    await phone.keep();
  },
  apply: async () => {
    const phone = await started;
    await phone.applyWaiting();
    await phone.keep();
  },
};

addEventListener("message", async ({ data: { id, act, asked } }) => {
  try {
    postMessage({ id, result: await ACTS[act](asked) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
