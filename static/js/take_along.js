/* Takes a match along: fetches the program with its progress, compiles it, and keeps a copy of the match. */
import { setUpProgram } from "./compile_program.js";
import { forgetMatch, isMatch, removeProgram, takenAt, takenKeys, takeMatch } from "./phone_store.js";
import { programHere } from "./programs.js";
import startOn from "./start_on.js";

const home = new URL("../../", import.meta.url).href;

class TakeAlong {
  constructor(place) {
    this.place = place;
    this.key = place.dataset.match;
    this.bars = place.querySelectorAll("progress"); /* None where the server has nothing to take along. */
    this.abort = null;
  }

  start() {
    const acts = { take: () => this.take(), cancel: () => this.abort?.abort(), remove: () => this.remove() };
    for (const [name, act] of Object.entries(acts)) {
      for (const button of this.place.querySelectorAll(`[data-act="${name}"]`)) button.addEventListener("click", act);
    }
    this.show();
  }

  /* Which part of the page holds: it can't be done here, it can, it is being done, it is done. */
  say(state) {
    for (const part of this.place.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== state;
  }

  /* What is on this phone can be removed, even if this server has nothing to take along any more. */
  async removable() {
    const isHere = await programHere(home);
    const keys = await takenKeys().catch(() => []);
    if (keys.includes(this.key)) return this.taken();
    return isHere && !keys.some(isMatch) ? "program" : "offered";
  }

  async show() {
    if (!this.bars.length) return this.say(await this.removable());
    if (!navigator.serviceWorker || !window.DecompressionStream) return this.say("unable");
    const isHere = await programHere(home);
    const keys = await takenKeys().catch(() => []);
    return this.say(isHere && keys.includes(this.key) ? await this.taken() : "offered");
  }

  /* A match that only this phone knows can't be removed before it was sent. */
  async taken() {
    return (await takenAt(this.key)).isLocal ? "local" : "taken";
  }

  async take() {
    this.abort = new AbortController();
    this.say("fetching");
    this.bars[0].value = 0;
    try {
      await navigator.serviceWorker.ready;
      navigator.storage?.persist?.(); /* Firefox asks its user, who may never answer. */
      await this.setUp(this.abort.signal);
      await takeMatch(home, this.key);
      await this.show();
    } catch {
      this.say(this.abort.signal.aborted ? "offered" : "failed");
    }
  }

  setUp(signal) {
    const [fetched, prepared] = this.bars;
    const onBytes = (bytes) => { fetched.value += bytes; };
    const onPreparing = (max) => {
      this.say("compiling");
      Object.assign(prepared, { max, value: 0 });
    };
    return setUpProgram(home, { signal, onBytes, onPreparing, onProgress: (steps) => { prepared.value += steps; } });
  }

  async remove() {
    await forgetMatch(this.key);
    const others = (await takenKeys()).filter(isMatch);
    if (!others.length) await removeProgram();
    navigator.serviceWorker.controller?.postMessage({ type: "removed" }, []); /* For Python, if a tab runs it. */
    await this.show();
  }
}

startOn("take_along", (place) => new TakeAlong(place).start());
