// The buttons of the grounds say what they do with the grade that is chosen: keep the majority's, or overrule it.

export function nameGrounds() {
  const form = document.getElementById("decision");
  const grade = form?.querySelector("[name=grade]:checked")?.value;
  const majority = form?.dataset.majority;
  for (const label of form?.querySelectorAll("[data-choice]") ?? []) {
    const verb = !majority ? "Decide" : grade === majority ? "Keep" : "Overrule to";
    label.textContent = grade ? `${verb} “${grade}”: ${label.dataset.choice}` : `${verb.split(" ")[0]}: ${label.dataset.choice}`;
  }
}
