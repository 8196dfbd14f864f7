/* A short vibration as a hand is saved, where the phone has one. The sheet that follows may not vibrate: nobody has touched
   it yet. */
import { isStill } from "./still.js";

const SHORT = 30; /* Milliseconds. */

if (!isStill) document.addEventListener("submit", ({ submitter }) => submitter?.id === "save" && navigator.vibrate?.(SHORT));
