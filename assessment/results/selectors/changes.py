"""What changed from one version of the scores to another: runs, final answer sets, nuggets, grades, questions."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.http import Http404

from assessment.campaigns.models import Question
from assessment.results.models import PARTS, QuestionKey, RunScore, ScoreSet
from assessment.results.selectors.access import ScoresAccess, versions_for
from assessment.results.selectors.key_changes import KeyChange, key_change
from assessment.results.selectors.leaderboard import why_dashes
from assessment.results.selectors.leaderboard_rows import by_score, places
from scoring.forms.base import reason_of
from scoring.forms.keys import Key
from scoring.say import say  # heard where they are stored


class MovedRun(NamedTuple):
    """One run in both versions; a score or place is None where it is not in that version, or has no score."""

    run_id: str
    team: str
    before: float | None
    after: float | None
    place_before: int | None
    place_after: int | None
    is_new: bool = False
    is_gone: bool = False

    @property
    def change(self) -> float | None:
        if self.before is None or self.after is None:
            return None
        return self.after - self.before

    @property
    def moved(self) -> bool:
        """Whether its score is another, or it is in one version only."""
        return self.before != self.after or self.is_new or self.is_gone


class LeftQuestion(NamedTuple):
    """A question or series that left the means or came back, with the reason."""

    name: str
    reason: str


class Changes(NamedTuple):
    """The page."""

    before: ScoreSet
    runs: Sequence[MovedRun]
    still: int  # runs whose score did not move
    keys: Sequence[KeyChange]
    grades: Sequence[tuple[str, int]]  # question, items whose grade is new, gone or another
    left: Sequence[LeftQuestion]
    back: Sequence[LeftQuestion]
    formulas: Sequence[tuple[Sequence[str], Sequence[str]]]  # formulas whose parameters are others
    no_value: str  # why runs have no score

    @property
    def is_empty(self) -> bool:
        return not (self.runs or self.keys or self.grades or self.left or self.back or self.formulas)


def earlier_versions(scores: ScoresAccess, score_set: ScoreSet) -> list[ScoreSet]:
    """The scored versions before one that the account may see, newest first."""
    return list(versions_for(scores).filter(qrels__version__lt=score_set.qrels.version))


def version_before(score_set: ScoreSet, earlier: Sequence[ScoreSet], since: str | None) -> ScoreSet | None:
    """The version to compare with: the one asked for, else the newest of the same rule, else the newest.

    Http404 where the one asked for is not there.
    """
    if since:
        chosen = [one for one in earlier if str(one.qrels.version) == since]
        if not chosen:
            raise Http404
        return chosen[0]
    same = [one for one in earlier if one.qrels.rule == score_set.qrels.rule]
    return next(iter(same or earlier), None)


def changes(before: ScoreSet, after: ScoreSet) -> Changes:
    """Hold two versions of a campaign against each other (five queries)."""
    runs = moved_runs(before, after)
    moved = [run for run in runs if run.moved]
    old, new = out_of_the_means(before), out_of_the_means(after)
    return Changes(
        before,
        moved,
        len(runs) - len(moved),
        changed_keys(before, after),
        changed_grades(before, after),
        [LeftQuestion(name, reason) for name, reason in new.items() if name not in old],
        [LeftQuestion(name, reason) for name, reason in old.items() if name not in new],
        changed_formulas(before.report.get("formulas"), after.report.get("formulas")),
        why_dashes(
            [
                (before, [run.before for run in moved if not run.is_new]),
                (after, [run.after for run in moved if not run.is_gone]),
            ]
        ),
    )


def moved_runs(before: ScoreSet, after: ScoreSet) -> list[MovedRun]:
    """All runs of both versions, in the order of the newer one."""
    rows = RunScore.objects.filter(score_set__in=[before, after]).select_related("run__team").defer(*PARTS)
    ordered = sorted(rows, key=by_score)
    old, new = ([row for row in ordered if row.score_set_id == one.pk] for one in (before, after))
    was, now = (scored(side) for side in (old, new))
    teams = {row.run.run_id: row.run.team.name for row in (*new, *old)}
    return [moved_run(run_id, team, was.get(run_id), now.get(run_id)) for run_id, team in teams.items()]


Scored = tuple[float | None, int | None]  # score and place


def scored(rows: Sequence[RunScore]) -> dict[str, Scored]:
    """The scores and places of a version by run id."""
    found = places(rows, "score")
    return {row.run.run_id: (row.score, found.get(row.run_id)) for row in rows}


def moved_run(run_id: str, team: str, before: Scored | None, after: Scored | None) -> MovedRun:
    old, new = before or (None, None), after or (None, None)
    return MovedRun(run_id, team, old[0], new[0], old[1], new[1], before is None, after is None)


def out_of_the_means(score_set: ScoreSet) -> dict[str, str]:
    """Dropped questions and series, unscorable questions, and series that leave, with the reason."""
    report = score_set.report
    leaving = {
        say("series {key}", key=key): say("a part that it cannot miss has no value")
        for key in report.get("leaving", [])
    }
    dropped = {entry["id"]: say("dropped: {reason}", reason=entry["reason"]) for entry in report["dropped"]}
    unscorable = {qid: reason_of(code) for qid, code in report.get("unscorable", {}).items()}
    return leaving | unscorable | dropped


def changed_keys(before: ScoreSet, after: ScoreSet) -> list[KeyChange]:
    """The questions whose final answer sets or nuggets differ, in their order."""
    rows = QuestionKey.objects.filter(score_set__in=[before, after]).select_related("question")
    keys: dict[int, dict[str, Key]] = {before.pk: {}, after.pk: {}}
    questions: dict[str, Question] = {}
    for row in rows.order_by("question__position", "question_id"):
        qid = row.question.qid
        questions[qid] = row.question
        keys[row.score_set_id][qid] = row.key(qid)
    found = (
        key_change(qid, question.text, keys[before.pk].get(qid), keys[after.pk].get(qid))
        for qid, question in questions.items()
    )
    return [change for change in found if change]


def changed_grades(before: ScoreSet, after: ScoreSet) -> list[tuple[str, int]]:
    """How many items of each question have another grade, by question id."""
    old, new = (set(one.qrels.text.split(b"\n")) for one in (before, after))
    # An item with another grade is one line less and one line more.
    lost, gained = (
        Counter(line.split(b" ", 1)[0].decode() for line in side) for side in (old - new, new - old)
    )
    return [(qid, max(lost[qid], gained[qid])) for qid in sorted(lost.keys() | gained.keys())]


def changed_formulas(
    before: Mapping[str, Sequence[str]] | None, after: Mapping[str, Sequence[str]] | None
) -> list[tuple[Sequence[str], Sequence[str]]]:
    """The formulas that differ; none where a version kept none."""
    if before is None or after is None:
        return []
    return [(before[name], lines) for name, lines in after.items() if before.get(name, lines) != lines]
