// Dragging: answers into a class, onto one another, or back to the list; a class by its label into another.

let dragged = null; // an answer, or the label of a class

const placeOf = ({ target }) => target.closest?.("[data-drop]");

function mark(place) {
  document.querySelector("[data-over]")?.removeAttribute("data-over");
  place?.setAttribute("data-over", "");
}

// actions: look(answer), onAnswer(answer), onPlace(element), onClass(group, onto)
export function bindDrag({ look, onAnswer, onPlace, onClass }) {
  document.addEventListener("dragstart", (event) => {
    dragged = event.target.closest?.("li.answer, .class h3");
    if (dragged?.matches("li")) look(dragged);
    if (dragged) event.dataTransfer.setData("text/plain", dragged.innerText);
  });
  document.addEventListener("dragover", (event) => {
    const place = dragged && placeOf(event);
    mark(place);
    if (place) event.preventDefault();
  });
  document.addEventListener("dragend", () => mark((dragged = null)));
  document.addEventListener("drop", (event) => {
    const place = dragged && placeOf(event);
    if (!place) return;
    event.preventDefault();
    const onto = event.target.closest("li.answer");
    if (dragged.matches("h3")) onClass(dragged.closest(".class"), place);
    else if (onto && onto !== dragged && !place.dataset.class) onAnswer(onto);
    else onPlace(place);
    mark((dragged = null));
  });
}
