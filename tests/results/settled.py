"""Brings an imported campaign to where its scores can be released."""

from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.judging.models import Adjudication, Assignment, Judgment, Reading
from assessment.submissions.models import PoolItem
from scoring.stages import LISTING


def settle_everything(campaign: Campaign) -> None:
    """Judge every item that nobody judged, decide every open dispute, and settle NILs."""
    items = PoolItem.objects.filter(question__campaign=campaign)
    for item in items.exclude(judgments__by_program=False, judgments__assignment__handed_over_at=None):
        assignment = Assignment.objects.counting().filter(question=item.question_id).first()
        assert assignment
        if item.question.kind.form.asks(LISTING):
            Reading.objects.get_or_create(assignment=assignment, item=item)
            continue
        Judgment.objects.update_or_create(
            item=item,
            member=assignment.member,
            defaults={"assignment": assignment, "grade": worst_grade(item), "judged_at": timezone.now()},
        )
    for item in items.filter(disputed=True, adjudication=None):
        Adjudication.objects.create(
            item=item, grade=worst_grade(item), ground="inconsistent", decided_at=timezone.now()
        )
    campaign.questions.update(nil="wrong")


def worst_grade(item: PoolItem) -> str:
    scale = item.question.kind.scale
    assert scale
    return scale.grades[-1]
