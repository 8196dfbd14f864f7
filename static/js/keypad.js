/* The keypad: digits for the two counts, without the phone's own keyboard over half the page. */

export default function keypad(pad) {
  const form = pad.closest("form");
  const fields = form.elements;
  const counts = [fields.deadwood_0, fields.deadwood_1];
  let now = counts[0];
  let fresh = true;

  const knocker = () => counts[fields.knocker.value];
  const other = (count) => counts.find((each) => each !== count);
  const isGin = () => fields.outcome.value.endsWith("gin");

  /* Whether another digit could still make a count to knock with. */
  const takesMore = (text) => text !== "0" && Number(text) * 10 <= Number(form.dataset.limit);

  function turnTo(count) {
    now = count;
    fresh = true;
    for (const each of counts) each.parentElement.classList.toggle("is-open", each === now);
    if (document.activeElement === other(now)) now.focus();
  }

  /* The knocker's count is asked first, where it is asked at all. */
  function turnToFirst() {
    const first = knocker() ?? counts[0];
    turnTo(first.readOnly ? other(first) : first);
  }

  function write(text) {
    now.value = text;
    fresh = false;
    now.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /* On to the defender's count where no further digit can follow. */
  function add(digit) {
    if (now.readOnly) next();
    const text = fresh || now.value === "0" ? digit : (now.value + digit).slice(0, 3);
    write(text);
    if (now === knocker() && !takesMore(text)) next();
  }

  function takeBack() {
    write(now.value.slice(0, -1));
  }

  /* The defender's count comes last: nothing leads on from there, and never back. */
  function next() {
    const last = other(knocker() ?? counts[0]);
    if (now !== last) turnTo(last);
  }

  /* Whoever goes gin has nothing left. */
  function fix() {
    for (const count of counts) {
      const nothing = count === knocker() && isGin();
      if (nothing) count.value = "0";
      else if (count.readOnly) count.value = "";
      count.readOnly = nothing;
    }
    if (now.readOnly) turnTo(other(now));
  }

  for (const count of counts) {
    count.inputMode = "none";
    count.addEventListener("focus", () => turnTo(count));
    count.addEventListener("keydown", () => (fresh = false));
  }
  pad.addEventListener("mousedown", (event) => event.preventDefault()); /* The count keeps the focus. */
  pad.addEventListener("click", (event) => {
    const key = event.target.closest("button")?.dataset;
    if (!key) return;
    if (key.digit) add(key.digit);
    else if ("back" in key) takeBack();
    else next();
  });
  document.addEventListener("keydown", (event) => {
    if (pad.hidden || event.target.type === "text" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(event.key)) add(event.key);
    if (event.key === "Backspace") takeBack();
  });
  form.addEventListener("change", (event) => {
    fix();
    if (event.target.type === "radio") turnToFirst();
  });
  form.addEventListener("looked", fix);

  pad.hidden = false;
  fix();
  turnToFirst();
}
