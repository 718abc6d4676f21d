"""What is doubtful about runs and pooling and stops nothing: runs of one priority, and a campaign that is not closed."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Literal

from assessment.campaigns.models import Campaign, State
from assessment.shared.say import say, sentence
from assessment.submissions.models import Run
from assessment.submissions.selectors.pools import runs_of_priorities, runs_taken_out
from scoring.stages import ANSWER


def same_priorities(campaign: Campaign, runs: Iterable[Run]) -> list[str]:
    """A sentence for each team that gave several current runs one priority; none where runs are not pooled."""
    if ANSWER not in campaign.track.item_kinds:
        return []
    found: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
    for run in runs:
        found[run.team.name, run.priority].append(run.run_id)
    return [
        say(
            "{team} has {n} runs of priority {priority} ({runs}): pooling by priority takes all of them.",
            team=team,
            n=len(named),
            priority=str(priority),
            runs=", ".join(sorted(named)),
        )
        for (team, priority), named in sorted(found.items())
        if len(named) > 1
    ]


def current_runs(campaign: Campaign) -> list[Run]:
    """The current runs with no more than their team and priority."""
    runs = campaign.runs.current().select_related("team").only("campaign", "run_id", "priority", "team__name")
    return list(runs.order_by("run_id", "pk"))


def beside(run: Run) -> list[str]:
    """The same for the other runs of a run's team: what its receipt says."""
    own = run.team.runs.current().filter(priority=run.priority).select_related("team")
    return same_priorities(run.campaign, own.only("campaign", "run_id", "priority", "team__name"))


Done = Literal["Pooled", "Pooling", "Scored", "Scoring"]
_DRAFT: Mapping[Done, str] = {
    "Pooled": sentence("Pooled while the campaign is a draft: teams have not been asked for runs yet."),
    "Pooling": sentence("Pooling while the campaign is a draft: teams have not been asked for runs yet."),
    "Scored": sentence("Scored while the campaign is a draft: teams have not been asked for runs yet."),
    "Scoring": sentence("Scoring while the campaign is a draft: teams have not been asked for runs yet."),
}
_OPEN: Mapping[Done, str] = {
    "Pooled": sentence(
        "Pooled while the campaign is open: runs may still come in, be replaced or be withdrawn."
    ),
    "Pooling": sentence(
        "Pooling while the campaign is open: runs may still come in, be replaced or be withdrawn."
    ),
    "Scored": sentence(
        "Scored while the campaign is open: runs may still come in, be replaced or be withdrawn."
    ),
    "Scoring": sentence(
        "Scoring while the campaign is open: runs may still come in, be replaced or be withdrawn."
    ),
}


def not_closed(campaign: Campaign, done: Done) -> list[str]:
    """A sentence where runs may still come in after what was done, such as "Pooled"; none once the campaign is closed."""
    if campaign.state == State.DRAFT:
        return [say(_DRAFT[done])]
    if campaign.state == State.OPEN:
        return [say(_OPEN[done])]
    return []


def of_runs_out(campaign: Campaign, priorities: Collection[int]) -> list[str]:
    """A sentence on the runs that a round passes over because they were taken out of the pool; none where there are none."""
    out = runs_taken_out(campaign)
    if priorities:
        out &= set(runs_of_priorities(campaign, priorities))
    if not out:
        return []
    named = campaign.runs.filter(pk__in=out).order_by("run_id", "pk").values_list("run_id", flat=True)
    return [f"Left out, because they were taken out of the pool: {', '.join(named)}. --again pools them too."]


def of_pooling(campaign: Campaign, done: Done) -> list[str]:
    """All that is doubtful about pooling the campaign as it is."""
    return [*not_closed(campaign, done), *same_priorities(campaign, current_runs(campaign))]
