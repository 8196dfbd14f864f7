/* The fields of *form*, as [name, value], that were typed in or chosen since the page came: before a script ran, or restored
   by the browser. */
export function touchedIn(form) {
  const untouched = form.cloneNode(true);
  untouched.reset();
  const came = new FormData(untouched);
  return [...new FormData(form)].filter(([name, value]) => value !== came.get(name));
}
