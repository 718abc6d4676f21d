"""The demo's campaign about pages: questions with the page of an encyclopedia, annotated by five people who do not see each other; two experts judge their answers."""

import csv
import gzip
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, cast
from uuid import uuid4

from django.conf import settings

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.services.campaigns import change_state
from assessment.judging.models import Assignment
from assessment.judging.services.annotation_answers import NO_ANSWER, Step, StepAnswer
from assessment.judging.services.annotations import annotate
from assessment.judging.services.questions import finish
from assessment.people.models import Account
from assize.demo.people import people_and_text
from assize.demo.places import FOLDER, NONE, PageOf, lay_out_pages, pages_of
from assize.demo.steps import finish_ready, run
from documents.models import Collection
from scoring.annotations import NOWHERE, AnnotatedExample, Annotation, Cells, Label, PageSpan, YesNo
from scoring.spans.annotations_file import write

SLUG = "page-answers"
COLLECTION = "coast-encyclopedia"
ANNOTATORS, EXPERTS = "ada,ben,cleo,dora,emil", "fern,gus"
ON_THE_SITE = "dora"  # who annotates here, and has not ended
LATER = "later"  # in the place of short answers: not decided yet
_MANIFEST = f"""slug = "{COLLECTION}"
title = "Coast encyclopedia"
format = "nq"
language = "en"
source = "Written for Assize"
licence = "CC0-1.0"
"""


class Said(NamedTuple):
    """What an annotator says in one step, and the seconds that it took."""

    step: Step
    answer: StepAnswer
    seconds: int


def page_answers(accounts: dict[str, Account]) -> None:
    """A campaign of Natural Questions, closed for runs: most questions annotated, one half done, one not begun."""
    run("create_campaign", SLUG, "--track", "nq", "--title", "Page answers 2026", "--collection", COLLECTION)
    campaign = people_and_text(SLUG, accounts)
    run("import_questions", SLUG, str(_file()))
    change_state(campaign=campaign, to=State.OPEN, by=accounts["olga"])
    for predictions in sorted((FOLDER / "runs").iterdir()):
        run("submit_run", SLUG, str(predictions), "--team", predictions.stem.partition("-")[0])
    change_state(campaign=campaign, to=State.CLOSED, by=accounts["olga"])
    run("assign", SLUG, "--assessors", ANNOTATORS)
    with gzip.open(_file()) as examples:
        _annotate(campaign, pages_of(examples))
    run("assign", SLUG, "--experts", EXPERTS)
    run("import_judgments", SLUG, str(FOLDER / "expert-judgments.csv"))
    finish_ready(campaign)
    run("adjudicate", SLUG, str(FOLDER / "adjudications.csv"))
    run("score", SLUG)
    run("study", SLUG)


def _file() -> Path:
    """The file of the collection, which is read again whenever a page is opened, in the data folder."""
    folder = Path(settings.DATA_DIR) / "collections" / COLLECTION
    return folder / "documents" / f"{COLLECTION}.jsonl.gz"


def bring_pages() -> None:
    """Make the collection of the pages and import it, where it is not there."""
    if Collection.visible.filter(slug=COLLECTION).exists():
        return
    folder = _file().parent.parent
    _file().parent.mkdir(parents=True, exist_ok=True)
    (folder / "manifest.toml").write_text(_MANIFEST, encoding="utf-8")
    with TemporaryDirectory() as pages:
        lay_out_pages(Path(pages))
        run("make_examples", pages, str(_file()), "--questions", str(FOLDER / "questions.csv"))
    run("import_collection", str(folder))


def _annotate(campaign: Campaign, pages: Mapping[str, PageOf]) -> None:
    """What the table says: most of it comes as a file, one annotator works on the site, question by question."""
    by_question: dict[str, list[Annotation]] = {}
    for number, cells in enumerate(_table(), 1):
        qid = cells["question"]
        if cells["annotator"] != ON_THE_SITE:
            by_question.setdefault(qid, []).append(_annotation(cells, pages[qid], number))
    examples = [AnnotatedExample(qid, tuple(said)) for qid, said in by_question.items()]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "annotations.jsonl"
        file.write_bytes(b"".join(write(examples)))
        run("import_annotations", campaign.slug, str(file))
    rows = Assignment.objects.filter(question__campaign=campaign, member__name=ON_THE_SITE)
    held = {row.question.qid: row for row in rows.select_related("question", "member__account")}
    for cells in _table():
        if cells["annotator"] == ON_THE_SITE:
            _work(held[cells["question"]], cells, pages[cells["question"]])


def _table() -> Iterator[Cells]:
    with (FOLDER / "annotations.csv").open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def _annotation(cells: Cells, page: PageOf, number: int) -> Annotation:
    """A row of the table with its places."""
    long, short, kind, candidate = NOWHERE, list[PageSpan](), "", NO_ANSWER
    if cells["long"] not in ("", NONE):
        candidate, kind = page.candidate(cells["long"], cells["kind"]), cells["kind"]
        box = page.candidates[candidate]
        long = PageSpan(box["start_byte"], box["end_byte"], box["start_token"], box["end_token"])
        short = [PageSpan(*page.span(*one).values()) for one in page.ranges(cells["short"], candidate)]
    label = Label(long, tuple(short), cast("YesNo", cells["yes_no"].upper() or "NONE"))
    return Annotation(
        str(number),
        label,
        kind,
        cells["annotator"],
        candidate,
        cells["verdict"],
        cells["reason"],
        tuple(map(int, cells["seconds"].split())),
    )


def _work(row: Assignment, cells: Cells, page: PageOf) -> None:
    """Say on the site what a row of the table says, step by step, and finish what is complete."""
    for version, said in enumerate(_steps(cells, page)):
        annotate(
            by=row.member.account,
            assignment_id=row.pk,
            client_id=uuid4(),
            seen=version,
            step=said.step,
            answer=said.answer,
            seconds=said.seconds,
        )
    if cells["short"] != LATER:
        finish(by=row.member.account, assignment_id=row.pk)


def _steps(cells: Cells, page: PageOf) -> Iterator[Said]:
    """What a row of the table says, in the order in which it is asked."""
    question, long, short = map(int, cells["seconds"].split())
    yield Said("question", StepAnswer(question=cells["verdict"], reason=cells["reason"]), question)
    if not cells["long"]:
        return
    candidate = NO_ANSWER if cells["long"] == NONE else page.candidate(cells["long"], cells["kind"])
    yield Said("long", StepAnswer(candidate=candidate), long)
    if candidate == NO_ANSWER or cells["short"] == LATER:
        return
    ranges = page.ranges(cells["short"], candidate)
    yes_no = "" if ranges else cells["yes_no"].upper() or "NONE"
    yield Said("short", StepAnswer(ranges=ranges, yes_no=yes_no), short)
