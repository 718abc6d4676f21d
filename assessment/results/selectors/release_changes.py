"""What moved from one release to the next: stored with the later one, and shown with it."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import override

from assessment.campaigns.models import Campaign
from assessment.results.models import PARTS, Release, RunScore, ScoreSet
from assessment.results.selectors.access import ScoresAccess
from assessment.results.selectors.changes import changed_grades, changed_keys, out_of_the_means, scored
from scoring.say import heard, say_again


def changes_since(campaign: Campaign, scores: ScoreSet, left_out: Collection[str]) -> dict[str, Any]:
    """What is other than in the release before, as JSON; empty where this is the first."""
    before = (
        Release.objects.filter(campaign=campaign, ended_at__isnull=False)
        .select_related("scores__qrels")
        .order_by("-made_at", "-pk")
        .first()
    )
    if before is None:
        return {}
    with override("en"), heard() as words:
        old, new = out_of_the_means(before.scores), out_of_the_means(scores)
    moved = {qid for qid, _ in changed_grades(before.scores, scores)}
    moved |= {change.qid for change in changed_keys(before.scores, scores)}
    return {
        "since": before.scores.qrels.version,
        "reason": before.reason,
        "runs": moved_runs(before, scores, left_out),
        "questions": sorted(moved),
        "left": [[name, reason] for name, reason in new.items() if name not in old],
        "back": [[name, reason] for name, reason in old.items() if name not in new],
        "words": words,
    }


def moved_runs(before: Release, scores: ScoreSet, left_out: Collection[str]) -> list[dict[str, Any]]:
    """The runs whose score or rank is another, and those that came or went."""
    was, now = ranked(before.scores, before.left_out), ranked(scores, left_out)
    return [
        {"run": run_id, "before": was.get(run_id), "after": now.get(run_id)}
        for run_id in sorted(was.keys() | now.keys())
        if was.get(run_id) != now.get(run_id)
    ]


def ranked(scores: ScoreSet, left_out: Iterable[str]) -> dict[str, list[Any]]:
    """Score and rank of each released run."""
    rows = RunScore.objects.filter(score_set=scores).select_related("run").defer(*PARTS)
    shown = [row for row in rows if row.run.run_id not in set(left_out)]
    return {run_id: list(found) for run_id, found in scored(shown).items()}


class Moved(NamedTuple):
    """A run that moved, with what the reader may know of it."""

    run_id: str
    before: float | None
    after: float | None
    rank_before: int | None
    rank_after: int | None
    is_new: bool
    is_gone: bool


class Notice(NamedTuple):
    """What a reader is told of a second release."""

    since: int
    reason: str
    runs: list[Moved]
    others: int  # runs that moved and that the reader may not know
    questions: list[str]
    left: list[list[str]]
    back: list[list[str]]

    @property
    def is_empty(self) -> bool:
        return not (self.runs or self.others or self.questions or self.left or self.back)


def notice_of(scores: ScoresAccess) -> Notice | None:
    """The notice of the release that stands; None where nothing was released before it."""
    found = scores.release.changes if scores.release else {}
    if not found:
        return None
    words = found.get("words", {})  # of releases from before they were kept: none
    runs = [moved(one, ranks=not scores.is_private) for one in found["runs"]]
    own = own_ids(scores) if not scores.sees_names else None
    known = [run for run in runs if own is None or run.run_id in own]
    return Notice(
        found["since"],
        found["reason"],
        known,
        0 if scores.is_private else len(runs) - len(known),
        found["questions"],
        *([[say_again(one, words) for one in pair] for pair in found[name]] for name in ("left", "back")),
    )


def own_ids(scores: ScoresAccess) -> set[str]:
    """The ids of the runs of the account's teams."""
    version = scores.release.scores_id if scores.release else None
    rows = RunScore.objects.filter(score_set=version, run__in=scores.own)
    before = RunScore.objects.filter(score_set__releases__campaign=scores.campaign, run__in=scores.own)
    return {*rows.values_list("run__run_id", flat=True), *before.values_list("run__run_id", flat=True)}


def moved(one: Mapping[str, Any], *, ranks: bool) -> Moved:
    old, new = one["before"] or (None, None), one["after"] or (None, None)
    places = (old[1], new[1]) if ranks else (None, None)
    return Moved(one["run"], old[0], new[0], *places, one["before"] is None, one["after"] is None)
