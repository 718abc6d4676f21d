"""Runs of untrained baselines: from the search and another campaign to scores."""

import json
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.evaluations import keep_evaluation
from assessment.judging.models import Judgment, PageAnnotation
from documents.corpus import example_of
from documents.layouts import layout_of
from documents.services import import_collection
from scoring.evaluations.gallery import gallery
from tests.commands import outcome, refusal, run
from tests.documents.helpers import import_records, make_folder, record
from tests.factory import make_account, make_assignment, make_campaign, make_items, make_questions
from tests.judging.annotating import HTML, PARAGRAPH, TABLE

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def data(tmp_path: Path, settings: Settings) -> None:
    settings.DATA_DIR = tmp_path / "data"


def asked(slug: str, track: str, collection: str, texts: dict[str, str], kind: str = "question") -> Campaign:
    """A campaign of some questions."""
    campaign = make_campaign(slug, track, collection_slug=collection)
    for question in make_questions(campaign, *texts, type=kind):
        question.text = texts[question.qid]
        question.save()
    return campaign


@pytest.fixture
def main(tmp_path: Path) -> Campaign:
    """A question on a collection of three documents."""
    import_records(
        tmp_path / "wire",
        record("A-1", f"The comet was found by Edda Rehn in April. {'It shone on and on. ' * 40}"),
        record("A-2", "The bridge of Vell was built by the guild of masons."),
        record("A-3", "Nothing happened."),
    )
    run("index_collection", "wire")
    return asked("main", "trec8", "wire", {"1": "Who found the comet?"}, "factoid")


@pytest.fixture
def train(main: Campaign) -> Campaign:
    """Three questions of another year: one with a right answer, one with that in a document that main lacks, one without."""
    judged = {
        "11": ("Which comet was found by Rehn?", [("A-1", "Halden", "yes"), ("A-2", "Vell", "no")]),
        "12": ("Who found the comet of the harbour?", [("B-9", "Ada", "yes")]),
        "13": ("Who found the comet?", [("A-3", "nobody", "no")]),
    }
    campaign = asked("train", "trec8", "wire", {qid: text for qid, (text, _) in judged.items()}, "factoid")
    ada = make_account("ada")
    for question in campaign.questions.order_by("position"):
        answers, assignment = judged[question.qid][1], make_assignment(question, ada)
        items = make_items(question, *((docid, answer) for docid, answer, _ in answers))
        for item, (_, _, grade) in zip(items, answers, strict=True):
            Judgment.objects.create(
                assignment=assignment,
                member=assignment.member,
                item=item,
                grade=grade,
                judged_at=timezone.now(),
            )
    return campaign


def test_without_another_campaign_there_is_what_the_search_finds(main: Campaign, tmp_path: Path) -> None:
    first, frequent, closest = outcome("baselines", "main", str(tmp_path / "runs"))["runs"]
    assert first == {
        "baseline": "first-passage",
        "file": "baseline-first-passage.txt",
        "answered": 1,
        "questions": 1,
    }
    assert frequent["reason"].startswith("It is taken of pages")
    assert closest["reason"] == "It learns from another campaign, and none was named."


def test_a_question_without_any_answer_stops_a_run_and_not_the_others(
    main: Campaign, train: Campaign, tmp_path: Path
) -> None:
    main.questions.update(text="Which eels are green?")
    train.questions.filter(qid="11").update(text="Which eels are there?")
    first, closest = outcome(
        "baselines",
        "main",
        str(tmp_path / "runs"),
        "--train",
        "train",
        "--only",
        "first-passage",
        "closest-question",
    )["runs"]
    assert first == {"baseline": "first-passage", "reason": "There is no question that a run answers."}
    assert closest["answered"] == 1


def test_runs_are_written_to_the_rules_and_handed_in(main: Campaign, train: Campaign, tmp_path: Path) -> None:
    made = outcome("baselines", "main", str(tmp_path / "runs"), "--train", "train", "--submit")
    assert [one.get("file") for one in made["runs"]] == [
        "baseline-first-passage.txt",
        None,
        "baseline-closest-question.txt",
    ]
    lines = (tmp_path / "runs" / "baseline-first-passage.txt").read_bytes().splitlines()
    start, _, answer = lines[0].partition(b" baseline-first-passage1 ")
    assert start == b"1 Q0 A-1 1 0.5"
    assert answer.startswith(b"The comet was found by Edda Rehn in April.")
    assert len(answer) <= 250
    assert (tmp_path / "runs" / "baseline-closest-question.txt").read_text() == (
        "1 Q0 A-1 1 0.5 baseline-closest-question1 Halden\n"
    )
    assert sorted(main.runs.values_list("run_id", "team__name")) == [
        ("baseline-closest-question1", "baseline-closest-question"),
        ("baseline-first-passage1", "baseline-first-passage"),
    ]


def test_what_cannot_be_is_said_and_nothing_is_written(
    main: Campaign, train: Campaign, tmp_path: Path
) -> None:
    folder = tmp_path / "runs"
    make_campaign("pages", "nq")
    assert refusal("baselines", "main", str(folder), "--train", "pages").startswith("another_track: ")
    assert refusal("baselines", "main", str(folder), "--train", "main").startswith("own_answers: ")
    assert refusal("baselines", "pages", str(folder)).startswith("no_collection: ")
    assert not folder.exists()
    folder.mkdir()
    assert refusal("baselines", "main", str(folder)).startswith("folder_exists: ")
    assert not list(folder.iterdir())


def test_what_was_mended_in_the_words_of_an_own_evaluation_makes_no_other(
    main: Campaign, train: Campaign, tmp_path: Path
) -> None:
    (text,) = (one.text for one in gallery() if one.name == "graded")
    for campaign, words in ((main, text), (train, text.replace("Graded answers", "Answers with grades"))):
        kept = keep_evaluation(words, None)
        Campaign.objects.filter(pk=campaign.pk).update(track_slug="own", evaluation=kept)
        campaign.questions.update(type="question")
    (closest,) = outcome(
        *("baselines", "main", str(tmp_path / "runs"), "--train", "train", "--only", "closest-question")
    )["runs"]
    assert closest["answered"] == 1


def test_without_texts_it_says_so(main: Campaign, tmp_path: Path) -> None:
    ids = tmp_path / "ids.txt"
    ids.write_text("A-1\n")
    run("import_collection", "--ids-only", str(ids), "--slug", "ids")
    Campaign.objects.filter(pk=main.pk).update(collection_slug="ids")
    (made,) = outcome("baselines", "main", str(tmp_path / "runs"), "--only", "first-passage")["runs"]
    assert "texts" in made["reason"]
    assert not (tmp_path / "runs").exists()


def test_pages_are_known_again_under_another_id(tmp_path: Path) -> None:
    html = {1: HTML, 2: HTML.replace("comet", "star"), 71: HTML, 72: HTML, 73: HTML}
    lines = [
        json.dumps(example_of(page.encode(), number, "what", "H", "http://wiki.test/H"))
        for number, page in html.items()
    ]
    files = {"a.jsonl": "\n".join([*lines, ""]).encode()}
    import_collection(make_folder(tmp_path / "pages", files), slug="pages", format="nq")
    asked("main", "nq", "pages", {"1": "when was the comet found", "2": "who found the star"})
    train = asked(
        "train", "nq", "pages", {"71": "when was the comet found first", "72": "who found it", "73": "who"}
    )
    ada, boxes = make_account("ada"), layout_of("pages", "71").candidates
    for qid, box in (("71", PARAGRAPH), ("72", TABLE), ("73", TABLE)):
        PageAnnotation.objects.create(
            assignment=make_assignment(train.questions.get(qid=qid), ada),
            question="good",
            candidate=box,
            long=list(boxes[box][:4]),
            short=[],
        )
    made = outcome("baselines", "main", str(tmp_path / "runs"), "--train", "train", "--submit")
    assert [(one["baseline"], one["answered"]) for one in made["runs"]] == [
        ("first-passage", 2),
        ("most-frequent", 1),
        ("closest-question", 1),
    ]
    chosen = {
        one["baseline"]: [
            entry["long_answer"]["start_byte"]
            for entry in json.loads((tmp_path / "runs" / one["file"]).read_text())["predictions"]
        ]
        for one in made["runs"]
    }
    star = layout_of("pages", "2").candidates[PARAGRAPH].start
    assert chosen == {
        "first-passage": [boxes[PARAGRAPH].start, star],
        "most-frequent": [boxes[TABLE].start, -1],  # the other page is another one by a word
        "closest-question": [boxes[PARAGRAPH].start, -1],
    }
    assert sorted(Campaign.objects.get(slug="main").runs.values_list("run_id", flat=True)) == [
        f"baseline-{name}" for name in ("closest-question", "first-passage", "most-frequent")
    ]
