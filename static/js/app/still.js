/* Whether nothing may move on this page: by the settings (views/web/display.py) or the device. */
export const isStill = "still" in document.documentElement.dataset || matchMedia("(prefers-reduced-motion: reduce)").matches;
