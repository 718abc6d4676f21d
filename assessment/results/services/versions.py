"""The version of the scores that a command is about."""

from assessment.campaigns.models import Campaign
from assessment.results.models import ScoreSet
from assessment.results.selectors.access import leading, release_in_force, score_sets
from assessment.shared.errors import Refused
from assessment.shared.say import say


def version_of(campaign: Campaign, version: int | None) -> ScoreSet:
    """A version of the scores; without a number the one that the campaign leads with."""
    sets = score_sets(campaign)
    found = (
        leading(sets, release_in_force(campaign))
        if version is None
        else sets.filter(qrels__version=version).first()
    )
    if found is None:
        message = (
            say("{campaign} has no scores yet.", campaign=campaign.slug)
            if version is None
            else say("{campaign} has no version {n} of the scores.", campaign=campaign.slug, n=str(version))
        )
        raise Refused(message, "no_scores", say("Score it first, or name an existing version."))
    return found
