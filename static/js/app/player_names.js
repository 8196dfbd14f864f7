/* The form of a new match: a tap fills in the names of a group, the first dealer is chosen by the names as typed,
   Enter goes to the next name, and the way to find the first dealer follows the rules. */
import startOn from "./start_on.js";

function playerNames(form) {
  const fields = [...form.querySelectorAll('input[type="text"][name^="name_"]')];
  const options = [...form.querySelectorAll('[name="first_dealer"]')];

  for (const chip of form.querySelectorAll("[data-names]")) {
    const names = JSON.parse(chip.dataset.names);
    chip.addEventListener("click", (event) => {
      if (names.length !== fields.length) return;
      event.preventDefault();
      fields.forEach((field, place) => {
        field.value = names[place];
        field.dispatchEvent(new Event("input"));
      });
    });
  }
  for (const rules of form.querySelectorAll("[data-first-dealer]")) {
    const hint = () => (form.querySelector("#first_dealer-hint").textContent = rules.dataset.firstDealer);
    rules.addEventListener("change", hint);
    if (rules.checked && !rules.defaultChecked) hint();
  }
  fields.forEach((field, place) => {
    const next = fields[place + 1];
    if (!next) return;
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      next.focus();
    });
  });
  options.forEach((option, side) => {
    const face = option.parentElement.querySelector(".segment__face");
    const theirs = fields.filter((_, place) => place % options.length === side);
    const called = (field) => field.value.trim() || field.dataset.called;
    const say = () => {
      face.textContent = theirs.map(called).join(" & ");
    };
    for (const field of theirs) field.addEventListener("input", say);
    say();
  });
}

startOn("player_names", playerNames);
