"""The candidates of a campaign as somebody may see them: looked for, a page at a time, and counted by source."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, Prefetch, Q, QuerySet, Value, When
from django.utils import timezone

from assessment.campaigns.models import (
    Campaign,
    Candidate,
    CandidateQuestion,
    CandidateReading,
    CandidateState,
)
from assessment.campaigns.selectors.candidates import (
    concealed,
    developer_roles,
    is_concealed,
    stored_texts,
    visible_candidates,
)
from assessment.people.models import Account
from assessment.people.selectors.access import Access

CANDIDATES_A_PAGE = 50
_ORDER = (CandidateState.CONSIDERED, CandidateState.REJECTED, CandidateState.ACCEPTED)


class Wanted(NamedTuple):
    """What is looked for among candidates; "" is no condition."""

    state: str = ""  # as CandidateState has it
    source: str = ""  # of one of its questions
    person: str = ""  # the account that entered it
    find: str = ""  # a part of a target, question or known answer, however it is capitalized


class Source(NamedTuple):
    """Where candidate questions come from, and how many are in which state. Those rejected by themselves are rejected."""

    name: str
    considered: int
    rejected: int
    accepted: int


class Listed(NamedTuple):
    """A page of candidates."""

    page: Page[Candidate]
    wanted: Wanted
    sources: list[Source]
    people: list[str]  # accounts that entered some


def listed_candidates(access: Access, wanted: Wanted, page: str = "") -> Listed:
    """Those that somebody may see: under consideration first, then the newest."""
    visible = visible_candidates(access)
    rows = _chosen(access.campaign, visible, wanted, votes=developer_roles(access) is None)
    shown = Paginator(rows, CANDIDATES_A_PAGE).get_page(page)
    shown.object_list = as_seen(access, shown.object_list)
    names = visible.exclude(entered_by=None).order_by("entered_by__username")
    people = list(names.values_list("entered_by__username", flat=True).distinct())
    return Listed(shown, wanted, sources_of(visible), people)


def candidates_for(access: Access, wanted: Wanted) -> QuerySet[Candidate]:
    """The same without pages, and whole: what is read of it goes through `as_seen`."""
    return _chosen(access.campaign, visible_candidates(access), wanted)


def candidates_of(campaign: Campaign, wanted: Wanted) -> list[Candidate]:
    """Those of a campaign, as its organizers see them."""
    return list(_chosen(campaign, campaign.candidates.all(), wanted))


def as_seen(access: Access, rows: Iterable[Candidate]) -> list[Candidate]:
    """The rows without what their reader may not know."""
    found = list(rows)
    for row in found:
        row.is_nameless = developer_roles(access) is not None
    for row in found if is_concealed(access) else ():
        row.conceal()
        for question in row.questions.all():
            question.candidate = row
            concealed(question)
    return found


def sources_of(rows: QuerySet[Candidate]) -> list[Source]:
    """How many questions of these candidates come from where (one query)."""
    questions = CandidateQuestion.objects.filter(candidate__in=rows.values("pk"))
    considered = Count("pk", filter=Q(candidate__state=CandidateState.CONSIDERED, reason=""))
    accepted = Count("pk", filter=Q(candidate__state=CandidateState.ACCEPTED, reason=""))
    counted = questions.values_list("source").annotate(all=Count("pk"), open=considered, taken=accepted)
    return [
        Source(source, open_, all_ - open_ - taken, taken)
        for source, all_, open_, taken in counted.order_by("source")
    ]


def _chosen(
    campaign: Campaign, rows: QuerySet[Candidate], wanted: Wanted, *, votes: bool = False
) -> QuerySet[Candidate]:
    if wanted.state:
        rows = rows.filter(state=wanted.state)
    if wanted.person:
        rows = rows.filter(entered_by__username=wanted.person)
    if wanted.source:
        rows = rows.filter(questions__source=wanted.source).distinct()
    if wanted.find:
        rows = rows.filter(pk__in=_with_words(rows, wanted.find))
    place = Case(*(When(state=state, then=Value(number)) for number, state in enumerate(_ORDER)))
    return _with_questions(rows.order_by(place, "-pk"), campaign, votes=votes)


def _with_words(rows: QuerySet[Candidate], find: str) -> set[int]:
    """Databases know the cases of other alphabets differently, so that texts are compared here."""
    texts = rows.values_list("pk", "target", "questions__text", "questions__known")
    return {pk for pk, *parts in texts if _has(parts, find)}


def _has(parts: Iterable[str | None], find: str) -> bool:
    return any(find.casefold() in (part or "").casefold() for part in parts)


def _readings() -> QuerySet[CandidateReading]:
    return CandidateReading.objects.order_by("read_at", "pk")


def _with_questions(rows: QuerySet[Candidate], campaign: Campaign, *, votes: bool) -> QuerySet[Candidate]:
    questions = CandidateQuestion.objects.select_related("question").order_by("position")
    if campaign.track.languages:
        questions = questions.prefetch_related(Prefetch("translations", stored_texts()))
    if votes:
        questions = questions.prefetch_related(Prefetch("readings", _readings()))
    rows = rows.select_related("series", "entered_by", "decided_by")
    return rows.prefetch_related(Prefetch("questions", questions))


class Development(NamedTuple):
    """How far somebody is with their own candidate questions."""

    quota: int
    entered: int
    end: datetime | None  # None: without an end
    now: datetime

    @property
    def is_open(self) -> bool:
        """Whether candidates can be entered and changed."""
        return self.end is None or self.now < self.end

    @property
    def left(self) -> int:
        """How many more they may enter."""
        return max(self.quota - self.entered, 0)


def developments(account: Account, accesses: Iterable[Access]) -> dict[int, Development]:
    """By campaign, where somebody who does not run it may enter some, and may still do so (one query)."""
    quotas = {access.campaign.pk: access.campaign.candidate_quota(access.roles) for access in accesses}
    some = [access.campaign for access in accesses if quotas[access.campaign.pk]]
    if not some:
        return {}
    counted = CandidateQuestion.objects.filter(candidate__campaign__in=some, candidate__entered_by=account)
    entered = dict(counted.values_list("candidate__campaign").annotate(n=Count("pk")))
    now = timezone.now()
    return {
        row.pk: Development(quotas[row.pk], entered.get(row.pk, 0), row.candidates_end, now) for row in some
    }
