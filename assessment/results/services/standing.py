"""Whether released scores are those of the judgments as they are now: scored anew, and not stored."""

from typing import Any, NamedTuple

from assessment.campaigns.models import Campaign
from assessment.results.models import OFFICIAL_RULE, Release, RunScore
from assessment.results.selectors.leaderboard import PARTS
from assessment.results.services.readings import scorer_of
from assessment.shared.errors import Refused
from scoring import REVISION
from scoring.rules import RuleError, some_of

COMPARED = ("score", "judged", "unjudged", "measures", "bounds")


class Standing(NamedTuple):
    """How a release compares with what there is now."""

    difference: str  # in a sentence; empty where there is none
    is_mismatch: bool = True  # not where another revision of the scoring explains it


def standing_of(campaign: Campaign, row: Release) -> Standing:
    """Work the scores of a release out anew, and compare every run's."""
    version = row.scores.qrels.version
    try:
        report = scorer_of(campaign).score(OFFICIAL_RULE).as_json()
    except (Refused, RuleError) as error:
        return Standing(
            f"{campaign.slug}: version {version} is released, and cannot be worked out anew. {error.message}"
        )
    kept = _kept(row)
    now = {run_id: {name: run[name] for name in COMPARED} for run_id, run in report["runs"].items()}
    other = sorted(run_id for run_id in kept.keys() | now.keys() if kept.get(run_id) != now.get(run_id))
    if not other:
        return Standing("")
    same = row.scores.qrels.revision == REVISION
    why = "the judgments and inputs there are now" if same else "this version of the software"
    return Standing(
        f"{campaign.slug}: by {why}, the scores of {some_of(other)} are others than in the released version {version}",
        is_mismatch=same,
    )


def _kept(row: Release) -> dict[str, dict[str, Any]]:
    rows = RunScore.objects.filter(score_set=row.scores_id).select_related("run").defer(*PARTS)
    return {found.run.run_id: {name: getattr(found, name) for name in COMPARED} for found in rows}
