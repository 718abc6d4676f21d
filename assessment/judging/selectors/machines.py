"""The programs that judged in a campaign, as far as it is known what they are."""

from assessment.campaigns.models import Campaign
from assessment.judging.models import Machine
from scoring.records import MachineAssessor


def machines_of(campaign: Campaign) -> tuple[MachineAssessor, ...]:
    """What is known of each version, in code-point order of their names as assessors."""
    rows = Machine.objects.filter(member__campaign=campaign).select_related("member")
    return tuple(sorted(row.facts for row in rows))
