/* A short vibration as a hand is saved, where the phone has one. The sheet that follows may not: nobody has touched it yet. */
import { isStill } from "./still.js";

if (!isStill) document.addEventListener("submit", ({ submitter }) => submitter?.id === "save" && navigator.vibrate?.(30));
