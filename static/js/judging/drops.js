// Panels that drop down: one at a time, closed by Escape or a click elsewhere.

const panels = () => document.querySelectorAll("details.drop[open]");

export function bindDrops() {
  document.addEventListener("keydown", ({ key }) => key === "Escape" && close(panels()));
  document.addEventListener("click", ({ target }) => close([...panels()].filter((panel) => !panel.contains(target))));
}

function close(open) {
  for (const panel of open) {
    const hadFocus = panel.contains(document.activeElement);
    panel.open = false;
    if (hadFocus) panel.querySelector("summary").focus();
  }
}
