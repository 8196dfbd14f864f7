/* Nothing private stays when a seat has ended or a match was deleted. For the service worker. */
import { guest } from "./guest.js";
import { ROOT } from "./keep_pages.js";
import { isOurs } from "./our_answers.js";
import { forgetWritten, notedAt, noteNow } from "./outbox_store.js";
import { forgetPages, storedQueues } from "./stored_pages.js";
import { tellPages } from "./tell_pages.js";

export async function forgetQueue(queue) {
  await forgetPages(queue, ROOT);
  await forgetWritten(queue);
  await guest.forget(queue);
  await tellPages({ type: "forgetQueue" });
}

/* The link of a match was renewed, and this phone may know the new one. */
async function follow(queue, moved) {
  await forgetPages(queue, ROOT);
  await guest.renewed(queue, moved);
  await tellPages({ type: "sent", queue });
}

const CHECKED = "access-checked";

export async function checkAccess(pause) {
  if (Date.now() - (await notedAt(CHECKED)) < pause) return;
  const before = await storedQueues(ROOT);
  for (const key of await guest.queues()) before.set(key, true);
  if (!before.size) return;
  const body = JSON.stringify({ paths: [...before.keys()] });
  const headers = { "Content-Type": "application/json" };
  const reply = await fetch(`${ROOT}outbox/access`, { method: "POST", body, headers });
  if (!reply.ok || !isOurs(reply)) return;
  await noteNow(CHECKED);
  const now = await reply.json();
  const lost = [...before].filter(([queue, scored]) => !now[queue] || (scored && now[queue] !== "score"));
  for await (const [queue] of lost) await (now[queue]?.startsWith("m/") ? follow(queue, now[queue]) : forgetQueue(queue));
}
