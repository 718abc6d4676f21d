// One key, one action. Keys go by the character they give; where a layout gives none that is bound (Cyrillic letters,
// the digits of a French keyboard), by their place on the keyboard.

const TYPING = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

// actions: character -> function of the event; one with mayRepeat goes on while its key is held. Elements with data-key
// are clicked.
export function bindKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.(TYPING)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const action = [event.key, placeOf(event)].map((key) => find(key, actions)).find(Boolean);
    if (!action) return;
    event.preventDefault();
    // A key held down must not judge one answer after another.
    if (!event.repeat || action.mayRepeat) action.act(event);
  });
}

function find(key, actions) {
  if (!key) return null;
  if (actions[key]) return { act: actions[key], mayRepeat: actions[key].mayRepeat };
  const element = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  return element && { act: () => element.click(), mayRepeat: "walk" in element.dataset };
}

function placeOf({ code, key, shiftKey }) {
  const isLatin = /^[a-z]$/i.test(key);
  if (shiftKey || isLatin) return null;
  return /^Digit(\d)$/.exec(code)?.[1] ?? /^Key([A-Z])$/.exec(code)?.[1].toLowerCase();
}
