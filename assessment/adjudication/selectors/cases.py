"""One question before the adjudicator: its disputed items, and the one in focus with everything around it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Case as Choice
from django.db.models import Exists, OuterRef, Value, When

from assessment.adjudication.selectors.case_lines import (
    CaseLine,
    following,
    item_of,
    judged_lines,
    pool_lines,
)
from assessment.adjudication.selectors.majorities import OPEN
from assessment.adjudication.selectors.sentences import in_short
from assessment.campaigns.models import Question
from assessment.judging.models import Assignment, Change, ChangeKind, Ground
from assessment.judging.models.changes import ChangeQuerySet
from assessment.judging.selectors.alike import are_alike, same_string
from assessment.judging.selectors.around import AnswersAround
from assessment.judging.selectors.document import (
    ALONE,
    NO_COLLECTION,
    Panel,
    beside_language,
    comparison,
    describe_cited,
    mark_of,
)
from assessment.people.models import Member
from assessment.people.selectors.access import Access, Permission
from assessment.shared.grades import grade_name, keys_of
from assessment.shared.say import say
from assessment.submissions.models import PoolItem, Response, RunState
from documents.links import document_url
from documents.marks import How
from documents.remote.setting import setting_named
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

    @property
    def in_short(self) -> str:
        """The ground, and whether the majority was overruled."""
        return in_short(self.ground, overruled=self.overruled)


class Case(NamedTuple):
    """What surrounds the item in focus."""

    givers: Sequence[Giver]  # current runs
    history: Sequence[Former]  # former states of the decision, newest first
    undoable: CaseLine | None  # the item whose decision was changed last: what undo takes back
    panel: Panel | None
    next_question: str | None  # with an open item, once this one has none
    judges_too: bool  # whether the adjudicator judged this question herself


@dataclass(frozen=True)
class CasePage:
    """A question's disputed items, and the one in focus."""

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
                same_string(line.text, now.text),
                bool(line.leaning and now.leaning and line.leaning != now.leaning),
            )
            for line in self.pool
            if line.pk != now.pk and line.text and now.text and are_alike(line.text, now.text)
        ]
        return sorted(found, key=lambda alike: not alike.same)[:ALIKE_SHOWN]

    @cached_property
    def grade_keys(self) -> list[tuple[str, str, bool]]:
        """The grades with their keys, and which one is chosen before anything is pressed."""
        keys = keys_of(self.scale) if self.scale else {}
        chosen = _likely(tuple(keys), self.now) if self.now else ""
        return [(grade, key, grade == chosen) for grade, key in keys.items()]

    @property
    def choice_label(self) -> str:
        """What a ground's button does with the grade that is chosen beforehand, where no other can be meant."""
        if self.now is None or self.now.majority is None:
            return say("Decide")
        chosen = next((grade for grade, _, is_chosen in self.grade_keys if is_chosen), "")
        if len(self.grade_keys) != 2 or not chosen:
            return say("Overrule")
        if chosen == self.now.majority:
            return say("Keep “{grade}”", grade=grade_name(chosen, self.question.campaign.track))
        return say("Overrule to “{grade}”", grade=grade_name(chosen, self.question.campaign.track))

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


def case_page(question: Question, item: int | None) -> CasePage:
    """The page for one item, or for the first that is open (three queries)."""
    pool = pool_lines(question)
    page = CasePage(question, pool, None)
    asked = next((line for line in page.lines if line.pk == item), None)
    first = next((line for line in page.lines if line.is_open), next(iter(page.lines), None))
    return CasePage(question, pool, asked or first)


def case_of(access: Access, page: CasePage, find: str = "", how: How = "exact") -> Case:
    """What is fetched for the item in focus."""
    changes = Change.objects.of_one(page.question, None, ChangeKind.DECISION)
    newest = changes.undoable().values_list("item_id", flat=True).first()
    return Case(
        givers=_givers(page),
        history=_history(page, changes),
        undoable=next((line for line in page.pool if line.pk == newest), None),
        panel=_within_answers(page, _panel(access, page, find, how)),
        next_question=None if page.open else next_question(page.question),
        judges_too=Assignment.objects.filter(question=page.question, member__account=access.account).exists(),
    )


def _givers(page: CasePage) -> list[Giver]:
    """The current runs that gave the item in focus. Nobody is to know them before the item is decided."""
    if page.now is None or page.now.is_open or not page.question.kind.form.pools:
        return []
    key = PoolItem.objects.filter(pk=page.now.pk).values("key")
    rows = Response.objects.filter(question=page.question, key=key[:1], run__state=RunState.SUBMITTED)
    return [Giver(*row) for row in rows.order_by("run__run_id", "rank").values_list("run__run_id", "rank")]


def _history(page: CasePage, changes: ChangeQuerySet) -> list[Former]:
    if page.now is None or page.now.decision is None:
        return []
    newest_first = changes.filter(item=page.now.pk).order_by("-pk")
    records = [change.before["decisions"][str(page.now.pk)] for change in newest_first]
    members = Member.objects.in_bulk({record["member_id"] for record in records} - {None})
    return [_former(record, members) for record in records if record["grade"]]


def _within_answers(page: CasePage, panel: Panel | None) -> Panel | None:
    """The same with the answers that the item in focus is a sentence of, of no named run."""
    if panel is None or page.now is None or not page.question.kind.context:
        return panel
    return panel._replace(around=AnswersAround(page.question).of(page.now), whole_passage=True)


def _panel(access: Access, page: CasePage, find: str, how: How) -> Panel | None:
    """The document of the item in focus, opened to this adjudicator, with the string marked."""
    if page.now is None:
        return None
    collection, docid = access.campaign.collection_slug, page.now.docid
    answer, passage = page.now.answer, page.now.passage
    if not docid:
        return Panel("", "", ALONE)
    if not collection:
        return Panel(docid, "", NO_COLLECTION)
    described = describe_cited(collection, docid, answer, passage, find=find, how=how)
    if described.state != "held":
        return Panel(docid, "", described, find)
    remote = setting_named(access.campaign.remote_resources)
    src = document_url(
        collection,
        docid,
        reader=access.account.as_reader,
        answer=answer,
        find=find,
        how=how,
        passage=passage,
        remote=remote,
        beside=beside_language(page.question),
        keys=True,
        revision=described.revision,
    )
    compare = comparison(described, access.campaign.slug, docid)
    seen = compare if access.may(Permission.SEE_ALL_RUNS) else ""
    mark = mark_of(passage)
    return Panel(
        docid, src, described, find, remote=remote, compare=seen, whole_passage=not answer, mark=mark
    )


def next_question(question: Question) -> str | None:
    """The id of the next question with an open item: of the same series, else of the campaign.

    Each time those that follow come first, then those before.
    """
    waiting = PoolItem.objects.filter(OPEN, question=OuterRef("pk"), disputed=True)
    others = Question.objects.filter(Exists(waiting), campaign=question.campaign_id).retained()
    elsewhere = Choice(When(series=question.series_id, then=0), default=1) if question.series_id else Value(1)
    before = Choice(When(position__lt=question.position, then=1), default=0)
    ordered = others.exclude(pk=question.pk).order_by(elsewhere, before, "position", "pk")
    return ordered.values_list("qid", flat=True).first()


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
