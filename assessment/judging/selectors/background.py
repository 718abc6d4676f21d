"""What an assessor reads around a question, whatever is judged in it."""

from collections.abc import Sequence
from typing import NamedTuple

from assessment.campaigns.models import Correction, Guidelines, Question
from assessment.campaigns.selectors.campaigns import guidelines_in_force
from assessment.judging.models import Assignment, Change, ChangeKind, Ruling
from assessment.judging.selectors.before import linked_to
from assessment.judging.selectors.rulings import rulings_for
from assessment.people.models import RoleName


class Background(NamedTuple):
    """The guidelines in force, what was corrected since the answers were pooled, and the question in other languages."""

    guidelines: Guidelines | None
    corrections: Sequence[Correction]
    translations: Sequence[Question]
    rulings: Sequence[Ruling] = ()
    searches: bool = False  # whether assessors search the collection now

    @property
    def new_rulings(self) -> int:
        """How many of them answer this person and were not read yet."""
        return sum(row.is_new for row in self.rulings)


def background_of(assignment: Assignment) -> Background:
    """Fetch it (three queries; four where questions are asked in several languages)."""
    question = assignment.question
    return Background(
        guidelines_in_force(question.campaign),
        list(Correction.objects.filter(question=question).order_by("made_at", "pk")),
        _translations(question),
        rulings_for(assignment),
        bool(question.campaign.collection_slug) and RoleName.ASSESSOR in question.campaign.searchers,
    )


def _translations(question: Question) -> list[Question]:
    if not question.source_lang:
        return []
    number = question.qid.partition(":")[0]
    others = Question.objects.filter(campaign=question.campaign_id, qid__startswith=f"{number}:")
    found = others.exclude(source_lang=question.source_lang).order_by("source_lang", "position")
    return list({other.source_lang: other for other in found}.values())


def questions_before(question: Question) -> list[Question]:
    """The earlier questions of the series, but for those that are other tasks with the same one (`after`)."""
    if question.series_id is None:
        return []
    earlier = Question.objects.filter(series=question.series_id, position__lt=question.position)
    return list(earlier.exclude(type__in=linked_to(question)).in_order())


def next_undo(question: Question, assignment: Assignment | None) -> str:
    """What undo would take back of classes and nuggets; empty where there is nothing. Without an assignment: adjudicators' work."""
    return Change.objects.of_one(question, assignment, ChangeKind.PARTS).next_undo()
