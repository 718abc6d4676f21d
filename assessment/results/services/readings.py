"""What is read of a campaign to score it, and whether that still stands when the outcome is stored.

Scoring takes seconds, and people judge meanwhile. So whoever stores asks whether what was read is still what there is
(a release), or at least not older than what somebody else scored meanwhile (any version); else it is read anew.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Max
from django.utils.translation import override

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.locks import refuse_unfinished
from assessment.results.models import QrelsSnapshot
from assessment.results.selectors.consistent_campaign import consistent_campaign
from assessment.results.selectors.evaluation import load_evaluation
from assessment.results.selectors.inputs import inputs_mark
from assessment.shared.errors import Conflict
from scoring.evaluate import Scorer
from scoring.say import say  # heard where a date is not kept

MOST = 5  # readings until one gives up
Outcome = TypeVar("Outcome")


class OutdatedError(Exception):
    """What was read is no longer what there is."""


@dataclass
class Reading:
    """One state of a campaign, ready to be scored."""

    scorer: Scorer
    mark: str  # of everything that scores rest on
    version: int  # the newest of the scores then, and of those made of this reading since


def read_campaign(campaign: Campaign) -> Reading:
    """Read everything that scores depend on in one state of the database. Refused while the pools are being made."""
    with consistent_campaign(campaign):
        campaign = Campaign.objects.get(pk=campaign.pk)  # its settings may be others since it was read
        refuse_unfinished(campaign, say("Nothing was scored."))
        mark, version, evaluation = inputs_mark(campaign), newest_version(campaign), load_evaluation(campaign)
    with override("en"):
        return Reading(Scorer(evaluation), mark, version)


def scorer_of(campaign: Campaign) -> Scorer:
    """What scores are worked out with, where nothing of it is stored as a version."""
    return read_campaign(campaign).scorer


def newest_version(campaign: Campaign) -> int:
    """The number of the newest version of the scores; 0 where there is none."""
    newest: int | None = QrelsSnapshot.objects.filter(campaign=campaign).aggregate(last=Max("version"))[
        "last"
    ]
    return newest or 0


def on_what_stands(campaign: Campaign, work: Callable[[Reading], Outcome]) -> Outcome:
    """Do some work on a reading, and again on a new one as long as it finds its reading outdated.

    Raises Conflict where that happens again and again. What the work does must then be undone, or be right to repeat.
    """
    for _ in range(MOST):
        try:
            return work(read_campaign(campaign))
        except OutdatedError:
            continue
    raise Conflict(
        say("The campaign changed {n} times while it was scored. Nothing was done.", n=str(MOST)),
        "changed_meanwhile",
        say("Try again when fewer people work on it."),
    )
