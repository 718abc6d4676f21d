"""Whether released scores are those of the judgments as they are now: scored anew, and not stored."""

from typing import Any, NamedTuple

from assessment.campaigns.models import Campaign, State
from assessment.results.models import OFFICIAL_RULE, PARTS, Release, RunScore
from assessment.results.selectors.access import release_in_force
from assessment.results.services.readings import scorer_of
from assessment.shared.errors import Refused
from assessment.shared.say import say
from scoring import REVISION
from scoring.evaluate import SOFTWARE
from scoring.rules import RuleError, some_of

COMPARED = ("score", "judged", "unjudged", "measures", "bounds")


class Drift(NamedTuple):
    """How a release compares with what there is now."""

    difference: str  # in a sentence; empty where there is none
    is_mismatch: bool = True  # not where other software, or pools that are being made, explain it


def drift_of(campaign: Campaign, row: Release) -> Drift:
    """Work the scores of a release out anew, and compare every run's."""
    named = {"campaign": campaign.slug, "version": str(row.scores.qrels.version)}
    try:
        report = scorer_of(campaign).score(OFFICIAL_RULE).as_json()
    except (Refused, RuleError) as error:
        return Drift(
            say(
                "{campaign}: the released version {version} cannot be computed again. {why}",
                why=error.message,
                **named,
            ),
            is_mismatch=isinstance(error, RuleError) and not _may_be_stricter(row),
        )
    kept = _kept(row)
    now = {run_id: {name: run[name] for name in COMPARED} for run_id, run in report["runs"].items()}
    other = sorted(run_id for run_id in kept.keys() | now.keys() if kept.get(run_id) != now.get(run_id))
    if not other:
        return Drift("")
    if row.scores.qrels.revision != REVISION:
        return Drift(
            say(
                "{campaign}: this version of the software gives other scores than the released version {version}: {runs}.",
                runs=some_of(other),
                **named,
            ),
            is_mismatch=False,
        )
    return Drift(
        say(
            "{campaign}: the judgments and inputs there are now give other scores than the released version {version}: "
            "{runs}.",
            runs=some_of(other),
            **named,
        )
    )


def refuse_other_than_released(campaign: Campaign) -> None:
    """Refuse what is to be as of the release, where none stands or what there is now gives other scores."""
    row = release_in_force(campaign) if campaign.state == State.RELEASED else None
    if row is None:
        raise Refused(
            say("No scores are released. Nothing was exported."), "not_released", say("Release them first.")
        )
    if difference := drift_of(campaign, row).difference:
        raise Refused(
            " ".join([difference, say("Nothing was exported.")]),
            "not_as_released",
            say("Take the release back and release again, or export what there is now."),
        )


def _may_be_stricter(row: Release) -> bool:
    """Whether another version of the software made the scores: this one may refuse what that one took."""
    made_by = row.scores.qrels
    return (made_by.software, made_by.revision) != (SOFTWARE, REVISION)


def _kept(row: Release) -> dict[str, dict[str, Any]]:
    rows = RunScore.objects.filter(score_set=row.scores_id).select_related("run").defer(*PARTS)
    return {found.run.run_id: {name: getattr(found, name) for name in COMPARED} for found in rows}
