"""Which pool items are disputed: two different grades by people whose judgments count; and when that is settled."""

from collections.abc import Collection

from django.db.models import Case, Count, QuerySet, When

from assessment.campaigns.models import Campaign, State
from assessment.judging.models import Judgment
from assessment.judging.selectors.grades import counting_judgments
from assessment.shared.errors import Refused
from assessment.submissions.models import PoolItem


def lock_items(items: "QuerySet[PoolItem]") -> list[int]:
    """Lock pool items in one order for all callers, before their judgments are compared."""
    rows = PoolItem.objects.filter(pk__in=items.values("pk")).select_for_update(no_key=True).order_by("pk")
    return list(rows.values_list("pk", flat=True))


def refresh_disputed(items: Collection[int], questions: Collection[int]) -> None:
    """Work out anew which of the (locked) items of some questions are disputed, writing only what changed.

    The judgments are grouped once for all items, and sought among the assignments of their questions: otherwise
    PostgreSQL would read all judgments again and again after a bulk load, whose rows its statistics do not know yet.
    """
    given = Judgment.objects.filter(item__in=items, assignment__question__in=questions)
    grades = counting_judgments(given).order_by().values("item")
    several = grades.annotate(kinds=Count("grade", distinct=True)).filter(kinds__gt=1).values("item")
    disputed = Case(When(pk__in=several, then=True), default=False)
    wrong = PoolItem.objects.filter(pk__in=items).exclude(disputed=disputed)
    wrong.update(disputed=Case(When(disputed=True, then=False), default=True))


def refuse_released(campaign: Campaign, what: str) -> None:
    """Refuse a change of what scores are made of once the results are out."""
    if campaign.state == State.RELEASED:
        raise Refused(
            f"The results of {campaign.title} are released, so its {what} can no longer change.",
            "campaign_released",
            "Take the release back first.",
        )
