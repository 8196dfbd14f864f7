/* A long press offers the set of a card: all free cards of its rank, or all but one. */
export default class SetOffer {
  /* *canTake(card)*, *take(cards)*, and *draw(card)*, which renders a card in the offer. */
  constructor(grid, keys, { canTake, take, draw }) {
    Object.assign(this, { grid, keys, canTake, take, draw });
    this.element = null;
  }

  get isOpen() {
    return Boolean(this.element);
  }

  close() {
    this.element?.remove();
    this.element = null;
  }

  /* Returns whether there is a set to offer. */
  open(key) {
    if (this.isOpen) return true;
    const free = this.keys.filter(({ dataset }) => dataset.card[0] === key.dataset.card[0] && this.canTake(dataset.card));
    if (free.length < 3 || !free.includes(key)) return false;
    const without = free.length > 3 ? free.filter((each) => each !== key) : [];
    const sets = [free, ...without.map((out) => free.filter((each) => each !== out))];
    this.element = document.createElement("div");
    this.element.className = "offer";
    this.element.append(...sets.map((set) => this.button(set)));
    this.element.addEventListener("keydown", (event) => this.leave(event, key));
    this.place(key);
    this.element.firstChild.focus();
    return true;
  }

  place(key) {
    this.grid.append(this.element);
    this.element.style.setProperty("--at", `${key.offsetTop}px`);
    this.element.classList.toggle("offer--below", key.offsetTop < this.element.offsetHeight);
  }

  leave(event, key) {
    if (event.key !== "Escape") return;
    this.close();
    key.focus();
  }

  button(set) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.setAttribute("aria-label", set.map((key) => key.getAttribute("aria-label")).join(", "));
    button.append(...set.map((key) => this.draw(key.dataset.card)));
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      this.close();
      set[0].focus();
      this.take(set.map((key) => key.dataset.card));
    });
    return button;
  }
}
