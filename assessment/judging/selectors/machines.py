"""The programs that judged in a campaign, as far as it is known what they are, and who may not see yet what they said."""

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, Machine
from assessment.people.selectors.access import Access
from scoring.records import MachineAssessor


def machines_of(campaign: Campaign) -> tuple[MachineAssessor, ...]:
    """What is known of each version, in code-point order of their names as assessors."""
    rows = Machine.objects.filter(member__campaign=campaign).select_related("member")
    return tuple(sorted(row.facts for row in rows))


def own_open_questions(access: Access) -> set[str]:
    """The ids of the questions that an account is itself to judge and has not finished.

    Nobody who judges may see what a machine says before their own word: organizers see nothing of it there.
    """
    own = Assignment.objects.counting().filter(
        question__campaign=access.campaign, member__account=access.account, finished_at=None
    )
    return set(own.values_list("question__qid", flat=True))
