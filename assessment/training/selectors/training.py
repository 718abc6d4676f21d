"""Training as assessors meet it: what there is to try, one try, and its review."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from django.db.models import QuerySet
from django.http import Http404

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.models import Account, Member, RoleName
from assessment.people.selectors.access import Access, Permission, Visitor
from assessment.training.models import (
    TrainingAnswer,
    TrainingAttempt,
    TrainingItem,
    TrainingPlan,
    TrainingQuestion,
)


def access_training(account: Visitor, slug: str) -> Access:
    """A campaign whose training the account takes part in, as an assessor or an organizer."""
    access = access_campaign(account, slug, Permission.SEE_GUIDELINES)
    if not (access.may(Permission.JUDGE) or access.may(Permission.EDIT_CAMPAIGN)):
        raise Http404
    return access


def access_sample(
    account: Visitor, slug: str, name: str, permission: Permission
) -> tuple[Access, TrainingQuestion]:
    """The version of a sample question that is in force."""
    access = access_campaign(account, slug, permission)
    found = access.campaign.training_questions.current().filter(name=name).first()
    if found is None:
        raise Http404
    return access, found


def access_attempt(account: Visitor, slug: str, pk: int) -> tuple[Access, TrainingAttempt]:
    """A try: one's own as an assessor, anybody's as an organizer."""
    access = access_training(account, slug)
    attempts = TrainingAttempt.objects.filter(question__campaign=access.campaign)
    if not access.may(Permission.EDIT_CAMPAIGN):
        attempts = attempts.filter(member=access.member)
    found = attempts.filter(pk=pk).select_related("question__campaign", "member", "guidelines").first()
    if found is None:
        raise Http404
    return access, found


def access_own_try(account: Visitor, slug: str, pk: int) -> tuple[Access, TrainingAttempt]:
    """One's own try as an assessor."""
    access, found = access_attempt(account, slug, pk)
    if not is_own(access, found):
        raise Http404
    return access, found


def is_own(access: Access, attempt: TrainingAttempt) -> bool:
    """Whether it is the try of the person asking, who may go on with it."""
    return attempt.member == access.member and access.may(Permission.JUDGE)


def access_try_to_write(account: Account, pk: int) -> TrainingAttempt:
    """One's own try as an assessor, locked until the transaction ends."""
    own = TrainingAttempt.objects.filter(
        member__account=account, member__roles__role=RoleName.ASSESSOR, pk=pk
    )
    found = own.select_related("question__campaign").select_for_update(of=("self",), no_key=True).first()
    if found is None:
        raise Http404
    return found


class SampleRow(NamedTuple):
    """A sample question in force with somebody's attempts at any version of it, oldest first."""

    question: TrainingQuestion
    attempts: list[TrainingAttempt]

    @property
    def finished(self) -> list[TrainingAttempt]:
        """Attempts whose review was seen."""
        return [attempt for attempt in self.attempts if attempt.finished_at]

    @property
    def open(self) -> TrainingAttempt | None:
        """A try that was begun, of the version in force."""
        return next(
            (row for row in self.attempts if not row.finished_at and row.question == self.question), None
        )


def samples_for(access: Access) -> list[SampleRow]:
    """The sample questions in their order, with the attempts of the person asking (two queries)."""
    attempts: dict[str, list[TrainingAttempt]] = defaultdict(list)
    for attempt in attempts_in(access.campaign).filter(member=access.member):
        attempts[attempt.question.name].append(attempt)
    questions = access.campaign.training_questions.current()
    return [SampleRow(question, attempts[question.name]) for question in questions]


def attempts_in(campaign: Campaign) -> QuerySet[TrainingAttempt]:
    """All attempts of a campaign, oldest first."""
    rows = TrainingAttempt.objects.filter(question__campaign=campaign)
    return rows.select_related("question").order_by("started_at", "pk")


def is_required(campaign: Campaign) -> bool:
    """Whether the campaign wants its assessors trained before they judge."""
    return TrainingPlan.objects.filter(campaign=campaign, required=True).exists()


class TrainingProgress(NamedTuple):
    """How far somebody's training is in one campaign."""

    done: int  # sample questions finished at least once
    samples: int
    required: bool

    @property
    def complete(self) -> bool:
        """Whether nothing is left to try."""
        return self.done >= self.samples


def training_progress(account: Account) -> dict[int, TrainingProgress]:
    """How far the training of an account is, by campaigns that have sample questions for it (two queries)."""
    mine = Member.objects.filter(account=account, roles__role=RoleName.ASSESSOR)
    samples: dict[int, set[str]] = defaultdict(set)
    required: dict[int, bool] = {}
    rows = TrainingQuestion.objects.current().filter(campaign__members__in=mine)
    for campaign, name, wanted in rows.values_list("campaign", "name", "campaign__training_plan__required"):
        samples[campaign].add(name)
        required[campaign] = bool(wanted)
    finished = TrainingAttempt.objects.filter(member__in=mine, finished_at__isnull=False)
    tried = set(finished.values_list("question__campaign", "question__name"))
    return {
        campaign: TrainingProgress(
            sum((campaign, name) in tried for name in names), len(names), required[campaign]
        )
        for campaign, names in samples.items()
    }


class MarkedText(NamedTuple):
    """Part of a document's text, and the numbers of the answer strings that stand on it letter by letter."""

    text: str
    numbers: list[int]


class AnswerRow(NamedTuple):
    """An answer of a sample pool, and what the assessor gave it."""

    item: TrainingItem
    number: int
    mark: int  # the number under which its string is marked: that of the first row with it, of several nuggets' rows
    grade: str
    missing: bool  # finishing was refused for want of it

    @property
    def agrees(self) -> bool:
        """Whether the assessor gave the right grade."""
        return self.grade == self.item.right_grade


class DocumentGroup(NamedTuple):
    """A document of a sample pool with the answers that cite it."""

    docid: str
    pieces: list[MarkedText]
    rows: list[AnswerRow]

    @property
    def text(self) -> str:
        """The whole of it."""
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True)
class AttemptPage:
    """One try at a sample question. Right grades and reasons are for its review only."""

    attempt: TrainingAttempt
    rows: list[AnswerRow]

    @property
    def question(self) -> TrainingQuestion:
        """The version that is tried."""
        return self.attempt.question

    @cached_property
    def groups(self) -> list[DocumentGroup]:
        """The pool by documents, as on the judging page."""
        found = []
        for docid, grouped in groupby(self.rows, key=attrgetter("item.docid")):
            rows = list(grouped)
            answers = {row.mark: row.item.answer for row in rows}
            found.append(DocumentGroup(docid, marked(rows[0].item.supporting_text, answers), rows))
        return found

    @property
    def graded(self) -> int:
        """Answers with a grade."""
        return sum(bool(row.grade) for row in self.rows)


def try_page(attempt: TrainingAttempt, finishing: bool = False) -> AttemptPage:
    """The pool of a try by document id and answer string, with the grades so far (two queries)."""
    grades = dict(TrainingAnswer.objects.filter(attempt=attempt).values_list("item", "grade"))
    items = attempt.question.items.order_by("docid", "answer", "nugget", "pk")
    marks: dict[tuple[str, str], int] = {}
    rows = [
        AnswerRow(
            item,
            number,
            marks.setdefault((item.docid, item.answer), number),
            grades.get(item.pk, ""),
            finishing and item.pk not in grades,
        )
        for number, item in enumerate(items, 1)
    ]
    return AttemptPage(attempt, rows)


def marked(text: str, answers: Mapping[int, str]) -> list[MarkedText]:
    """A text in pieces, each with the answers (by their numbers) that cover it."""
    ends = {0, len(text)}
    covers: list[tuple[int, int, int]] = []
    for number, answer in answers.items():
        for start in _places(text, answer):
            covers.append((start, start + len(answer), number))
            ends |= {start, start + len(answer)}
    return [
        MarkedText(
            text[start:end], sorted({number for first, last, number in covers if first <= start < last})
        )
        for start, end in pairwise(sorted(ends))
    ]


def _places(text: str, answer: str) -> Iterator[int]:
    start = text.find(answer) if answer else -1
    while start >= 0:
        yield start
        start = text.find(answer, start + len(answer))
