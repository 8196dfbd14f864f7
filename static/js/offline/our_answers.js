/* Which answers are of our own server: all of them have this header. A proxy without its configuration, or the login page
   of a hotel, answers with any status, but without it. */
const ACCESS = "X-Access";

export const isOurs = (reply) => reply.headers.has(ACCESS);

/* Whether this phone can score there. */
export const canScore = (reply) => reply.headers.get(ACCESS) === "score";

/* Whether the match or the book at this address is gone: it was deleted, or its link was renewed. */
export const isGone = (reply) => reply.headers.get(ACCESS) === "gone";
