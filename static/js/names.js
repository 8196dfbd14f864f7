/* The choice of who deals says the names as they are typed; after the first name comes the second. */
export default function names(form) {
  const { name_0: first, name_1: second } = form.elements;

  first.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    second.focus();
  });
  for (const option of form.querySelectorAll('[name="first_dealer"]')) {
    const typed = form.elements[`name_${option.value}`];
    const face = option.parentElement.querySelector(".segment__face");
    const unnamed = form.querySelector(`label[for="${typed.id}"]`).textContent;
    const say = () => {
      face.textContent = typed.value.trim() || unnamed;
    };
    typed.addEventListener("input", say);
    say();
  }
}
