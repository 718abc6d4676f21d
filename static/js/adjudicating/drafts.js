// Notes that were typed and not yet sent with a decision: they are there again when one comes back to their item.

export function makeDrafts(page) {
  const drafts = new Map(); // item -> text
  const note = () => page.querySelector("#note");
  const item = () => page.querySelector("#decision [name=item]")?.value;

  function keep() {
    if (!note()) return;
    if (note().value === note().defaultValue) drafts.delete(item());
    else drafts.set(item(), note().value);
  }

  function put() {
    if (note() && drafts.has(item())) note().value = drafts.get(item());
  }

  window.addEventListener("beforeunload", (event) => {
    keep();
    if (drafts.size) event.preventDefault();
  });
  return { keep, put, forget: (which) => drafts.delete(which) };
}
