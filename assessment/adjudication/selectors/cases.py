"""One question before the adjudicator: its disputed items, and the one in focus with everything around it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q

from assessment.adjudication.selectors.case_lines import (
    CaseLine,
    following,
    item_of,
    judged_lines,
    pool_lines,
)
from assessment.campaigns.models import Question
from assessment.judging.models import Assignment, Change, ChangeKind, Ground
from assessment.judging.models.changes import ChangeQuerySet
from assessment.judging.selectors.alike import are_alike, same_string
from assessment.judging.selectors.document import NO_COLLECTION, Panel, beside_language, comparison
from assessment.people.models import Member
from assessment.people.selectors.access import Access, Permission
from assessment.submissions.models import PoolItem, Response, RunState
from documents.links import document_url
from documents.remote.setting import setting_named
from documents.selectors import describe_document
from scoring import agreement, records
from scoring.agreement import QuestionAgreement
from scoring.scales import Scale

ALIKE_SHOWN = 60


class Alike(NamedTuple):
    """Another string of the pool that ought to be judged alike."""

    line: CaseLine
    same: bool  # but for case, punctuation and spaces
    differs: bool  # from what the item in focus leans to, where both lean


class Giver(NamedTuple):
    """A run that gave the item."""

    run_id: str
    rank: int


class Former(NamedTuple):
    """A former decision."""

    grade: str
    ground: str
    overruled: bool
    note: str
    member: Member | None
    decided_at: datetime | None


@dataclass(frozen=True)
class CasePage:
    """What the adjudicator sees of a question."""

    access: Access
    question: Question
    pool: Sequence[CaseLine]
    now: CaseLine | None

    @property
    def scale(self) -> Scale | None:
        """The grades of the item in focus."""
        return self.question.kind.scale_for(self.now.answer if self.now else "")

    @cached_property
    def lines(self) -> list[CaseLine]:
        """Items that are disputed, or that a decision was made of."""
        return [line for line in self.pool if line.disputed or line.is_decided]

    @property
    def open(self) -> int:
        """Items that wait for a decision."""
        return sum(line.is_open for line in self.lines)

    @cached_property
    def following(self) -> CaseLine | None:
        """The next open item after the one in focus, from the top again at the end."""
        return following(self.lines, self.now) if self.now else None

    @cached_property
    def neighbours(self) -> tuple[CaseLine | None, CaseLine | None]:
        """The items before and after the one in focus."""
        if self.now not in self.lines:
            return None, None
        place = self.lines.index(self.now)
        after = self.lines[place + 1] if place + 1 < len(self.lines) else None
        return (self.lines[place - 1] if place else None), after

    @cached_property
    def alike(self) -> list[Alike]:
        """Strings of the pool that are the same, contain the one in focus, or are contained in it."""
        if self.now is None:
            return []
        now = self.now
        found = [
            Alike(
                line,
                same_string(line.answer, now.answer),
                bool(line.leaning and now.leaning and line.leaning != now.leaning),
            )
            for line in self.pool
            if line.pk != now.pk and are_alike(line.answer, now.answer)
        ]
        return sorted(found, key=lambda alike: not alike.same)[:ALIKE_SHOWN]

    @cached_property
    def givers(self) -> list[Giver]:
        """The current runs that gave the item in focus."""
        if self.now is None:
            return []
        key = PoolItem.objects.filter(pk=self.now.pk).values("key")
        rows = Response.objects.filter(question=self.question, key=key[:1], run__state=RunState.SUBMITTED)
        return [
            Giver(*row) for row in rows.order_by("run__run_id", "rank").values_list("run__run_id", "rank")
        ]

    @cached_property
    def _changes(self) -> ChangeQuerySet:
        return Change.objects.of_one(self.question, None, ChangeKind.DECISION)

    @cached_property
    def history(self) -> list[Former]:
        """Former states of the decision in focus, newest first."""
        if self.now is None or self.now.decision is None:
            return []
        changes = self._changes.filter(item=self.now.pk).order_by("-pk")
        records = [change.before["decisions"][str(self.now.pk)] for change in changes]
        members = Member.objects.in_bulk({record["member_id"] for record in records} - {None})
        return [_former(record, members) for record in records if record["grade"]]

    @cached_property
    def undoable(self) -> CaseLine | None:
        """The item whose decision was changed last: what undo takes back."""
        newest = self._changes.undoable().values_list("item_id", flat=True).first()
        return next((line for line in self.pool if line.pk == newest), None)

    @cached_property
    def panel(self) -> Panel | None:
        """The document of the item in focus, opened to this adjudicator, with the string marked."""
        if self.now is None:
            return None
        collection, docid = self.access.campaign.collection_slug, self.now.docid
        answer, passage = self.now.answer, self.now.passage
        if not collection:
            return Panel(docid, "", NO_COLLECTION)
        described = describe_document(collection, docid, answer=answer, passage=passage)
        if described.state != "held":
            return Panel(docid, "", described)
        reader = str(self.access.account.pk)
        remote = setting_named(self.access.campaign.remote_resources)
        src = document_url(
            collection,
            docid,
            reader=reader,
            answer=answer,
            passage=passage,
            remote=remote,
            beside=beside_language(self.question),
        )
        compare = comparison(described, self.access.campaign.slug, docid)
        seen = compare if self.access.may(Permission.SEE_ALL_RUNS) else ""
        return Panel(docid, src, described, remote=remote, compare=seen, whole_passage=not answer)

    @cached_property
    def next_question(self) -> str | None:
        """The id of the next question with an open item, from the first again after the last."""
        undecided = PoolItem.objects.filter(question=OuterRef("pk"), disputed=True).exclude(
            adjudication__grade__gt=""
        )
        waiting = Question.objects.filter(Exists(undecided), campaign=self.question.campaign_id).retained()
        others = waiting.exclude(pk=self.question.pk).annotate(before=Q(position__lt=self.question.position))
        return others.order_by("before", "position").values_list("qid", flat=True).first()

    @cached_property
    def judges_too(self) -> bool:
        """Whether the adjudicator judged this question herself."""
        return Assignment.objects.filter(question=self.question, member__account=self.access.account).exists()

    @cached_property
    def grade_keys(self) -> list[tuple[str, str, bool]]:
        """The grades with their keys, and which one is chosen before anything is pressed."""
        grades = self.scale.grades if self.scale else ()
        chosen = _likely(grades, self.now) if self.now else ""
        return [(grade, str(number), grade == chosen) for number, grade in enumerate(grades, 1)]

    @cached_property
    def _records(self) -> records.Evaluation:
        return judged_lines(self.question, self.pool)

    @cached_property
    def row(self) -> QuestionAgreement | None:
        """J, D, O and OL of the question as they stand."""
        return next(iter(agreement.table(self._records)), None)

    @cached_property
    def row_if_overruled(self) -> QuestionAgreement | None:
        """The same after the majority on the item in focus is overruled."""
        if self.now is None or self.now.majority is None:
            return None
        item = item_of(self.question, self.now)
        overruled = records.Adjudication(item, self.now.majority, Ground.MISAPPLIED.value, overruled=True)
        others = tuple(other for other in self._records.adjudications if other.item != item)
        return next(iter(agreement.table(self._records._replace(adjudications=(*others, overruled)))), None)


def case_page(access: Access, question: Question, item: int | None) -> CasePage:
    """The page for one item, or for the first that is open."""
    pool = pool_lines(question)
    page = CasePage(access, question, pool, None)
    asked = next((line for line in page.lines if line.pk == item), None)
    first = next((line for line in page.lines if line.is_open), next(iter(page.lines), None))
    return CasePage(access, question, pool, asked or first)


def _former(record: Mapping[str, Any], members: Mapping[int, Member]) -> Former:
    at = record["decided_at"]
    return Former(
        record["grade"],
        record["ground"],
        record["overruled"],
        record["note"],
        members.get(record["member_id"]),
        at and datetime.fromisoformat(at),
    )


def _likely(grades: Sequence[str], now: CaseLine) -> str:
    """The grade that an overruling would most likely give: the best that a minority gave.

    Without a majority there is nothing to overrule, and nothing is chosen for the adjudicator.
    """
    if now.decision is not None and now.decision.grade:
        return now.decision.grade
    if now.majority is None:
        return ""
    given = {one.grade for one in now.given}
    return next((grade for grade in grades if grade in given and grade != now.majority), "")
