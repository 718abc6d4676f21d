"""Answers with citations by pages alone: from the form of a new campaign to released scores, which are those worked out here.

Two topics and two runs, and what the assessor says of them; of nuggets, x is support and o is none:

    topic  run   sentence, with its citations           first citation      answer holds the nuggets
    t1     lake  Mira Dunn built the lighthouse. A B    full      1         builder (vital) x, rock (okay) x
                 It warned of the Sow rock. C           partial   .5
                 It is a fine sight.                    cites nothing
           tern  A baker built the lighthouse. B        none      0         builder o, rock in part
                 It warned of the Sow rock. C           partial   .5        (the same pair as lake's: one judgment)
    t2     lake  The bay is 84 m deep. D                full      1         depth (vital) in part
           tern  Nobody knows.                          cites nothing       depth o

Relevance of A, B, C and D is 3, 0, 2 and 3.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Campaign, State
from tests.browser.hand import Hand
from tests.browser.judging import sign_in
from tests.browser.waiting import expect_done, expect_ready, expect_saved, loaded_anew
from tests.factory import make_account

pytestmark = pytest.mark.django_db(transaction=True)
A, B, C, D = "halden_1#0", "halden_2#0", "halden_1#1", "orrin_1#0"
SEGMENTS = {
    A: "Mira Dunn built the lighthouse of Halden.",
    B: "A baker sold bread at the harbour.",
    C: "It warned ships of a rock.",
    D: "The bay of Orrin is 84 m deep.",
}
WHOLE = {"halden_1": f"{SEGMENTS[A]} {SEGMENTS[C]} It burned whale oil."}
TOPICS = {"t1": "who built the lighthouse of halden and why", "t2": "how deep is the bay of orrin"}
RUNS: Mapping[str, Mapping[str, Sequence[tuple[str, Sequence[str]]]]] = {
    "lake1": {
        "t1": [
            ("Mira Dunn built the lighthouse.", [A, B]),
            ("It warned of the Sow rock.", [C]),
            ("It is a fine sight.", []),
        ],
        "t2": [("The bay is 84 m deep.", [D])],
    },
    "tern1": {
        "t1": [("A baker built the lighthouse.", [B]), ("It warned of the Sow rock.", [C])],
        "t2": [("Nobody knows.", [])],
    },
}

# The means over t1 and t2. A topic whose answer cites nothing is left out of those of precision and of relevance.
BY_HAND = {
    "lake1": {
        "Score": ".500",  # vital nuggets held in full: 1/1, 0/1
        "A strict": ".500",  # all nuggets: 2/2, 0/1
        "V": ".750",  # with a half for what is held in part: 1, 1/2
        "A": ".750",  # 2/2, 1/2
        "W": ".750",  # okay weighs a half: 1.5/1.5, .5/1
        "W strict": ".500",  # 1.5/1.5, 0/1
        "Coverage": "–",  # no nugget is in a group
        "Weighted precision": ".875",  # (1 + .5)/2, 1/1
        "Weighted recall": ".750",  # (1 + .5)/3, 1/1
        "Hard precision": ".750",  # 1/2, 1/1
        "Hard recall": ".667",  # 1/3, 1/1
        "Mean grade@20": "2.333",  # (3 + 0 + 2)/3, 3/1
        "Judged": "9",  # 4 segments, 2 answers, 3 sentences
    },
    "tern1": {
        "Score": ".000",
        "A strict": ".000",
        "V": ".000",
        "A": ".125",  # .5/2, 0/1
        "W": ".083",  # (.5 · .5)/1.5, 0/1
        "W strict": ".000",
        "Coverage": "–",
        "Weighted precision": ".250",  # (0 + .5)/2, left out
        "Weighted recall": ".125",  # (0 + .5)/2, 0/1
        "Hard precision": ".000",
        "Hard recall": ".000",
        "Mean grade@20": "1.000",  # (0 + 2)/2, left out
        "Judged": "6",  # 2 segments, 2 answers, 2 sentences
    },
}


@pytest.fixture
def folder(tmp_path: Path, settings: Settings) -> Path:
    """The files that the organizer has: segments with a document that they stand in, topics, runs."""
    settings.COLLECTION_ROOTS = [tmp_path]
    (tmp_path / "segments").mkdir()
    parts: list[Mapping[str, object]] = [{"docid": docid, "body": body} for docid, body in WHOLE.items()]
    parts += [{"docid": docid, "segment": text, **_place(docid)} for docid, text in SEGMENTS.items()]
    _write(tmp_path / "segments" / "segments.jsonl", parts)
    (tmp_path / "topics.tsv").write_text("".join(f"{qid}\t{text}\n" for qid, text in TOPICS.items()))
    for name, answers in RUNS.items():
        rows = [
            {
                "run_id": name,
                "topic_id": qid,
                "topic": TOPICS[qid],
                "answer": [{"text": text, "citations": cited} for text, cited in answer],
            }
            for qid, answer in answers.items()
        ]
        _write(tmp_path / f"{name}.jsonl", rows)
    return tmp_path


def _place(docid: str) -> Mapping[str, int]:
    start = WHOLE.get(docid.partition("#")[0], "").find(SEGMENTS[docid])
    return {"start_char": start, "end_char": start + len(SEGMENTS[docid])} if start >= 0 else {}


def _write(file: Path, rows: Sequence[Mapping[str, object]]) -> None:
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))


def finish(page: Page) -> None:
    """The question, which gives way to the next one."""
    expect_saved(page)
    expect_done(page)
    with loaded_anew(page):
        page.keyboard.press("Enter")


def grade(page: Page, keys: str) -> None:
    """One item after the other by a key each, in the order of the list."""
    expect_ready(page)
    for key in keys:
        page.keyboard.press(key)
    finish(page)


def to_answer(page: Page, key: str, begins: str) -> None:
    """To another answer by a key."""
    page.keyboard.press(key)
    expect(page.locator("[data-text]")).to_contain_text(begins)


def write(page: Page, text: str, vote: str, labels: str) -> None:
    """A nugget, which the answer in focus holds; how many of the nuggets have a label in it then."""
    page.keyboard.press("n")
    page.keyboard.type(text)
    page.get_by_role("button", name=vote, exact=True).click()
    expect(page.locator(".item[aria-current] .g")).to_have_text(labels)
    page.keyboard.press("Escape")


def label(page: Page, *keys: str) -> None:
    """How far the answer in focus holds its nuggets, the first one first."""
    expect(page.locator(".nugget.cell").first).to_be_focused()
    for key in keys:
        page.keyboard.press(key)


def bring(hand: Hand, folder: Path) -> None:
    """The collection, for all campaigns of the site."""
    page = hand.page
    page.goto("/collections/")
    page.get_by_label("Folder").select_option(str(folder / "segments"))
    page.get_by_label("Format").first.select_option("segments")
    hand.press("Import")  # no manifest says how it is called
    expect(page.get_by_role("alert")).to_contain_text("Give it a short name")
    page.get_by_label("Short name").first.fill("segments")
    hand.press("Import")
    expect(page.get_by_role("heading", name="segments")).to_be_visible()


def create(hand: Hand) -> None:
    """A campaign of a title, its track and its collection."""
    page = hand.page
    page.goto("/campaigns/new/")
    hand.type("Title", "Lighthouses")
    page.get_by_label("TREC RAG", exact=True).check()
    page.get_by_text("Short name and collection").click()
    page.get_by_label("Collection").select_option("segments")
    hand.press("Create as a draft")


def load(hand: Hand, folder: Path) -> None:
    """Topics and runs, by what the board calls next."""
    hand.press("Import questions")
    hand.choose(folder / "topics.tsv")
    hand.press("Check the file")
    expect(hand.page.get_by_text("Imported 6 questions in 2 series.")).to_be_visible()
    hand.press("Import")
    hand.press("Open the campaign for runs")
    hand.press("Load runs")
    runs = [folder / f"{name}.jsonl" for name in RUNS]
    hand.page.locator("input[type=file][name=file]").set_input_files(runs)
    hand.press("Check the file")
    hand.press("Import")


def give_out(hand: Hand) -> None:
    """Everything to one assessor."""
    hand.press("Close submissions and pool")
    hand.press("Add people")
    hand.type("Name of the account", "ada")
    hand.page.locator("input[name=add-roles][value=assessor]").check()
    hand.press("Add")
    hand.page.get_by_role("link", name="Board").click()
    hand.press("Assign")
    expect(hand.page.get_by_text("Made 6 assignments on 6 questions")).to_be_visible()


def judge(page: Page) -> None:
    """Six questions by keys, each of which leads to the next one: relevance, nuggets and support of each topic."""
    page.goto("/")
    page.get_by_role("link", name="Begin with t1/relevance").click()
    grade(page, "320")
    to_answer(page, "Enter", "Mira Dunn built")
    write(page, "Mira Dunn built it", "Vital", "1/1")
    write(page, "it warned of a rock", "Okay", "2/2")
    to_answer(page, "k", "A baker built")
    label(page, "ArrowDown", "2", "0")
    finish(page)
    grade(page, "123")
    grade(page, "3")
    to_answer(page, "Enter", "84 m")
    write(page, "84 m deep", "Vital", "1/1")
    to_answer(page, "k", "Nobody knows")
    label(page, "3")
    to_answer(page, "j", "84 m")
    label(page, "2")
    finish(page)
    grade(page, "1")
    expect(page.get_by_role("heading", name="My work")).to_be_visible()


def leaderboard(page: Page) -> dict[str, dict[str, str]]:
    """What stands in it: of each run, by the heads of the columns."""
    rows = page.locator("#leaderboard table.board tr").all()
    heads, *lines = [
        [" ".join(cell.split()) for cell in row.locator("th, td").all_inner_texts()] for row in rows
    ]
    heads = [head.removesuffix(" ↓") for head in heads]  # by which it is sorted
    return {line[1]: dict(zip(heads, line, strict=True)) for line in lines if len(line) == len(heads)}


def test_from_the_form_to_released_scores(
    page: Page, context: BrowserContext, live_server: LiveServer, folder: Path
) -> None:
    olga, ada = make_account("olga", site_admin=True, may_create=True), make_account("ada")
    sign_in(context, olga, live_server)
    hand = Hand(page)
    bring(hand, folder)
    create(hand)
    load(hand, folder)
    give_out(hand)
    sign_in(context, ada, live_server)
    judge(page)
    sign_in(context, olga, live_server)
    page.goto("/campaigns/lighthouses/")
    hand.press("Score and preview the release")
    hand.click(page.get_by_role("radio", name="All people"))
    hand.press("Release the scores")
    expect(page.get_by_text("Released").first).to_be_visible()
    assert Campaign.objects.get().state == State.RELEASED
    page.goto("/campaigns/lighthouses/results/")
    with loaded_anew(page):
        page.get_by_role("link", name="more measures").click()
    found = leaderboard(page)
    assert list(found) == ["lake1", "tern1"]
    for run, values in BY_HAND.items():
        assert {name: found[run][name] for name in values} == values
