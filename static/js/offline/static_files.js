/* Which answers are static files, and how they are stored. */
export const isHtml = (headers) => /^text\/html\b/.test(headers.get("Content-Type") ?? "");

/* None of our files is a page. Hosts of a site without a server don't send our header. */
export const isFile = (reply) => reply.ok && !isHtml(reply.headers);

/* Stores these files, or none. */
export async function keepFiles(files, urls) {
  const replies = await Promise.all(urls.map((url) => fetch(url)));
  if (!replies.every((reply) => isFile(reply))) throw new Error("These are not all of our files.");
  await Promise.all(replies.map((reply, index) => files.put(urls[index], reply)));
}
