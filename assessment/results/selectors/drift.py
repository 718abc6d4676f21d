"""Whether released scores are still those of the judgments, as far as the database tells without scoring anew."""

from assessment.campaigns.models import Campaign
from assessment.judging.models import Change
from assessment.people.models import Event
from assessment.people.services.frozen import SCORED
from assessment.results.models import OFFICIAL_RULE, Release, ScoreSet
from assessment.results.selectors.access import score_sets
from assessment.results.selectors.release_changes import moved_runs
from assessment.shared.say import say, say_n


def difference(campaign: Campaign, row: Release) -> str:
    """How what there is differs from what was released, in a sentence; empty where nothing tells so (three queries).

    `services.drift` scores anew and tells for certain.
    """
    if later := _scored_later(campaign, row):
        return _differs(row, later)
    if row.mark and _changed_since(campaign, row.mark):
        return say(
            "Judgments, runs or questions changed after version {n} was released; score again to see what differs.",
            n=str(row.scores.qrels.version),
        )
    return ""


def _differs(row: Release, later: ScoreSet) -> str:
    versions = {"newer": str(later.qrels.version), "version": str(row.scores.qrels.version)}
    if moved := len(moved_runs(row, later, row.left_out)):
        return say_n(
            "Version {newer}, scored later, differs from the released version {version}: {n} run has another score or rank.",
            "Version {newer}, scored later, differs from the released version {version}: {n} runs have another score or rank.",
            moved,
            **versions,
        )
    return say(
        "Version {newer}, scored later, was made of other judgments or inputs than the released version {version}; "
        "no run has another score or rank.",
        **versions,
    )


def _scored_later(campaign: Campaign, row: Release) -> ScoreSet | None:
    """A version of other inputs, by the same rule."""
    sets = score_sets(campaign).filter(qrels__rule=OFFICIAL_RULE, qrels__version__gt=row.scores.qrels.version)
    return sets.exclude(qrels__inputs_sha256=row.scores.qrels.inputs_sha256).defer("report").first()


def _changed_since(campaign: Campaign, mark: str) -> bool:
    """Whether the history or the log has rows after those that a mark (`selectors.inputs`) counted."""
    change, event = (int(part.partition("-")[2]) for part in mark.split(":"))
    return (
        Change.objects.filter(question__campaign=campaign, pk__gt=change).exists()
        or Event.objects.filter(campaign=campaign, verb__in=SCORED, pk__gt=event).exists()
    )
