/* The fields of *form*, as [name, value], that were typed in or chosen since the page came: before a script ran, or restored
   by the browser. */
export function touchedIn(form) {
  const copy = form.cloneNode(true);
  copy.reset();
  const came = new FormData(copy);
  return [...new FormData(form)].filter(([name, value]) => value !== came.get(name));
}
