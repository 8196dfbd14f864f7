/* Python on this phone, away from the thread of the page: the app itself, which answers as the server would. */
import { items, keepItem } from "../../../static/js/offline/outbox_store.js";
import { isMatch, keepDatabase, KEPT_DATABASE, keptSince } from "./phone_store.js";
import { forgetTaken, keepTaken, takenAt, takenKeys } from "../../../static/js/offline/taken_store.js";
import { memoryOf } from "./kept_memory.js";
import { ignore, isCompiled, keepCompiled, keepMemory, programHere } from "./programs.js";
import { ARCHIVES, bytesOf, ownProgram, SITE, startedPython, startPython, UNPACKED } from "./start_python.js";

const OK = 200;
const tellSteps = (steps) => postMessage({ steps });
const textOf = (bytes) => new TextDecoder().decode(bytes);
const asText = (settings) => JSON.stringify({ ...settings, SITE });
const linkOf = (key) => key.slice("m/".length);

/* The app with what this phone has kept, what it has taken along since, and what it has not sent yet. */
class Phone {
  static async started(settings) {
    const python = (await startedPython()) ?? (await startPython());
    tellSteps(1);
    const called = python.pyimport("phone.rehearsal").woken(asText(settings));
    tellSteps(1);
    const phone = new Phone(python, called, settings.ALONE);
    await phone.take();
    tellSteps(1);
    return phone;
  }

  constructor(python, called, isAlone) {
    Object.assign(this, { python, called, isAlone, last: null, isFull: false });
  }

  /* Goes on from what another tab has kept since. */
  async renew() {
    const { name, kept } = (await keptSince(this.last)) ?? { name: this.last };
    if (kept) this.called.restore(kept.text, this.python.toPy(kept.database));
    this.last = name;
  }

  /* What *act* gives once what it has written is kept; it is done anew upon what another tab has kept meanwhile. */
  async write(act) {
    await this.renew();
    const given = await act();
    const isKept = await this.keep().catch(() => null);
    this.isFull = isKept === null;
    return isKept === false ? this.write(act) : given;
  }

  async take() {
    const started = await this.write(async () => {
      await this.takeNew();
      return this.applyWaiting();
    });
    for await (const [item, said] of started) await this.noteStarted(item, said);
  }

  /* Of a match with forms that wait, this phone knows more than the server; unless its own database is gone. One that got
     another address has it here too, before there is a copy from there. */
  async takeNew() {
    const waiting = new Set((await items()).map(({ queue }) => queue));
    const keys = (await takenKeys()).filter(isMatch);
    for await (const key of keys) {
      const { moved } = await takenAt(key);
      if (moved) this.called.move(linkOf(key), linkOf(moved));
    }
    for await (const key of keys) {
      const { text } = await takenAt(key);
      if (text && !(waiting.has(key) && this.called.knows(linkOf(key)))) this.called.take(text);
    }
    await this.retain();
  }

  /* What this phone may no longer see is deleted from its database too. */
  async retain() {
    if (this.isAlone) return;
    const known = [];
    for await (const key of (await takenKeys()).filter(isMatch)) {
      if (!(await takenAt(key)).moved) known.push(linkOf(key));
    }
    this.called.retain(JSON.stringify(known));
  }

  /* A form that this phone knows already is not written again. A match that is on the server by now is not started again.
     Returns the forms that have started one, and what was said to them. */
  async applyWaiting() {
    const started = [];
    for await (const item of await items()) {
      if (item.local && (await takenAt(item.local))?.moved) continue;
      const secondsAgo = Math.max(0, Math.round((Date.now() - item.at) / 1_000));
      const [status, said] = this.fetched(this.called.apply(JSON.stringify(item), secondsAgo));
      if (status === OK && item.queue.endsWith("matches/new")) started.push([item, textOf(said)]);
    }
    return started;
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

  async answer({ request, body }) {
    const act = () => this.fetched(this.called.answer(JSON.stringify(request), this.python.toPy(new Uint8Array(body ?? 0))));
    const isRead = request.method === "GET";
    if (isRead) await this.renew();
    const [head, content] = isRead ? act() : await this.write(act);
    return { ...JSON.parse(head), body: content, isFull: this.isFull };
  }

  /* Returns whether it was kept. Once the program was removed from this phone, nothing is kept. */
  async keep() {
    if (!(await programHere(SITE))) return forgetTaken(KEPT_DATABASE);
    if (!this.isFull && this.called.is_as_kept()) return true;
    const [text, database] = this.fetched(this.called.keep());
    const name = crypto.randomUUID();
    const isKept = await keepDatabase(this.last, name, { text, database });
    if (isKept) this.last = name;
    return isKept;
  }
}

/* Compiles the archives that are not yet, and keeps them instead of those that were fetched. Python itself unpacks only what it
   imports, so what is in the others is compressed. */
async function compile({ version, settings }) {
  const python = await startPython();
  const { compiled, with_templates: withTemplates } = python.pyimport("phone.compiled");
  const boot = python.pyimport("phone.boot");
  for await (const name of ARCHIVES) {
    if (await isCompiled(SITE, version, name)) continue;
    let archive = python.toPy(await bytesOf(name));
    if (name === "application.zip") archive = withTemplates(archive, boot.start(asText(settings)).phone.app);
    const done = compiled(archive, UNPACKED.includes(name), tellSteps);
    await keepCompiled(SITE, version, name, done.toJs());
    done.destroy();
  }
}

/* Keeps the memory of Python as it is once the app has started and shown its pages. */
async function rehearse({ version, settings }) {
  const python = await startPython({ _makeSnapshot: true });
  python.pyimport("phone.rehearsal").rehearse(asText(settings), tellSteps);
  await keepMemory(SITE, version, memoryOf(python));
}

let started = null;
let last = Promise.resolve();

/* One after the other: each goes on from what the one before has kept. */
function inTurn(act) {
  const done = last.then(() => started).then(act);
  last = done.catch(ignore);
  return done;
}

const ACTS = {
  compile,
  rehearse,
  start: () => (started ??= ownProgram().then(({ settings }) => Phone.started(settings))).then(ignore),
  answer: (asked) => inTurn((phone) => phone.answer(asked)),
  take: () => inTurn((phone) => phone.take()),
};

addEventListener("message", async ({ data: { id, act, asked } }) => {
  try {
    postMessage({ id, result: await ACTS[act](asked) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
