/* Whether nothing may move on this page: by the settings (views/web/display.py) or the device, or as it forces its colours. */
const LOOKS = "(prefers-reduced-motion: reduce), (forced-colors: active)";
export const isStill = "still" in document.documentElement.dataset || matchMedia(LOOKS).matches;
