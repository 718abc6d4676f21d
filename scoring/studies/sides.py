"""One version of the scores, as a comparison takes it: out of a report with its answer key, or out of what was stored.

A report holds exact fractions. What was stored holds floats, which are equal where fractions are.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring import evaluations
from scoring.evaluate.key import AnswerKey
from scoring.evaluate.report import RunScore, ScoreReport
from scoring.formats import qrels
from scoring.forms.keys import AnswerSet, Key
from scoring.measures.base import Value
from scoring.records import Item, Problem
from scoring.scales import Scale
from scoring.tracks.base import Track

Number = Value | float
Numbers = Mapping[str, Number]
Group = tuple[str, tuple[str, ...]]  # task and languages: the runs of one group can be compared


class Mark(NamedTuple):
    """What the judgments of an item come to."""

    grade: str = ""
    answer_class: str = ""  # of a right answer to a list question
    nuggets: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()  # how far it holds each of them, where cells have labels


class Entry(NamedTuple):
    """An answer or nugget that a question is scored by."""

    text: str
    weight: Number  # of a nugget, as a share of the heaviest; None for an answer


class RunSide(NamedTuple):
    """A run in one version."""

    group: Group
    score: Number
    judged: int
    unjudged: int
    measures: Numbers
    questions: Mapping[str, Numbers]


class Side(NamedTuple):
    """One version."""

    track: str
    rule: str
    dropped: Mapping[str, str]
    runs: Mapping[str, RunSide]
    marks: Mapping[Item, Mark]  # of items that have a judgment
    entries: Mapping[str, Mapping[str, Entry]]  # by question and name
    series: frozenset[str]  # those that count
    reasons: Mapping[str, str]  # codes of why questions have no value, where that is known

    def values(self, run_id: str, qid: str) -> Numbers:
        """What a run got for a question; nothing where it is not in this version."""
        run = self.runs.get(run_id)
        return run.questions.get(qid, {}) if run else {}

    def has_value(self, qid: str) -> bool:
        """Whether any run has a value for a question."""
        return any(value is not None for run in self.runs for value in self.values(run, qid).values())


def side_of(report: ScoreReport, key: AnswerKey | None) -> Side:
    """A version that was scored just now; without its key nothing is known of items."""
    kinds = evaluations.TRACKS.get(report.track)  # those that campaigns bring have none
    return Side(
        track=report.track,
        rule=report.rule,
        dropped=dict(report.dropped),
        runs={
            run_id: _run(kinds.run_kind_of(run_id) if kinds else "", run)
            for run_id, run in report.runs.items()
        },
        marks=_with_seen(_marks(key.qrels.grades, key.of_questions()), key) if key else {},
        entries=_entries(key.of_questions()) if key else {},
        series=frozenset(name for run in report.runs.values() for name in run.series or ()),
        reasons=key.without_value if key else {},
    )


def _run(task: str, run: RunScore) -> RunSide:
    pairs = tuple(sorted(run.silence.by_pair)) if run.silence else ()
    questions = _with_verdicts(run.questions, run.more)
    return RunSide((task, pairs), run.score, run.judged, run.unjudged, run.measures, questions)


def side_of_json(
    report: Mapping[str, Any],
    text: bytes,
    keys: Mapping[str, Key] | None = None,
    settings: Mapping[str, Any] | None = None,
    definition: str = "",
) -> tuple[Side, list[str]]:
    """A version as it was stored, with its qrels file, and what cannot be read of that, in sentences.

    `settings` and `definition` are those of its campaign, which say what the codes of the qrels file mean.
    """
    keys = keys or {}
    track = evaluations.get(report["track"], definition).under(settings or {})
    # Where nothing is graded, as where nuggets alone are matched, the file is empty.
    grades, problems = _grades(track, text) if text.strip() else ({}, [])
    side = Side(
        track=track.slug,
        rule=report["rule"],
        dropped={entry["id"]: entry["reason"] for entry in report["dropped"]},
        runs={run_id: _run_of_json(track.run_kind_of(run_id), run) for run_id, run in report["runs"].items()},
        marks=_marks(grades, keys),
        entries=_entries(keys),
        series=frozenset(name for run in report["runs"].values() for name in run.get("series", ())),
        reasons=report.get("unscorable", {}),
    )
    return side, [str(problem) for problem in problems]


def _run_of_json(task: str, run: Mapping[str, Any]) -> RunSide:
    return RunSide(
        (task, tuple(sorted(run.get("by_pair", ())))),
        run["score"],
        run["judged"],
        run["unjudged"],
        run["measures"],
        _with_verdicts(run["questions"], run),
    )


def _grades(track: Track, text: bytes) -> tuple[dict[Item, str], list[Problem]]:
    return qrels.read(text, "qrels", _scales(track, text))


def _scales(track: Track, text: bytes) -> dict[str, Scale]:
    """The scale of each question of a qrels file: one with all grades, since a version does not tell types."""
    scale = track.qrels_scale
    qids = {line.split(maxsplit=1)[0].decode(errors="replace") for line in text.splitlines() if line.strip()}
    return dict.fromkeys(qids, scale)


def _marks(grades: Mapping[Item, str], keys: Mapping[str, Key]) -> dict[Item, Mark]:
    marks = {item: Mark(grade) for item, grade in grades.items()}
    for key in keys.values():
        if isinstance(key, AnswerSet):
            marks |= {item: marks.get(item, Mark())._replace(answer_class=name) for item, name in key.items}
        else:
            marks |= {one.item: Mark(nuggets=one.nuggets, labels=one.labels) for one in key.items}
    return marks


def _with_seen(marks: dict[Item, Mark], key: AnswerKey) -> dict[Item, Mark]:
    """The same with the items in which somebody looked for nuggets and found none."""
    seen = (item for judged in key.forms.values() for item in judged.all.seen)
    return dict.fromkeys(seen, Mark()) | marks


def _entries(keys: Mapping[str, Key]) -> dict[str, dict[str, Entry]]:
    return {
        qid: {one.name: Entry(one.label, None) for one in key.answers}
        if isinstance(key, AnswerSet)
        else {one.name: Entry(one.text, one.weight) for one in key.nuggets}
        for qid, key in keys.items()
    }


def _with_verdicts(questions: Mapping[str, Numbers], more: Mapping[str, Any]) -> Mapping[str, Numbers]:
    """The values of questions; where pages are annotated, also whether there is an answer, and a right one."""
    spans = more.get("spans")
    if not spans:
        return questions
    found = {qid: dict(values) for qid, values in questions.items()}
    for part in ("long", "short"):
        for qid, bits in spans[part]["verdicts"].items():
            names = (f"{part}_gold", f"{part}_given", f"{part}_right")
            found[qid] |= dict(zip(names, bits, strict=True))
    return found
