"""Judgments for every pooled answer, as if people had judged them: made from the answers, by a seed, as files that commands take."""

import csv
import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment
from assessment.submissions.models import PoolItem
from scoring.stages import CLASSES, LISTING

JUDGMENTS = ["qid", "docid", "passage", "answer", "assessor", "grade", "answer_class", "note", "judged_at"]
MATCHES = ["qid", "docid", "passage", "answer", "nugget", "assessor"]
DECISIONS = ["qid", "docid", "passage", "answer", "grade", "ground", "overruled", "adjudicator", "note"]
VOTES = ["qid", "nugget", "assessor", "vote"]


def chance(*parts: object) -> float:
    """A number from 0 to 1 that hangs on the parts alone."""
    digest = hashlib.sha256("\t".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:6], "big") / 2**48


def write_judgments(campaign: Campaign, path: Path) -> Path:
    """A grade of every pooled answer by each of its assessors; correct answers to lists have a class."""
    return _write(path, JUDGMENTS, _judgments(campaign))


def _judgments(campaign: Campaign) -> Iterator[Sequence[str]]:
    for question, item, assessor in judged_items(campaign):
        scale = question.kind.scale_for(item.answer)
        if scale is None:
            continue
        grade = _grade(scale.grades, item, assessor)
        classed = question.kind.form.asks(CLASSES) and grade in scale.correct
        label = item.answer[:40] if classed else ""
        yield (
            question.qid,
            item.docid,
            item.passage,
            item.answer,
            assessor,
            grade,
            label,
            "",
            "2026-11-09T09:00:00Z",
        )


def _grade(grades: Sequence[str], item: PoolItem, assessor: str) -> str:
    """The best grade of a third of the answers; one in twelve is graded otherwise by one person."""
    opinion = chance("grade", item.question.qid, item.docid, item.answer, item.passage)
    if chance("differs", assessor, item.question.qid, item.docid, item.answer) < 0.08:
        opinion = 1 - opinion
    return grades[0] if opinion < 0.35 else grades[-1] if opinion > 0.6 else grades[len(grades) // 2]


def write_matches(campaign: Campaign, path: Path) -> Path:
    """Which nuggets the answers to questions with nuggets hold, by the primary assessor."""
    return _write(path, MATCHES, _matches(campaign))


def _matches(campaign: Campaign) -> Iterator[Sequence[str]]:
    for question, item, assessor in judged_items(campaign, primary=True):
        if not question.kind.form.asks(LISTING):
            continue
        names = [nugget.name for nugget in question.entries.current().in_order()]
        held = [name for name in names if chance("match", question.qid, item.docid, item.answer, name) < 0.4]
        for name in held or [""]:
            yield (question.qid, item.docid, item.passage, item.answer, name, assessor)


def write_votes(campaign: Campaign, path: Path) -> Path:
    """Everybody's votes on the nuggets of the questions that are theirs; the first nugget is vital to all."""
    return _write(path, VOTES, _votes(campaign))


def _votes(campaign: Campaign) -> Iterator[Sequence[str]]:
    rows = Assignment.objects.counting().filter(question__campaign=campaign)
    for row in rows.select_related("question__campaign", "member").order_by("question__position", "pk"):
        if not row.question.kind.form.asks(LISTING):
            continue
        for n, nugget in enumerate(row.question.entries.current().in_order()):
            vital = n == 0 or chance("vote", row.question.qid, nugget.name, row.member.name) < 0.5
            yield row.question.qid, nugget.name, row.member.name, "vital" if vital else "okay"


def write_decisions(campaign: Campaign, path: Path) -> Path:
    """The better of two grades for every disputed item that has no decision."""
    return _write(path, DECISIONS, _decisions(campaign))


def _decisions(campaign: Campaign) -> Iterator[Sequence[str]]:
    items = PoolItem.objects.filter(question__campaign=campaign, disputed=True, adjudication=None)
    for item in items.select_related("question__campaign").order_by("question__position", "pk"):
        scale = item.question.kind.scale_for(item.answer)
        assert scale is not None
        grade = min(set(item.judgments.values_list("grade", flat=True)), key=scale.grades.index)
        yield (item.question.qid, item.docid, item.passage, item.answer, grade, "opinion", "0", "jude", "")


def judged_items(campaign: Campaign, **wanted: bool) -> Iterator[tuple[Question, PoolItem, str]]:
    """Each pooled answer that people judge, with each of its assessors, in one order."""
    rows = Assignment.objects.counting().filter(question__campaign=campaign, **wanted)
    for row in rows.select_related("question__campaign", "member").order_by("question__position", "pk"):
        items = row.question.pool_items.filter(automatic=False)
        for item in items.order_by("docid", "passage", "answer", "pk"):
            yield row.question, item, row.member.name


def _write(path: Path, head: Sequence[str], rows: Iterator[Sequence[str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(head)
        table.writerows(rows)
    return path
