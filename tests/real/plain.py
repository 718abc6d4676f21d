"""Scores of lists and nuggets computed plainly from tables, without any of the project's code: to hold its scores against."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

Line = tuple[str, str, str]  # question, document, string; no string for NIL
BETA, ALLOWANCE = 3, 100


class Facts(NamedTuple):
    """All that scores depend on."""

    kinds: Mapping[str, str]  # FACTOID, LIST or OTHER by question
    series: Mapping[str, Sequence[str]]
    runs: Mapping[str, Sequence[Line]]
    correct: Collection[Line]
    answered: Collection[str]  # factoids with a known answer, be it only locally correct
    class_of: Mapping[Line, str]
    known: Mapping[str, Collection[str]]  # classes that question development found
    held: Mapping[Line, Collection[str]]  # nuggets
    weights: Mapping[str, Mapping[str, float]]


class Scores(NamedTuple):
    """Of one run; None where nothing has a value."""

    questions: Mapping[str, float | None]
    series: Mapping[str, float]
    score: float
    by_type: float


def scores(facts: Facts, weights: Sequence[float], without_list: Sequence[float]) -> dict[str, Scores]:
    """The scores of all runs."""
    sets = _answer_sets(facts)
    return {tag: _run(facts, lines, sets, weights, without_list) for tag, lines in facts.runs.items()}


def _answer_sets(facts: Facts) -> dict[str, set[str]]:
    sets = defaultdict[str, set[str]](set)
    for qid, names in facts.known.items():
        sets[qid] |= set(names)
    for line in facts.correct:
        if facts.kinds[line[0]] == "LIST":
            sets[line[0]].add(facts.class_of[line])
    return sets


def _run(
    facts: Facts,
    lines: Sequence[Line],
    sets: Mapping[str, set[str]],
    weights: Sequence[float],
    without_list: Sequence[float],
) -> Scores:
    given = defaultdict[str, list[Line]](list)
    for line in lines:
        given[line[0]].append(line)
    of = {"FACTOID": _factoid, "LIST": _list, "OTHER": _other}
    questions = {qid: of[kind](facts, qid, given[qid], sets) for qid, kind in facts.kinds.items()}
    series = {}
    for name, qids in facts.series.items():
        value = _series([(facts.kinds[qid], questions[qid]) for qid in qids], weights, without_list)
        if value is not None:
            series[name] = value
    all_questions = [(kind, questions[qid]) for qid, kind in facts.kinds.items()]
    by_type = _series(all_questions, weights, without_list)
    assert by_type is not None
    return Scores(questions, series, sum(series.values()) / len(series), by_type)


def _series(
    values: Iterable[tuple[str, float | None]], weights: Sequence[float], without_list: Sequence[float]
) -> float | None:
    by_kind = defaultdict[str, list[float]](list)
    for kind, value in values:
        if value is not None:
            by_kind[kind].append(value)
    means = {kind: sum(found) / len(found) for kind, found in by_kind.items()}
    if "FACTOID" not in means or "OTHER" not in means:
        return None
    parts = ["FACTOID", "LIST", "OTHER"] if "LIST" in means else ["FACTOID", "OTHER"]
    shares = weights if "LIST" in means else without_list
    total = sum(shares)
    return sum(means[part] * share for part, share in zip(parts, shares, strict=True)) / total


def _factoid(facts: Facts, qid: str, lines: Sequence[Line], sets: Mapping[str, set[str]]) -> float:
    (line,) = lines
    return float(line in facts.correct if line[2] else qid not in facts.answered)


def _list(facts: Facts, qid: str, lines: Sequence[Line], sets: Mapping[str, set[str]]) -> float | None:
    if not sets.get(qid):
        return None
    distinct = len({facts.class_of[line] for line in lines if line in facts.correct})
    precision, recall = distinct / len(lines), distinct / len(sets[qid])
    return 2 * precision * recall / (precision + recall) if distinct else 0.0


def _other(facts: Facts, qid: str, lines: Sequence[Line], sets: Mapping[str, set[str]]) -> float | None:
    weights = facts.weights.get(qid, {})
    if not any(weights.values()):
        return None
    matched = {name for line in lines for name in facts.held.get(line, ())}
    recall = sum(weights[name] for name in matched) / sum(weights.values())
    length = sum(not char.isspace() for line in lines for char in line[2])
    allowance = ALLOWANCE * len(matched)
    precision = 1.0 if length < allowance else 1 - (length - allowance) / length if length else 0.0
    square = BETA**2
    below = square * precision + recall
    return (square + 1) * precision * recall / below if below else 0.0
