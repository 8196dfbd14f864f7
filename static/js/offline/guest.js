/* What the service worker and the pages ask of a guest, and what they do where there is none. The guest is the Python of a
   phone, which answers by itself: its scripts put their own answers here (docs/offline.md). */
export const guest = {
  /* What is asked of this phone. */
  isFramed: () => false, /* Whether a request is of a page that the guest shows in its frame. */
  isOnlyHere: async (_url) => false, /* Whether the server doesn't know the match at this address. */
  redirect: async (_url) => null, /* To the address that a match has by now. */
  fileAt: (_url, _request) => null, /* A file or a page that only the guest has. */
  answer: async (_request, _stored) => null, /* Its own page; *stored* gives what can be shown while it starts. */
  fetched: async (_event) => null, /* What it answers to a page in its frame. */
  inFrame: (_request, reply) => reply, /* The page, as its frame may show it. */

  /* Forms. */
  atItsAddress: async (item) => item, /* A form, for the address that its match has by now. */
  isAhead: async (_request, _item) => false, /* Whether the form is for a sheet that only the guest has. */
  hasWritten: async (_request, _item) => false, /* Whether the guest may have written what the form undoes. */
  answerKept: async (_request, _place) => null, /* Its answer to a form that waits for the server. */
  passed: async (_request, _form) => null, /* Its answer to a form that doesn't wait. */

  /* What it keeps beside the outbox. */
  queues: async () => [], /* The matches whose access is checked too. */
  forget: async (_queue) => {}, /* A match that this phone may no longer see. */
  renewed: async (_queue, _address) => {}, /* A match whose link was renewed. */
  started: async (_queue, _address) => {}, /* A match of this phone alone, which the server has started by now. */
  hasMore: async () => false, /* Whether something beside forms waits for the server. */
  sendMore: async () => false, /* Sends that; whether the server has heard of something. */
  settingsSaved: async () => {}, /* The server has just been told by a page. */
  release: async () => "", /* The release whose static files it needs. */
};
