"""The newest scores under several rules, side by side."""

from collections.abc import Sequence
from dataclasses import dataclass

from assessment.results.models import PARTS, RunScore, ScoreSet
from assessment.results.selectors.leaderboard import why_dashes
from assessment.results.selectors.leaderboard_rows import by_score


@dataclass(frozen=True)
class Comparison:
    """The newest scores under each of several rules, side by side."""

    rules: Sequence[str]
    versions: Sequence[ScoreSet | None]
    rows: Sequence[tuple[str, str, Sequence[float | None]]]  # run id, team, score by rule
    no_value: str = ""  # why runs have no score

    @property
    def columns(self) -> list[tuple[str, ScoreSet | None]]:
        return list(zip(self.rules, self.versions, strict=True))

    @property
    def mixed(self) -> bool:
        """Whether the versions were made from different states of the judgments."""
        return len({version.qrels.inputs_sha256 for version in self.versions if version}) > 1


def compare(newest_first: Sequence[ScoreSet], rules: Sequence[str]) -> Comparison:
    """Set the newest version of each rule side by side, runs in the order of the first rule that has one."""
    newest = {score_set.qrels.rule: score_set for score_set in reversed(newest_first)}
    versions = [newest.get(rule) for rule in rules]
    chosen = [version.pk for version in versions if version]
    rows = RunScore.objects.filter(score_set__in=chosen).select_related("run__team").defer(*PARTS)
    by_run: dict[str, dict[int, RunScore]] = {}
    for row in sorted(rows, key=lambda row: (chosen.index(row.score_set_id), by_score(row))):
        by_run.setdefault(row.run.run_id, {})[row.score_set_id] = row
    return Comparison(
        rules,
        versions,
        [comparison_row(run_id, found, versions) for run_id, found in by_run.items()],
        why_dashes(
            (one, [row.score for row in rows if one and row.score_set_id == one.pk]) for one in versions
        ),
    )


def comparison_row(
    run_id: str, found: dict[int, RunScore], versions: Sequence[ScoreSet | None]
) -> tuple[str, str, list[float | None]]:
    scores = [found[version.pk].score if version and version.pk in found else None for version in versions]
    return run_id, next(iter(found.values())).run.team.name, scores
