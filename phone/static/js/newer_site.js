/* A newer program of a site without a server. The service worker of each release has fetched all of its program before it
   is there, and then waits until no page of the one before is open, or until a page that starts lets it take over. */
import { finishProgram } from "./compile_program.js";
import { ignore } from "./programs.js";

const TAKEN_OVER_WITHIN = 5_000;
const { serviceWorker } = navigator;

/* The answer of the service worker to a message. */
const askWorker = (worker, message) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", ({ data }) => resolve(data));
    port1.start();
    worker.postMessage(message, [port2]);
  });

const longEnough = () => new Promise((resolve) => setTimeout(resolve, TAKEN_OVER_WITHIN));

/* Lets it take over, if it waits and no other tab is open. This page is then of the one before: see onTakenOver. */
export async function letTakeOver() {
  const waiting = (await serviceWorker.getRegistration())?.waiting;
  if (waiting && (await Promise.race([askWorker(waiting, { type: "takeOver" }), longEnough()]))) await longEnough();
}

export const onTakenOver = (act) => serviceWorker.addEventListener("controllerchange", act);

/* Asks the host for a newer one, which waits until the next start. Without a network, what is here stays. */
export const lookForNewer = () => serviceWorker.getRegistration().then((here) => here?.update()).catch(ignore);

/* Prepares the program that took over; only one tab does. */
export const finishHere = (root) =>
  navigator.locks?.request("deadwood-program", { ifAvailable: true }, (lock) => lock && finishProgram(root)).catch(ignore);
