/* Takes a match along: fetches the program with its progress, compiles it, and keeps a copy of the match. */
import { compileProgram, isCompiled, STEPS } from "./compile_program.js";
import { fetchProgram, forgetMatch, isMatch, programHere, removeProgram, settleProgram, takenKeys, takeMatch } from "./phone_store.js";
import startOn from "./start_on.js";

const home = new URL("../../", import.meta.url).href;

class TakeAlong {
  constructor(place) {
    this.place = place;
    this.key = place.dataset.match;
    this.bar = place.querySelector("progress");
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

  async show() {
    if (!navigator.serviceWorker || !window.DecompressionStream) return this.say("unable");
    const isHere = await programHere(home);
    const keys = await takenKeys().catch(() => []);
    return this.say(isHere && keys.includes(this.key) ? "taken" : "offered");
  }

  async take() {
    this.abort = new AbortController();
    this.say("fetching");
    this.bar.value = 0;
    try {
      await navigator.serviceWorker.ready;
      navigator.storage?.persist?.(); /* Firefox asks its user, who may never answer. */
      await this.fetch(this.abort.signal);
      await takeMatch(home, this.key);
      await this.show();
    } catch {
      this.say(this.abort.signal.aborted ? "offered" : "failed");
    }
  }

  async fetch(signal) {
    const build = await fetchProgram(home, (bytes) => { this.bar.value += bytes; }, signal);
    await settleProgram(home, build);
    if (await isCompiled(home)) return;
    this.say("compiling");
    const bar = this.place.querySelector("[data-when='compiling'] progress");
    Object.assign(bar, { max: STEPS, value: 0 });
    await compileProgram(home, build, { signal, onProgress: (steps) => { bar.value += steps; } });
  }

  async remove() {
    await forgetMatch(this.key);
    const others = (await takenKeys()).filter(isMatch);
    if (!others.length) await removeProgram();
    await this.show();
  }
}

startOn("take_along", (place) => new TakeAlong(place).start());
