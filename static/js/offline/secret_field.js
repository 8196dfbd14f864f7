/* The field with the secret of this phone, which only forms of our own pages have as they are submitted. */
export const SECRET_FIELD = "phone_secret";

/* A page that this phone answers by itself, with the script that adds the secret: it may be of an earlier release, whose
   own scripts don't. Only for the service worker. */
export const withSecretScript = (page) =>
  page.replace("</head>", `<script type="module" src="${self.registration.scope}static/${self.RELEASE}/secret.js"></script></head>`);
