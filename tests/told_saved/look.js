// What a page shows now: of which kind it is, what it says of saving, and what it says of each thing to be decided.
() => {
  const one = (selector) => document.querySelector(selector);
  const all = (selector, place = document) => [...place.querySelectorAll(selector)];
  const text = (element) => element?.textContent.trim().replace(/\s+/g, " ") ?? "";
  const isShown = (element) => Boolean(element) && !element.hidden && !element.closest("[hidden]");
  const KINDS = {
    answers: "#judge ~ .foot [data-say]",
    classes: "#workspace.classes:not(.closed)",
    nuggets: "#workspace.workspace ~ .foot",
    votes: "#workspace.voting .actions",
    pages: "#annotate [data-act=undo]",
    disputes: "#decision",
  };
  const SHOWN = {
    answers: () => all(".item").map(({ dataset: { item, grade, note, later, changes } }) => [item, grade, note, later === "1", Number(changes)]),
    classes: () => all("li.answer").map((row) => [text(row.querySelector(".s")), row.querySelector(".mono").textContent, row.closest("[data-class]").dataset.class, text(row.closest(".class")?.querySelector("[data-label]"))]).sort(),
    nuggets: () => all(".item").map(({ dataset: { item, read } }) => [item, Boolean(read)]),
    votes: () => all(".nugget").map(({ dataset: { uid, vote } }) => [uid, vote]),
    disputes: () => all(".list .item").map((row) => text(row)),
  };
  const kind = Object.keys(KINDS).find((name) => one(KINDS[name])) ?? "other";
  const desk = one("#judge, #annotate, #workspace");
  return {
    kind,
    badge: text(one("[data-saving]")),
    shown: SHOWN[kind]?.() ?? [],
    judged: text(one("[data-judged]:not(form)")),
    assignment: Number(desk?.dataset.assignment ?? 0),
    problems: all("[data-problems] .problem").length,
    current: Number(one(".item[aria-current]")?.dataset.item ?? one("#decision [name=item]")?.value ?? 0),
    rests: Boolean(one("[data-rests]")),
    can_undo: Boolean(one("[data-undo] button, [data-act=undo] button")) && !one("[data-undo] button, [data-act=undo] button").disabled,
    undoes: one("[data-undo] [name=of]")?.value ?? null,
    can_finish: isShown(one("[data-finish]")) && !one("[data-finish] [data-end]")?.disabled,
    step: one("[data-line][aria-current]")?.dataset.line ?? "",
    client: one("#decision [name=client_id]")?.value ?? "",
    alert: text(one("[data-part=told] .problem")),
  };
};
