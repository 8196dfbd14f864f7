/* Whether nothing may move on this page: it is switched off on the device, or in the settings (views/web/display.py). */
export const isStill = "still" in document.documentElement.dataset || matchMedia("(prefers-reduced-motion: reduce)").matches;
