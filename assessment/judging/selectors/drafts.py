"""Lists of nuggets that programs drafted, for organizers: never of a question that they are themselves to judge."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, QuerySet

from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.selectors.campaigns import KnownRow, access_campaign, access_question, known_of
from assessment.judging.models import Assignment, DraftedNugget, Nugget
from assessment.judging.selectors.machines import own_open_questions
from assessment.people.selectors.access import Access, Permission, Visitor
from scoring.stages import LISTING


class DraftedQuestion(NamedTuple):
    """A question that is judged by nuggets, and how many each version drafted; None where that is hidden."""

    question: Question
    people: int  # nuggets on the list
    drafted: Sequence[int] | None  # by version


class TakenDrafts(NamedTuple):
    """What became of a machine's drafts in the questions whose lists were written with them in view (post-editing)."""

    machine: str
    questions: int
    drafted: int
    unchanged: int  # in the list as they were drafted
    reworded: int
    removed: int  # added, and removed or merged later
    own: int  # nuggets of these lists that are of no draft

    @property
    def left(self) -> int:
        """Drafted nuggets that were never added."""
        return self.drafted - self.unchanged - self.reworded - self.removed


class DraftsPage(NamedTuple):
    """All drafts of a campaign, in numbers."""

    versions: Sequence[str]
    rows: Sequence[DraftedQuestion]
    taken: Sequence[TakenDrafts]


class Draft(NamedTuple):
    """What one version drafted for a question."""

    version: str
    nuggets: Sequence[Nugget]


class QuestionDrafts(NamedTuple):
    """People's list of a question beside the drafts of all versions; hidden from whoever is still to judge it."""

    question: Question
    is_hidden: bool
    people: Sequence[KnownRow] = ()
    drafts: Sequence[Draft] = ()


def access_drafts(account: Visitor, slug: str) -> tuple[Access, "QuerySet[Nugget]"]:
    """The drafts of a campaign that the account may see, by question, version and place. For organizers."""
    access = access_campaign(account, slug, Permission.ASSIGN)
    rows = DraftedNugget.objects.filter(question__campaign=access.campaign)
    return access, rows.exclude(question__qid__in=own_open_questions(access))


def drafts_taken(campaign: Campaign) -> list[TakenDrafts]:
    """What became of drafts that people saw, by machine; nothing where nobody saw any (one query, else three)."""
    seen = Assignment.objects.of_people().filter(
        Exists(DraftedNugget.objects.filter(member=OuterRef("shown"), question=OuterRef("question"))),
        question__campaign=campaign,
    )
    pairs = set(seen.values_list("shown__name", "question_id"))
    if not pairs:
        return []
    questions = {question for _, question in pairs}
    own = _lengths(Nugget.objects.filter(question__in=questions, draft=None).current())
    rows = DraftedNugget.objects.filter(question__in=questions).values_list(
        "member__name", "question_id", "text", "taken__text", "taken__removed"
    )
    fates: dict[str, Counter[str]] = {machine: Counter() for machine, _ in pairs}
    for machine, question, text, taken, is_removed in rows:
        if (machine, question) in pairs:
            fates[machine][_fate(text, taken, is_removed)] += 1
    return [
        TakenDrafts(
            machine,
            len(mine := [question for name, question in pairs if name == machine]),
            fate.total(),
            fate["unchanged"],
            fate["reworded"],
            fate["removed"],
            sum(own.get(question, 0) for question in mine),
        )
        for machine, fate in sorted(fates.items())
    ]


def _fate(text: str, taken: str | None, is_removed: bool | None) -> str:
    if taken is None:
        return "left"
    if is_removed:
        return "removed"
    return "unchanged" if taken == text else "reworded"


def drafts_page(access: Access) -> DraftsPage:
    """How many nuggets people have on the list of each question, and each version in its draft."""
    hidden = own_open_questions(access)
    counted = DraftedNugget.objects.filter(question__campaign=access.campaign).order_by()
    numbers = {
        (question, name): n
        for question, name, n in counted.values_list("question_id", "member__name").annotate(n=Count("pk"))
    }
    versions = sorted({name for _, name in numbers})
    types = access.campaign.track.types_with(LISTING)
    questions = access.campaign.questions.filter(type__in=types).order_by("position", "pk")
    lengths = _lengths(Nugget.objects.filter(question__campaign=access.campaign).current())
    rows = [
        DraftedQuestion(
            question,
            lengths.get(question.pk, 0),
            None if question.qid in hidden else [numbers.get((question.pk, one), 0) for one in versions],
        )
        for question in questions
    ]
    return DraftsPage(versions, rows, drafts_taken(access.campaign))


def _lengths(listed: "QuerySet[Nugget]") -> Mapping[int, int]:
    """How many nuggets there are, by question."""
    return dict(listed.order_by().values_list("question_id").annotate(n=Count("pk")))


def question_drafts(account: Visitor, slug: str, qid: str) -> tuple[Access, QuestionDrafts | None]:
    """One question with all drafts; None where it is not judged by nuggets. For organizers."""
    access, question = access_question(account, slug, qid, Permission.ASSIGN)
    if not question.kind.form.asks(LISTING):
        return access, None
    if qid in own_open_questions(access):
        return access, QuestionDrafts(question, True)
    found: dict[str, list[Nugget]] = {}
    rows: QuerySet[Any] = DraftedNugget.objects.filter(question=question).select_related("member", "taken")
    for row in rows.order_by("member__name", "position"):
        found.setdefault(row.member.name, []).append(row)
    drafts = [Draft(version, nuggets) for version, nuggets in found.items()]
    return access, QuestionDrafts(question, False, known_of(question), drafts)
