// Dragging: answers into a class, onto one another, or back to the list; a class by its label into another.

// acts: look(answer), onAnswer(answer), onPlace(element), onClass(group, onto)
export function bindDrag(root, { look, onAnswer, onPlace, onClass }) {
  let dragged = null; // an answer, or the label of a class
  let over = null; // where it would go

  const placeOf = ({ target }) => dragged && target.closest?.("[data-drop]");

  function mark(place) {
    over?.removeAttribute("data-over");
    place?.setAttribute("data-over", "");
    over = place;
  }

  function drop({ target }, place) {
    const onto = target.closest("li.answer");
    if (dragged.matches("h3")) onClass(dragged.closest(".class"), place);
    else if (onto && onto !== dragged && !place.dataset.class) onAnswer(onto);
    else onPlace(place);
  }

  root.addEventListener("dragstart", (event) => {
    dragged = event.target.closest?.("li.answer, .class h3");
    if (dragged?.matches("li")) look(dragged);
    if (dragged) event.dataTransfer.setData("text/plain", dragged.innerText);
  });
  root.addEventListener("dragover", (event) => {
    const place = placeOf(event);
    mark(place);
    if (place) event.preventDefault();
  });
  root.addEventListener("dragend", () => mark((dragged = null)));
  root.addEventListener("drop", (event) => {
    const place = placeOf(event);
    if (!place) return;
    event.preventDefault();
    drop(event, place);
    mark((dragged = null));
  });
}
