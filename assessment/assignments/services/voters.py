"""Going on without a voter who will not vote, where nobody is free to take over."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from assessment.assignments.services.assign import lock_assignments
from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment
from assessment.judging.services.disputes import refuse_released
from assessment.people.models import Account, Member
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say

OPEN = Q(finished_at=None) | Q(judged__lt=F("asked"))


@transaction.atomic
def relieve_voter(
    *, campaign: Campaign, member: Member, questions: Collection[int] | None = None, by: Account | None
) -> list[str]:
    """Ask somebody for no more votes on nuggets: in some questions, or wherever theirs are still to come.

    Votes given there so far are set aside, out of every weight; adding the person again brings them back. What
    they finished, or judge otherwise, stays. Returns the ids of the questions.
    """
    refuse_released(lock_assignments(campaign), "votes")
    voting = Assignment.objects.counting().only_voting()
    owed = voting.filter(OPEN, question__campaign=campaign, member=member)
    if questions is not None:
        owed = owed.filter(question__in=questions)
    pks = list(owed.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))
    if not pks:
        raise Refused(
            say("No votes are due from {member}.", member=member)
            if questions is None
            else say("No votes are due from {member} there.", member=member),
            "no_votes_due",
            say("Nothing to do: release does not wait for them."),
        )
    Assignment.objects.filter(pk__in=pks).update(handed_over_at=timezone.now(), handed_to=None)
    named = Assignment.objects.filter(pk__in=pks).order_by("question__position", "pk")
    qids = list(named.values_list("question__qid", flat=True))
    record_event(
        by=by, campaign=campaign, verb="assignment:relieved", subject=member.name, questions=len(qids)
    )
    return qids
