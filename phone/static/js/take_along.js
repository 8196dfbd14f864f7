/* Takes a match along: fetches the program with its progress, compiles it, and keeps a copy of the match. */
import { forgetMatch, isMatch, removeProgram, takeMatch, wantNoMore } from "./phone_store.js";
import { takenAt, takenKeys } from "../../../static/js/offline/taken_store.js";
import { programHere } from "./programs.js";
import { onAct, setUpShown, showState } from "./set_up_progress.js";
import startOn from "../../../static/js/app/start_on.js";

const home = new URL("../../", import.meta.url).href;

class TakeAlong {
  constructor(place) {
    this.place = place;
    this.key = place.dataset.match;
    this.isOffered = Boolean(place.querySelector("progress")); /* Not where the server has nothing to take along. */
    this.abort = null;
  }

  start() {
    onAct(this.place, "take", () => this.take());
    onAct(this.place, "cancel", () => this.abort?.abort());
    onAct(this.place, "remove", () => this.remove());
    this.show();
  }

  /* Which part of the page holds: it can't be done here, it can, it is being done, it is done. */
  say(state) {
    showState(this.place, state);
  }

  /* What is on this phone can be removed, even if this server has nothing to take along any more. */
  async removable() {
    const isHere = await programHere(home);
    const keys = await takenKeys().catch(() => []);
    if (keys.includes(this.key)) return this.taken();
    return isHere && !keys.some(isMatch) ? "program" : "offered";
  }

  async show() {
    if (!this.isOffered) return this.say(await this.removable());
    if (!navigator.serviceWorker || !window.CompressionStream) return this.say("unable");
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
    try {
      await navigator.serviceWorker.ready;
      await setUpShown(this.place, home, this.abort.signal);
      await takeMatch(home, this.key);
      await this.show();
    } catch {
      this.say(this.abort.signal.aborted ? "offered" : "failed");
    }
  }

  async remove() {
    wantNoMore();
    await forgetMatch(this.key);
    const others = (await takenKeys()).filter(isMatch);
    if (!others.length) await removeProgram();
    navigator.serviceWorker.controller?.postMessage({ type: "removed" }, []); /* For Python, if a tab runs it. */
    await this.show();
  }
}

startOn("take_along", (place) => new TakeAlong(place).start());
