"""Whether a campaign has nuggets."""

from assessment.people.selectors.access import Access


def has_nuggets(access: Access) -> bool:
    """Whether questions of this campaign may have nuggets."""
    return any(kind.form.has_nuggets for kind in access.campaign.track.question_types.values())
