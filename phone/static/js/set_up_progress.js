/* Sets the program up while the page shows how far that is: phone/templates/phone/fetching.html. */
import { setUpProgram } from "./compile_program.js";

/* Shows the parts of *place* that belong to *state*, and hides those of others. */
export function showState(place, state) {
  for (const part of place.querySelectorAll("[data-when]")) part.hidden = !part.dataset.when.split(" ").includes(state);
}

export function onAct(place, name, act) {
  for (const button of place.querySelectorAll(`[data-act="${name}"]`)) button.addEventListener("click", act);
}

/* Fetches and prepares it. *signal* ends that. */
export function setUpShown(place, root, signal) {
  const [fetched, prepared] = place.querySelectorAll("progress");
  const onBytes = (bytes) => { fetched.value += bytes; };
  const onPreparing = (max) => {
    showState(place, "compiling");
    Object.assign(prepared, { max, value: 0 });
  };
  fetched.value = 0;
  navigator.storage?.persist?.(); /* Firefox asks its user, who may never answer. */
  return setUpProgram(root, { signal, onBytes, onPreparing, onProgress: (steps) => { prepared.value += steps; } });
}
