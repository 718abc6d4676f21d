"""The parts of the page for annotating by themselves: panel, chosen words, outline, rule, search and finishing."""

from playwright.sync_api import expect

from tests.behaviours.annotating import PAGE, RECORD, call
from tests.behaviours.conftest import Alone

GOOD = {**RECORD, "question": "good", "version": 1}
HTML = PAGE.format(frame="", said="{}")
# Boxes as a page tells them, for parts that speak of boxes.
BOXES = """{
  textOf: ([first]) => (first < 100 ? `word ${first}` : ""),
  describe: (index) => (index < 5 ? { index, kind: "row", words: index + 1, text: "How it begins" } : undefined),
  better: (index, ranges) => (index === 4 ? { index: 2, why: "holds", ranges } : null),
}"""


def test_the_panel_shows_the_forms_of_the_open_step_and_what_was_said_of_others(alone: Alone) -> None:
    page = alone(HTML)
    body = """const root = document.querySelector("#annotate");
      const panel = it.makePanel(root, (record, step) => (step === "question" ? "Good question" : ""));
      const [record, step] = given;
      panel.draw(record, step);
      panel.focusStep(step);"""
    call(page, "annotating/panel.js", body, [GOOD, "long"])
    expect(page.get_by_role("button", name="Choose")).to_be_visible()
    expect(page.get_by_role("button", name="Good")).to_be_hidden()
    expect(page.get_by_text("Good question")).to_be_visible()
    expect(page.get_by_role("button", name="Finish")).to_be_hidden()
    expect(page.get_by_role("heading", name="Long answer")).to_be_focused()
    expect(page.locator("[data-line=short]")).to_be_hidden()  # it waits for a box
    expect(page.locator("[value=good]")).to_have_attribute("aria-pressed", "true")
    call(page, "annotating/panel.js", body, [{**GOOD, "candidate": -1}, ""])
    expect(page.get_by_role("button", name="Finish")).to_be_focused()
    expect(page.locator("[value='-1']")).to_have_attribute("aria-pressed", "true")
    call(page, "annotating/panel.js", body, [{**GOOD, "candidate": -1}, "question"])
    expect(page.locator("[data-finish]")).to_be_hidden()  # a step is open


def test_undo_says_what_it_takes_back(alone: Alone) -> None:
    page = alone(HTML)
    body = 'it.makePanel(document.querySelector("#annotate"), () => "").showUndo(given)'
    undo = page.locator("[data-key=u]")
    for label, words, is_enabled in (
        ("no box", "Undo: no box", True),
        (None, "Undo", True),
        ("", "Undo", False),
    ):
        call(page, "annotating/panel.js", body, label)
        expect(undo).to_have_text(words)
        expect(undo).to_be_enabled(enabled=is_enabled)


def test_chosen_words_are_taken_away_and_left_for_the_next_time(alone: Alone) -> None:
    page = alone(HTML)
    for element in page.locator("[data-forms], [data-line]").all():
        element.evaluate("element => element.hidden = false")
    make = f"""const form = document.querySelector("[data-short]");
      const chosen = it.makeChosen(form, "draft", {BOXES}.textOf);
      chosen.listen(() => (document.title = "changed"));"""
    call(page, "annotating/chosen.js", make + "chosen.choose([[3, 4], [101, 103]])")
    chips = page.locator("[data-chips] span")
    expect(chips).to_have_text(["word 3", "words 101 to 102"])
    expect(page.get_by_role("button", name="These words")).to_be_enabled()
    assert page.title() == ""
    page.get_by_role("button", name="Take away “word 3”").click()
    expect(chips).to_have_text(["words 101 to 102"])
    assert page.title() == "changed"
    begin = "form.elements.ranges.value = localStorage.getItem('draft') ?? ''; chosen.begin([[7, 8]], ([first]) => first > given)"
    call(page, "annotating/chosen.js", make + begin, 100)
    expect(chips).to_have_text(["words 101 to 102"])
    call(page, "annotating/chosen.js", make + begin, 200)  # they are of another box
    expect(chips).to_have_text(["word 7"])
    assert page.evaluate("localStorage.getItem('draft')") is None
    call(page, "annotating/chosen.js", make + "chosen.remove(); chosen.remove()")
    expect(chips).to_have_count(0)
    expect(page.get_by_role("button", name="These words")).to_be_disabled()
    expect(page.get_by_text("Mark words")).to_be_visible()


def test_who_runs_through_boxes_hears_the_one_where_they_stop(alone: Alone) -> None:
    page = alone(HTML)
    page.clock.install()
    body = f"""const said = [];
      new MutationObserver(() => said.push(document.querySelector("[data-announce]").textContent))
        .observe(document.querySelector("[data-announce]"), {{ childList: true }});
      const outline = it.makeOutline(document.querySelector("[data-outlined]"), {BOXES});
      for (const index of [0, 3, 1]) outline.outline({{ index }});
      window.told = () => said.filter(Boolean);
      window.outline = outline;"""
    call(page, "annotating/outline.js", body)
    assert page.locator("[data-kind]").text_content() == "Row · 2 words"
    page.clock.run_for(300)  # longer than REST in static/js/annotating/outline.js
    assert page.evaluate("told()") == ["Row, 2 words: How it begins"]
    page.evaluate("outline.outline({ index: null })")
    assert page.locator("[data-kind]").text_content() == "No box outlined"
    assert page.evaluate("outline.outlined()") is None


def test_the_rule_is_recalled_where_a_choice_breaks_it(alone: Alone) -> None:
    page = alone(HTML)
    make = f"""const rule = it.makeRule(document.querySelector("[data-recall]"), {BOXES});
      rule.recall(...given);
      return rule.offered();"""
    assert call(page, "annotating/rule.js", make, [{**GOOD, "candidate": 4}, [[3, 4]]])["index"] == 2
    expect(page.locator("[data-recall]")).to_contain_text("A smaller box has the whole short answer.")
    expect(page.get_by_role("button", name="Take the row of 3 words")).to_be_visible()
    for candidate in (-1, None, 1):
        assert call(page, "annotating/rule.js", make, [{**GOOD, "candidate": candidate}, []]) is None
        expect(page.locator("[data-recall]")).to_be_hidden()


def test_a_wish_to_finish_waits_until_all_is_saved(alone: Alone) -> None:
    page = alone(HTML)
    body = """const form = document.querySelector("[data-finish]");
      form.parentElement.addEventListener("submit", (event) => {
        if (!event.defaultPrevented) document.title += "finished";
        event.preventDefault();
      });
      const state = { isAllSaved: () => window.isSaved, problems: () => window.stuck, flush: () => (window.flushed = true) };
      window.isSaved = false;
      window.stuck = [];
      window.finishing = it.makeFinish(form, state);
      window.allSent = (isSaved) => ((window.isSaved = isSaved), document.dispatchEvent(new Event("all-sent")));"""
    said = page.locator("[data-said]")
    call(page, "annotating/finish.js", body)
    page.evaluate("finishing.finish()")
    expect(said).to_have_text("Saving; the question is finished when all is saved.")
    page.evaluate("finishing.goOn(); allSent(true)")  # something else was said meanwhile
    expect(said).to_be_hidden()
    page.evaluate("isSaved = false; stuck = [1]; finishing.finish(); stuck = []; allSent(true)")
    expect(said).to_have_text("Not finished: first decide about what is not saved.")
    page.evaluate("isSaved = false; finishing.finish(); allSent(false)")
    assert page.title() == ""
    page.evaluate("allSent(true)")
    assert page.title() == "finished"
