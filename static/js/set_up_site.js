/* The first page of a site without a server: sets this phone up once, then opens the app. */
import { setUpProgram } from "./compile_program.js";
import { programHere } from "./programs.js";
import startOn from "./start_on.js";

const place = new URL("./", location.href).href;

class SetUp {
  constructor(main) {
    this.main = main;
    this.bars = [...main.querySelectorAll("progress")];
  }

  say(state) {
    for (const part of this.main.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== state;
  }

  async start() {
    this.main.querySelector("[data-act=set-up]").addEventListener("click", () => this.setUp());
    for (const button of this.main.querySelectorAll("[data-act=cancel]")) button.addEventListener("click", () => location.reload());
    if (!navigator.serviceWorker || !window.DecompressionStream) return this.say("unable");
    await navigator.serviceWorker.register(`${place}sw.js`, { updateViaCache: "none" });
    await navigator.serviceWorker.ready;
    if (await programHere(place)) return this.open();
    return this.say("offered");
  }

  open() {
    location.replace(`${place}phone/#`);
  }

  fetchAndPrepare() {
    const [fetched, prepared] = this.bars;
    const onBytes = (bytes) => { fetched.value += bytes; };
    const onPreparing = (steps) => {
      this.say("compiling");
      prepared.max = steps;
    };
    return setUpProgram(place, { onBytes, onPreparing, onProgress: (steps) => { prepared.value += steps; } });
  }

  async setUp() {
    this.say("fetching");
    try {
      navigator.storage?.persist?.(); /* Firefox asks its user, who may never answer. */
      await this.fetchAndPrepare();
      this.open();
    } catch {
      this.say("failed");
    }
  }
}

startOn("set_up_site", (main) => new SetUp(main).start());
