/* Puts what differs in a fresh page in its place. What is equal is not touched, what is open stays open.
   An element with data-own is this phone's own. */

const KEYS = {
  tr: (row) => row.querySelector("a")?.getAttribute("href") ?? row.cells[0]?.textContent,
  details: (fold) => fold.firstElementChild.firstChild.textContent,
};

/* What a child is known by among its siblings; blank where only its place tells. */
const keyOf = (node) => node.id || KEYS[node.localName]?.(node) || "";

const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;

/* The child, from *place* on, that becomes *fresh*. */
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
      place.remove();
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

/* Makes a change above what is being read, and holds that where it is. At the top of the page nothing is held. */
export function holding(root, change) {
  const lines = [...root.querySelectorAll("tbody tr, details")];
  const topOf = (line) => line.getBoundingClientRect().top;
  const read = lines.length && topOf(lines[0]) < 0 ? lines.filter((line) => topOf(line) >= 0) : [];
  const places = new Map(read.map((line) => [line, topOf(line)]));
  change();
  const held = read.find((line) => line.isConnected);
  if (held) scrollBy({ top: topOf(held) - places.get(held), behavior: "instant" });
}
