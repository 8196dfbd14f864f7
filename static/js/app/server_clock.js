/* The server's clock, as all times on pages: each page says how many minutes it is ahead of UTC. */
export const onServersClock = (time) => new Date(time + 60_000 * (document.documentElement.dataset.clock ?? 0));

export const clockTime = (time, style) =>
  onServersClock(time).toLocaleString(document.documentElement.lang, { timeStyle: "short", timeZone: "UTC", ...style });
