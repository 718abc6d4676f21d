"""Stores what was declared of post-editing."""

from assessment.campaigns.models import Campaign
from assessment.judging.models import PostEditingPlan
from assessment.people.models import Account, Member
from scoring.records import PostEditing


def store_plan(*, campaign: Campaign, declared: PostEditing, by: Account | None) -> PostEditingPlan:
    """Store a declaration whose machine is a member of the campaign."""
    return PostEditingPlan.objects.create(
        campaign=campaign,
        machine=Member.objects.get(campaign=campaign, name=declared.machine),
        share=declared.share,
        seed=declared.seed,
        machine_sha256=declared.machine_sha256,
        questions=list(declared.questions),
        declared_by=by,
    )
