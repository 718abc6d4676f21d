"""Documents beside answers: made ready before they are wanted, found in, and stepped through."""

import json
from typing import Any

from playwright.sync_api import Page, Request, expect

from tests.behaviours.bench import bench_of, expect_in_focus
from tests.behaviours.conftest import SITE, Alone

JUDGE = "judging/judge.js"
SAID = {"/save/": "{}", "/ending/": '{"missing": []}', "/paper/": "<p>paper</p>"}
AROUND = """<section data-around><p dir="auto"><span></span><mark></mark><span></span></p><details hidden>
<summary></summary><div></div></details></section>"""
AHEAD = """async () => {
    const { makeAhead } = await import("/static/js/judging/ahead.js");
    const root = document.createElement("div"), heard = [];
    root.addEventListener("ahead-renewed", () => heard.push("renewed"));
    const ahead = makeAhead(root);
    heard.push(ahead.wanted(["1", "2", "1"]), ahead.wanted(["2", "3"]));
    ahead.bring(["1"], [{ item: 1, docid: "A" }]);
    heard.push((await ahead.take("1")).docid, ahead.has("1"));
    ahead.noteAsked();
    ahead.renew({ kind: "save" });
    ahead.renew({ kind: "save", accepts: true });
    heard.push(ahead.has("2"), ahead.turn());
    ahead.renew({ kind: "save", accepts: true }); // nothing was asked for since
    return heard;
}"""


def paper(item: int, **more: Any) -> dict[str, Any]:
    """What the server says of the document of an answer."""
    known = {
        "src": "/paper/?v=1",
        "about": f"paper {item}",
        "anchor": "hit",
        "places": 0,
        "place": 0,
        "notice": "",
    }
    return {"item": item, "docid": f"A-{item}", **known, **more}


def asked_by(page: Page) -> list[str]:
    """The documents that the page asks for from now on."""
    asked: list[str] = []

    def hear(request: Request) -> None:
        if "/document/" in request.url:
            asked.append(request.url.removeprefix(SITE))

    page.on("request", hear)
    return asked


def test_what_came_with_the_page_or_a_save_is_not_asked_for(alone: Alone) -> None:
    brought = json.dumps({"beside": [paper(3)]})
    page = alone(
        bench_of("first", "second", "third", ahead=[paper(2)]), JUDGE, said={**SAID, "/save/": brought}
    )
    asked = asked_by(page)
    expect(page.locator("iframe[data-item='2']")).to_have_attribute("data-stands", "1")
    page.keyboard.press("2")
    expect_in_focus(page, "second")
    expect(page.locator("iframe.shown")).to_have_attribute("data-item", "2")
    expect(page.locator("span[data-about]")).to_have_text("paper 2")
    expect(page.locator("iframe[data-item='3']")).to_have_attribute("data-docid", "A-3")
    page.keyboard.press("2")
    expect(page.locator("span[data-about]")).to_have_text("paper 3")
    assert asked == []


def test_what_stands_ahead_is_kept_until_it_is_true_no_more(alone: Alone) -> None:
    page = alone("")
    assert page.evaluate(AHEAD) == [["1", "2", "1"], ["3"], "A", False, "renewed", False, "1"]


def test_a_document_that_cannot_be_had_says_so_and_comes_back_with_the_network(alone: Alone) -> None:
    said = {**SAID, "/document/": json.dumps(paper(2))}
    page = alone(bench_of("first", "second"), JUDGE, said=SAID)
    page.keyboard.press("j")
    expect(page.locator("[data-amiss]")).to_contain_text("comes back with the network")
    expect(page.locator("iframe.shown")).to_be_hidden()
    page.route(f"{SITE}/document/**", lambda route: route.fulfill(body=said["/document/"]))
    page.evaluate("() => window.dispatchEvent(new Event('online'))")
    expect(page.locator("[data-amiss]")).to_be_hidden()
    expect(page.locator("iframe.shown")).to_be_visible()
    expect(page.locator("[data-view-text]")).to_have_attribute("href", "/paper/?v=1&view=text")


def test_finding_steps_round_through_the_places(alone: Alone) -> None:
    found = json.dumps(paper(1, places=2, place=1))
    page = alone(bench_of("first"), JUDGE, said={**SAID, "/document/": found})
    page.keyboard.press(".")
    expect(page.locator(".key-hint")).to_have_text("Nothing is marked in this document.")
    page.keyboard.press("/")
    page.locator("[name=find]").fill("paper")
    page.keyboard.press("Enter")
    expect(page.locator("[data-announce]")).to_have_text("2 found")
    expect(page.locator("[data-hits]")).to_be_visible()
    page.keyboard.press("Enter")  # the same search goes to its next place
    expect(page.locator("b[data-place]")).to_have_text("2")
    page.locator("[name=find]").blur()  # Escape would empty it, and ask for the document without a search
    page.keyboard.press(".")
    expect(page.locator("b[data-place]")).to_have_text("1")
    page.keyboard.press(",")
    expect(page.locator("b[data-place]")).to_have_text("2")


def test_a_search_without_a_hit_leaves_the_document_as_it_is(alone: Alone) -> None:
    missed = json.dumps(paper(1, missed=True, about="not to be shown"))
    page = alone(bench_of("first"), JUDGE, said={**SAID, "/document/": missed})
    page.keyboard.press("/")
    page.locator("[name=find]").fill("nothing")
    page.keyboard.press("Enter")
    expect(page.locator("span[data-missed]")).not_to_have_attribute("hidden", "")
    expect(page.locator("[data-announce]")).to_have_text("No hits")
    expect(page.locator("span[data-about]")).to_have_text("")


def test_a_sentence_stands_in_its_answer_and_in_others(alone: Alone) -> None:
    page = alone(
        bench_of(
            "first",
            "the sentence",
            more=AROUND,
            ahead=[paper(2, around=[["Before ", " after."], ["x ", " y"]])],
        ),
        JUDGE,
        said={**SAID, "/document/": "{}"},
    )
    page.keyboard.press("j")
    expect(page.locator("[data-around] > p")).to_have_text("Before the sentence after.")
    expect(page.locator("[data-around] summary")).to_have_text("Also in 1 other answer")
    page.locator("[data-around] summary").click()
    expect(page.locator("[data-around] div p")).to_have_text("x the sentence y")
    page.keyboard.press("k")
    expect(page.locator("[data-around] > p")).to_have_text("first")
    expect(page.locator("[data-around] details")).to_be_hidden()
