/* Whether nothing may move on this page: by the settings (views/web/display.py) or the device. Forced colours show through. */
const ASKED = "(prefers-reduced-motion: reduce), (forced-colors: active)";

export const isStill = "still" in document.documentElement.dataset || matchMedia(ASKED).matches;
