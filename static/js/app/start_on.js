/* Starts a module on each element that names it: data-module="hand_preview single_submit". Pages also work without them. */
export default function startOn(name, start) {
  for (const element of document.querySelectorAll(`[data-module~="${name}"]`)) start(element);
}
