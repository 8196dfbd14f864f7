/* Tells every page that is open what has happened, for the service worker. */
export async function tellPages(message) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage(message, []);
}
