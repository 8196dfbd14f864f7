/* What the Python of this phone does for the service worker of the app. */
import { guest } from "../../../static/js/offline/guest.js";
import { ROOT } from "../../../static/js/offline/keep_pages.js";
import { tellPages } from "../../../static/js/offline/tell_pages.js";
import { forgetChosen, sendChosen } from "./chosen_settings.js";
import { atItsAddress, isOfThisPhone, moveMatch, toItsAddress } from "./moved_matches.js";
import { answeredHere, fetchedInFrame, isAheadOfCopy, isFramed, passedInFrame } from "./phone_answers.js";
import { copiedKeys, forgetMatch, hasChosen } from "./phone_store.js";
import { takenAt } from "../../../static/js/offline/taken_store.js";
import { programHere } from "./programs.js";
import { inFrame, programFile, relay } from "./relay.js";

const ownPage = (request, stored) => relay({ root: ROOT, request, body: null, stored }).catch(() => null);

const fileAt = (url, request) =>
  url.startsWith(`${ROOT}phone/`) ? programFile(ROOT, url).then((file) => file ?? fetch(request)) : null;

async function renewed(queue, address) {
  if (await takenAt(queue)) await moveMatch(ROOT, queue, address);
}

Object.assign(guest, {
  isFramed,
  isOnlyHere: (url) => isOfThisPhone(ROOT, url),
  redirect: (url) => toItsAddress(ROOT, url),
  fileAt,
  answer: ownPage,
  fetched: (event) => fetchedInFrame(ROOT, event),
  inFrame: (request, reply) => (isFramed(request) ? inFrame(reply) : reply),
  atItsAddress,
  isAhead: isAheadOfCopy,
  hasWritten: async (request, item) => isFramed(request) || Boolean(await takenAt(item.queue)),
  answerKept: (request, place) => (isFramed(request) ? answeredHere(ROOT, request, place) : null),
  passed: (request, form) => (isFramed(request) ? passedInFrame(ROOT, request, form) : null),
  queues: copiedKeys,
  forget: forgetMatch,
  renewed,
  started: (queue, address) => moveMatch(ROOT, queue, address),
  hasMore: hasChosen,
  sendMore: () => sendChosen(ROOT),
  settingsSaved: forgetChosen,
  release: async () => (await programHere(ROOT))?.settings.ASSETS,
});

/* A match was removed from this phone: Python is told, if a tab runs it. */
addEventListener("message", (event) => event.data?.type === "removed" && event.waitUntil(tellPages({ type: "forgetQueue" })));
