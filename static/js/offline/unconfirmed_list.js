/* Forms that are sent only once their player says that they are theirs, as /unsent lists them: by what they would do. What
   such a form says of itself may be a lie. */
import { copyOf } from "./offline_words.js";
import { unconfirmedForms } from "./unconfirmed_forms.js";

const KINDS = {
  "form-match": /matches\/new$/,
  "form-hand": /\/hands\/new$/,
  "form-line": /\/lines\/new$/,
  "form-undo": /\/undo$/,
  "form-redo": /\/redo$/,
  "form-upcard": /\/upcard$/,
  "form-correct": /\/(?:correct|check)$/,
  "form-remove": /\/remove$/,
  "form-restore": /\/restore$/,
};
const MEANS_NOTHING = new Set(["entry", "version", "by", "save", "position", "layoff_choice"]);
const LONGEST_VALUE = 60;

async function kindOf({ url }) {
  const [path] = url.split("?");
  const [name] = Object.entries(KINDS).find(([, pattern]) => pattern.test(path)) ?? [];
  return (name && (await copyOf(name))?.textContent) || path;
}

const told = ({ fields }) =>
  fields.filter(([name, value]) => value && !MEANS_NOTHING.has(name)).map(([name, value]) => `${name}: ${value.slice(0, LONGEST_VALUE)}`);

const inWords = async (item) => ({ ...item, said: [await kindOf(item), ...told(item)], state: "unconfirmed" });

export const unconfirmedInWords = async () => Promise.all((await unconfirmedForms().catch(() => [])).map((item) => inWords(item)));
