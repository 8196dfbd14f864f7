/* A line that opens a choice: it says what is chosen there, and the button at the end of the choice closes it again. */
import startOn from "./start_on.js";

function opens(fold) {
  const line = fold.querySelector("summary");
  const said = line.querySelector("[data-chosen]");

  const say = () => {
    const rules = fold.querySelector('[name="house"]:checked').dataset;
    const inColumns = fold.querySelector('[name="columns"]:checked')?.value;
    said.textContent = inColumns ? rules.inColumns : rules.caption;
  };
  fold.addEventListener("change", say);
  if ([...fold.querySelectorAll(":checked")].some(({ defaultChecked }) => !defaultChecked)) say();
  fold.querySelector("[data-done]").addEventListener("click", (event) => {
    event.preventDefault();
    fold.open = false;
    line.focus();
  });
}

startOn("opens", opens);
