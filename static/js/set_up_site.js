/* The first page of a site without a server: sets this phone up once, then opens the app. */
import { compileProgram, isCompiled, STEPS } from "./compile_program.js";
import { fetchProgram, programHere, settleProgram } from "./phone_store.js";
import startOn from "./start_on.js";

const place = new URL("./", location.href).href;

class SetUp {
  constructor(main) {
    this.main = main;
    this.bars = [...main.querySelectorAll("progress")];
    this.isCancelled = false;
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

  async setUp() {
    this.say("fetching");
    try {
      navigator.storage?.persist?.(); /* Firefox asks its user, who may never answer. */
      const build = await fetchProgram(place, (bytes) => { this.bars[0].value += bytes; });
      await settleProgram(place, build);
      this.say("compiling");
      this.bars[1].max = STEPS;
      if (!(await isCompiled(place))) await compileProgram(place, build, { onProgress: (steps) => { this.bars[1].value += steps; } });
      this.open();
    } catch {
      this.say("failed");
    }
  }
}

startOn("set_up_site", (main) => new SetUp(main).start());
