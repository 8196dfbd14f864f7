/* Updates a page to a newer version. Equal elements are not touched, and open ones stay open.
   Elements with data-own are never changed, and stay. */

const KEYS = {
  tr: (row) => row.querySelector("a")?.getAttribute("href") ?? row.cells[0]?.textContent,
  details: (fold) => fold.firstElementChild.firstChild.textContent,
};

/* The key of a child among its siblings; "" if only its position identifies it. */
const keyOf = (node) => node.id || KEYS[node.localName]?.(node) || "";

const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;

/* The child from *place* on that corresponds to *fresh*. */
function partnerOf(fresh, place) {
  if (!isElement(fresh)) return place?.nodeType === fresh.nodeType ? place : null;
  const key = keyOf(fresh);
  const later = [];
  for (let node = place; node; node = node.nextSibling) if (node.localName === fresh.localName) later.push(node);
  if (key) return later.find((node) => keyOf(node) === key);
  const next = isElement(place ?? fresh) ? place : place.nextSibling;
  return later.find((node) => node.isEqualNode(fresh)) ?? later.find((node) => node === next && !keyOf(node));
}

function morphAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (name !== "open" && old.getAttribute(name) !== value) old.setAttribute(name, value);
}

function morphChildren(old, fresh) {
  let place = old.firstChild;
  const dropUntil = (end) => {
    while (place !== end) {
      const { nextSibling } = place;
      if (place.dataset?.own === undefined) place.remove();
      place = nextSibling;
    }
  };
  for (const node of [...fresh.childNodes]) {
    const partner = partnerOf(node, place);
    if (!partner) {
      old.insertBefore(node, place);
      continue;
    }
    dropUntil(partner);
    morph(partner, node);
    place = partner.nextSibling;
  }
  dropUntil(null);
}

export function morph(old, fresh) {
  if (old.isEqualNode(fresh) || old.dataset?.own !== undefined) return;
  if (!isElement(old)) {
    old.data = fresh.data;
    return;
  }
  morphAttributes(old, fresh);
  morphChildren(old, fresh);
}

/* Makes a change without moving the text that is being read, unless the page is at its top. */
export function holding(root, change) {
  const lines = [...root.querySelectorAll("tbody tr, details")];
  const topOf = (line) => line.getBoundingClientRect().top;
  const read = lines.length && topOf(lines[0]) < 0 ? lines.filter((line) => topOf(line) >= 0) : [];
  const places = new Map(read.map((line) => [line, topOf(line)]));
  change();
  const held = read.find((line) => line.isConnected);
  if (held) scrollBy({ top: topOf(held) - places.get(held), behavior: "instant" });
}
