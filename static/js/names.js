/* The choice of who deals says the names as they are typed. */
export default function names(form) {
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
