"""A scored evaluation, with what several tables ask of it."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from scoring.evaluate import Scorer
from scoring.evaluate.key import AnswerKey
from scoring.evaluate.report import RunScore, ScoreReport, ordered, ranks
from scoring.evaluate.units import label_of
from scoring.forms import SPANS
from scoring.forms.base import correct_grades
from scoring.forms.spans import SpanQuestions
from scoring.measures import find
from scoring.measures.base import Value
from scoring.records import Item, Question, Run
from scoring.spans.scores import PARTS

BASELINES = {
    "baseline-first-passage": "First passage",
    "baseline-most-frequent": "Most frequent",
    "baseline-closest-question": "Closest question",
}  # runs that no system was trained for, as the command `baselines` names them


class Board:
    """The runs that can be compared with each other, best first; those without a score last."""

    def __init__(self, label: str, task: str, runs: Sequence[Run], report: ScoreReport) -> None:
        self.label, self.task = label, task
        self.scores = {run.run_id: report.runs[run.run_id] for run in runs}
        by_id = {run.run_id: run for run in runs}
        self.runs = [by_id[run_id] for run_id in ordered(self._scores_of(runs))]

    def _scores_of(self, runs: Sequence[Run]) -> dict[str, Value]:
        return {run.run_id: self.scores[run.run_id].score for run in runs}

    def ranks(self, runs: Sequence[Run]) -> Mapping[str, int]:
        """The ranks of some of the runs among these: equal scores share one."""
        return ranks(self._scores_of(runs))

    @cached_property
    def best_of_teams(self) -> list[Run]:
        """The best run of each team, best first; runs without a score are none."""
        found: dict[str, Run] = {}
        for run in self.runs:
            if self.scores[run.run_id].score is not None:
                found.setdefault(run.team, run)
        return list(found.values())


class Scored:
    """An evaluation under one rule."""

    def __init__(self, scorer: Scorer, rule: str = "adjudicated") -> None:
        """Raises RuleError where the rule cannot be followed."""
        self.scorer, self.evaluation, self.index = scorer, scorer.evaluation, scorer.index
        self.track = scorer.track
        self.key: AnswerKey = scorer.under(rule)
        self.report: ScoreReport = scorer.report(self.key)
        self.questions = scorer.questions  # judged, and not dropped
        self.series = {one.series_id: one for one in self.evaluation.topics.series}

    @property
    def in_series(self) -> bool:
        return bool(self.series)

    def label(self, question: Question) -> str:
        """The type of a question, for people."""
        return self.scorer.kinds[question.qid].label

    @cached_property
    def labels(self) -> list[str]:
        """The types of the questions, in the order of the track."""
        there = {self.label(question) for question in self.evaluation.topics.questions}
        listed = dict.fromkeys(kind.label for kind in self.track.question_types.values())
        return [label for label in listed if label in there]

    @cached_property
    def asked(self) -> dict[str, list[str]]:
        """The runs that were asked each question."""
        found = defaultdict[str, list[str]](list)
        for run in self.evaluation.runs:
            for qid in self.scorer.asked(run.run_id):
                found[qid].append(run.run_id)
        return found

    @cached_property
    def values(self) -> dict[str, dict[str, Fraction]]:
        """By question and run, what the run got by the measure of the question's type, where that has a value."""
        found: defaultdict[str, dict[str, Fraction]] = defaultdict(dict)
        for run_id, run in self.report.runs.items():
            for qid, measures in run.questions.items():
                for value in measures.values():
                    if value is not None:
                        found[qid][run_id] = Fraction(value)
        return found

    @cached_property
    def runs_right(self) -> dict[str, int]:
        """How many runs gave a right answer to each question: of lists and nuggets, at least one."""
        found = Counter[str]()
        for run in self.report.runs.values():
            found.update(_right(run))
        return found

    @cached_property
    def items(self) -> dict[str, list[Item]]:
        """The pool of each question that counts."""
        found = defaultdict[str, list[Item]](list)
        for item in self.evaluation.pool:
            if item.qid in self.index.retained:
                found[item.qid].append(item)
        return found

    @cached_property
    def right(self) -> dict[str, frozenset[str]]:
        """The grades that count as right, by question."""
        return correct_grades(self.scorer.kinds)

    @cached_property
    def graded(self) -> tuple[Counter[str], Counter[str]]:
        """How many items of each question have a grade, and how many of them a right one."""
        judged, right = Counter[str](), Counter[str]()
        for item, grade in self.key.qrels.grades.items():
            judged[item.qid] += 1
            right[item.qid] += grade in self.right[item.qid]
        return judged, right

    @cached_property
    def boards(self) -> list[Board]:
        """The runs by task and questions, as studies group them."""
        groups: defaultdict[tuple[str, tuple[str, ...]], list[Run]] = defaultdict(list)
        for run in self.evaluation.runs:
            groups[self.track.run_kind_of(run.run_id), self.scorer.asked(run.run_id)].append(run)
        return [
            Board(label_of(self.scorer, task, asked), task, runs, self.report)
            for (task, asked), runs in sorted(groups.items())
        ]

    @cached_property
    def lengths(self) -> list[int]:
        """The lengths that runs declared, shortest first."""
        return sorted({run.length_limit for run in self.evaluation.runs if run.length_limit})

    def length(self, run: Run) -> str:
        """The declared length of a run's answers, as "50 bytes"; "" where it has none."""
        return f"{run.length_limit} {self.track.length_unit}" if run.length_limit else ""

    @property
    def score_label(self) -> str:
        """What runs are ranked by."""
        known = find(self.track.score)
        return known.title if known else "Mean over series"

    @cached_property
    def spans(self) -> SpanQuestions | None:
        """What people said of pages; None where they judge what runs gave."""
        found = self.scorer.forms.get(SPANS)
        return found if isinstance(found, SpanQuestions) else None

    @cached_property
    def people(self) -> dict[str, str]:
        """What people who judged are called, A1, A2, …: nobody is named in a report."""
        return {name: f"A{number}" for number, name in enumerate(assessors(self.scorer), 1)}


def made_by(run: Run) -> str:
    """How a run came about: by itself, with people's help, or without training."""
    if run.run_id in BASELINES:
        return "untrained baseline"
    return "automatic" if run.automatic else "manual"


def _right(run: RunScore) -> list[str]:
    if "spans" in run.more:
        parts = [run.more["spans"][part]["verdicts"] for part in PARTS]
        return [qid for qid in run.questions if any(part.get(qid, (0, 0, 0))[2] for part in parts)]
    if run.silence:
        return [qid for qid, mark in run.silence.marks.items() if mark == "R"]
    return [qid for qid, values in run.questions.items() if any(values.values())]


def assessors(scorer: Scorer) -> list[str]:
    """Who judged, voted, marked or annotated, the most first: a place among them tells nobody's name.

    Those who did as much are in the order of checksums, and not of names.
    """
    done = Counter(name for votes in scorer.index.votes.values() for name in votes)
    done.update(match.assessor for match in scorer.evaluation.matches)
    done.update(vote.assessor for vote in scorer.evaluation.nugget_votes)
    done.update(one.annotator for example in scorer.evaluation.annotations for one in example.annotations)
    return sorted(filter(None, done), key=lambda name: (-done[name], hashlib.sha256(name.encode()).digest()))
