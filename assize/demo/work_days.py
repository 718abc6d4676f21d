"""Days on which the demo's assessors worked, so that its progress pages know a pace and can say when all is done.

Judgments of the demo come from files, which are nobody's work; so these rows are the only ones that are made up.
"""

from datetime import timedelta

from django.db.models import Sum
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, WorkDay

SHARES = (4, 3, 0, 2, 3)  # of the judgments, by day, ending yesterday
SECONDS = (24, 31, 38)  # for one judgment; assessors differ


def add_work_days(campaign: Campaign) -> None:
    """Spread what each assessor with an account has judged over the last days."""
    work = Assignment.objects.filter(question__campaign=campaign, member__account__isnull=False)
    judged = work.order_by("member").values_list("member").annotate(judged=Sum("judged"))
    now = timezone.now()
    WorkDay.objects.bulk_create(
        [
            WorkDay(
                member_id=member,
                day=(now - timedelta(days=len(SHARES) - number)).date(),
                seconds=done * SECONDS[place % len(SECONDS)],
                judged=done,
                last_at=now - timedelta(days=len(SHARES) - number),
            )
            for place, (member, total) in enumerate(judged)
            for number, share in enumerate(SHARES)
            if (done := total * share // sum(SHARES))
        ],
        ignore_conflicts=True,
    )
