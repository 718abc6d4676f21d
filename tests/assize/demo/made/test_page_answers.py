"""The demo's campaign about pages: what its tables say is what is stored, word for word."""

import csv
import gzip
import json
import re
from collections import Counter
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.db.models import Q

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, PageAnnotation
from assessment.results.models import ScoreSet
from assessment.results.selectors.report import report_json
from assessment.submissions.models import PoolItem, Response
from assize.demo.pages import COLLECTION, LATER, SLUG
from assize.demo.people import PASSWORD
from assize.demo.places import FOLDER, NONE, TIDES
from documents.models import Collection, DocumentEntry
from documents.readers.nq import Example, read_example
from scoring.spans.codec import decoded
from tests.client import Client

PAGES = Path(settings.BASE_DIR) / "demo" / "page-answers" / "pages"


@pytest.fixture
def campaign(demo: None) -> Campaign:
    return Campaign.objects.get(slug=SLUG)


@pytest.fixture
def examples(campaign: Campaign) -> dict[str, Example]:
    """The lines of the collection by id."""
    file = Path(Collection.visible.get(slug=COLLECTION).path) / "documents" / f"{COLLECTION}.jsonl.gz"
    with gzip.open(file) as lines:
        found = map(read_example, lines)
        return {one.example_id: one for one in found}


def _rows(table: str) -> list[dict[str, str]]:
    with (FOLDER / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _text(example: Example, start: int, end: int) -> str:
    """What a reader sees between two bytes, with single blanks."""
    source = re.sub(r"<[^>]*>", "", example.html[start:end].decode())
    return " ".join(unescape(source).split())


def test_every_question_has_its_page_and_five_annotators(campaign: Campaign) -> None:
    assert campaign.questions.count() == 21
    assert DocumentEntry.visible.filter(collection__slug=COLLECTION).count() == 21
    ids = [int(qid) for qid in campaign.questions.values_list("qid", flat=True)]
    assert min(ids) == -(2**63)
    assert max(ids) == 2**63 - 1
    assert 2**53 + 1 in ids
    work = Assignment.objects.filter(question__campaign=campaign)
    annotators = work.filter(stage="annotation")
    assert set(Counter(annotators.values_list("question__qid", flat=True)).values()) == {5}
    assert set(annotators.values_list("member__name", flat=True)) == {"ada", "ben", "cleo", "dora", "emil"}
    experts = work.filter(stage="experts")
    assert set(experts.values_list("member__name", flat=True)) == {"fern", "gus"}


def test_experts_judged_every_answer_and_two_are_left_to_decide(campaign: Campaign) -> None:
    items = PoolItem.objects.filter(question__campaign=campaign)
    assert [item.judgments.count() for item in items] == [2] * 95
    open_ = items.filter(disputed=True).filter(Q(adjudication=None) | Q(adjudication__grade=""))
    assert open_.count() == 2
    report = json.loads(report_json(ScoreSet.objects.get(qrels__campaign=campaign), whole=False))
    assert report["experts"]["long"]["annotations"] > report["experts"]["short"]["annotations"] > 0
    assert any("2 disputed items have no decision" in line for line in report["warnings"])


def test_annotations_are_those_of_the_table(campaign: Campaign, examples: dict[str, Example]) -> None:
    stored = PageAnnotation.objects.filter(assignment__question__campaign=campaign)
    rows = stored.select_related("assignment__question", "assignment__member")
    found = {(row.assignment.question.qid, row.assignment.member.name): row for row in rows}
    table = _rows("annotations")
    assert len(table) == len(found) == 21 * 5 - 1
    for cells in table:
        row = found[cells["question"], cells["annotator"]]
        example = examples[cells["question"]]
        assert (row.question, row.reason) == (cells["verdict"], cells["reason"])
        assert row.kind == cells["kind"]
        assert bool(row.long) == (cells["long"] not in ("", NONE))
        if row.long:
            assert example.html[row.long[0] : row.long[0] + 1] == b"<"
            assert re.search(rb"</\w+>\Z", example.html[: row.long[1]])
        texts = [_text(example, *place[:2]) for place in row.short or ()]
        wanted = cells["short"].split("|") if cells["short"] not in ("", LATER) else []
        assert sorted(texts) == sorted(wanted)
        assert row.yes_no == (cells["yes_no"].upper() or "NONE")
        seconds = (row.seconds_question, row.seconds_long, row.seconds_short)
        assert seconds == tuple(map(int, cells["seconds"].split()))


def test_samples_expect_what_their_reasons_say(campaign: Campaign, examples: dict[str, Example]) -> None:
    locks, visit = campaign.training_questions.current()
    html = {example: one.html for example, one in examples.items()}
    said = [(row.annotation, html[row.docid]) for row in locks.items.order_by("pk")]
    assert [row.kind for row, _ in said] == ["row", "paragraph"]
    words = [b"".join(page[place[0] : place[1]] for place in row.short or ()) for row, page in said]
    assert words == [b"21", b"21&nbsp;locks"]
    assert visit.items.get().annotation.question == "bad"
    tries = {one.member.name: (one.agreed, one.items) for one in locks.attempts.all() if one.finished_at}
    assert tries == {"ada": (2, 3)}
    assert locks.attempts.get(member__name="ben").annotation.step == "long"


def test_work_is_finished_half_done_and_not_begun(campaign: Campaign) -> None:
    rows = Assignment.objects.of_people().filter(question__campaign=campaign)
    left = {(row.question.qid, row.member.name, row.judged) for row in rows if not row.is_done}
    chimney = campaign.questions.get(text__contains="chimney").qid
    assert left == {(chimney, "dora", 0), (chimney, "emil", 0)}
    half = PageAnnotation.objects.get(assignment__member__name="dora", assignment__question__qid=chimney)
    assert half.step == "short"
    assert not PageAnnotation.objects.filter(
        assignment__member__name="emil", assignment__question__qid=chimney
    )


def test_annotators_agree_and_differ_in_many_ways(campaign: Campaign) -> None:
    rows = PageAnnotation.objects.filter(assignment__question__campaign=campaign)
    assert {row.kind for row in rows} == {"", "paragraph", "table", "row", "list", "item"}
    assert {row.yes_no for row in rows} == {"NONE", "YES", "NO"}
    assert {row.reason for row in rows} == {
        "",
        "ambiguous",
        "incomprehensible",
        "false_presupposition",
        "opinion",
        "not_factual",
    }
    longs: dict[str, set[str]] = {}
    for row in rows.select_related("assignment__question"):
        longs.setdefault(row.assignment.question.qid, set()).add(str(row.long))
    numbers = Counter(map(len, longs.values()))
    assert numbers[1] >= 1
    assert sum(count for number, count in numbers.items() if number >= 3) >= 5


def test_predictions_are_those_of_the_table(campaign: Campaign, examples: dict[str, Example]) -> None:
    table = {(row["run"], row["question"]): row for row in _rows("predictions")}
    stored = Response.objects.filter(run__campaign=campaign).select_related("run")
    assert len(stored) == len(table) == 2 * 21
    for response in stored:
        cells, example = table[response.run.run_id, response.docid], examples[response.docid]
        prediction = decoded(response.docid, response.prediction)
        spans = prediction.label.short
        texts = [_text(example, span.start, span.end) for span in spans]
        assert sorted(texts) == sorted(cells["short"].split("|") if cells["short"] else [])
        assert prediction.label.has_long == (cells["long"] != NONE)
        assert prediction.long_score == float(cells["long_score"])
    said = {run: 0 for run, _ in table}
    for response in stored:
        said[response.run.run_id] += decoded(response.docid, response.prediction).label.has_long
    assert said == {"lake-careful": 14, "harbor-eager": 21}


def test_pages_have_what_real_ones_have(examples: dict[str, Example]) -> None:
    sizes = {page.name: page.stat().st_size for page in PAGES.iterdir() if page.name != TIDES}
    assert len(sizes) >= 12
    assert all(4_000 <= size <= 15_000 for size in sizes.values())
    for page in PAGES.iterdir():
        text = page.read_text(encoding="utf-8")
        for part in ("<STYLE>", "<SCRIPT>", "infobox", "<Dl>", "<Sup id=", 'class="references"', "&nbsp;"):
            assert part in text, page.name
    longest = max(examples.values(), key=lambda one: len(one.html))
    assert 120_000 < len(longest.html) < 180_000
    assert len(longest.candidates) > 700
    assert any(b'dir="rtl"' in one.html for one in examples.values())
    assert {one.address for one in examples.values()} == {
        address for one in examples.values() if (address := one.address).startswith("https://")
    }


def test_the_sentence_on_the_highest_water_agrees_with_the_tables(examples: dict[str, Example]) -> None:
    page = next(one.html.decode() for one in examples.values() if one.title.startswith("Tide tables"))
    for harbour in ("Port Averil", "Great Reed"):
        tables = re.findall(rf"<Caption>{harbour}, (\w+) 2026</Caption>(.*?)</Table>", page, re.DOTALL)
        waters = [
            (float(height), f"{day}&nbsp;{month} at {time}")
            for month, table in tables
            for day, row in re.findall(r"<Th scope=\"row\">\w+ (\d+)</Th>(.*?)</Tr>", table)
            for time, height in re.findall(r"<Td><B>([\d:]+)</B></Td><Td>([\d.]+)</Td>", row)
        ]
        height, when = max(waters)
        assert (
            f"At <B>{harbour}</B> the highest water of the year is reckoned for {when}, with {height:.2f}"
            in page
        )
        assert len(waters) > 700


@pytest.mark.parametrize("name", ["ada", "dora", "olga", "lake"])
def test_pages_of_the_campaign_open(campaign: Campaign, name: str) -> None:
    client = Client()
    assert client.login(username=name, password=PASSWORD)
    assert client.get("/").status_code == 200
    if name in ("olga", "lake"):
        own = "" if name == "olga" else "submit/"
        assert client.get(f"/campaigns/{SLUG}/{own}").status_code == 200
        return
    work = Assignment.objects.filter(question__campaign=campaign, member__name=name)
    for pk in work.values_list("pk", flat=True):
        page = client.get(f"/judge/{pk}/")
        assert page.status_code == 200
        frame = re.search(r'(?:src|data-frame-url)="(/documents/[^"]+)"', page.content.decode())
        assert not frame or client.get(unescape(frame[1])).status_code == 200
