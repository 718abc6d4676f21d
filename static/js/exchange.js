// Puts something else in the place of a part of the page. Not while the pointer is pressed: what it was pressed on
// would be gone before it is let go, and the click lost. What had the focus has it again.

// Watches the pointer from now on; answers exchange(part, put): put() changes the page and answers the part that stands
// there now.
export function exchanging() {
  let pressed = null;
  window.addEventListener(
    "pointerdown",
    () => {
      pressed = new Promise((done) => {
        for (const end of ["pointerup", "pointercancel"])
          window.addEventListener(end, () => setTimeout(done), { once: true, capture: true }); // after the click
      });
    },
    { capture: true },
  );

  return async function exchange(part, put) {
    await pressed;
    const place = part.contains(document.activeElement) ? placeOf(part, document.activeElement) : null;
    const now = put();
    if (place) place(now)?.focus({ preventScroll: true });
  };
}

const REACHED = "a[href], button, input, select, summary, textarea, [tabindex]";
const within = (part) => [...part.querySelectorAll(REACHED)];

// How the same is found in the new part: by its id, by what it stands for, or as the same kind at the same place.
function placeOf(part, { id, name, value, tagName }) {
  const at = within(part).indexOf(document.activeElement);
  return (now) => {
    const all = within(now);
    const named = all.filter((one) => name && one.name === name);
    const same = all[at]?.tagName === tagName ? all[at] : null;
    return all.find((one) => id && one.id === id) ?? named.find((one) => one.value === value) ?? named[0] ?? same;
  };
}
