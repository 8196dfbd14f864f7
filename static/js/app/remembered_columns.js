/* What the columns of a table were said to be when one with the same headings was imported last.
   Kept: what columns are, by a digest of the headings; no names, no points, no answers to questions. */
import { remember, remembered } from "./phone_memory.js";
import startOn from "./start_on.js";

const NAME = "columns-of-tables";
const MOST_TABLES = 10;

/* Pairs of a digest and the columns, the latest first. */
function known() {
  try {
    return JSON.parse(remembered(NAME)) ?? [];
  } catch {
    return [];
  }
}

function rememberedColumns(form) {
  const { headings } = form.dataset;
  const columns = [...form.querySelectorAll('select[name^="column_"]')];
  if (!headings || !columns.length) return;

  const said = () => columns.map((column) => column.value).join(" ");
  const last = known().find(([digest]) => digest === headings)?.[1];
  if (last && last !== said() && "first" in form.dataset) {
    const values = last.split(" ");
    for (const [index, column] of columns.entries()) column.value = values[index] ?? column.value;
    if (last === said()) return form.requestSubmit();
  }
  form.querySelector("[data-as-last-time]").hidden = last !== said();

  form.addEventListener("submit", (event) => {
    if (event.submitter?.name !== "import") return;
    const others = known().filter(([digest]) => digest !== headings);
    remember(NAME, JSON.stringify([[headings, said()], ...others].slice(0, MOST_TABLES)));
  });
}

startOn("remembered_columns", rememberedColumns);
