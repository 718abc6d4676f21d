"""The words of a report of scores: its methods with numbers filled in, its sources, and what to type to get it again."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scoring.decimals import in_full
from scoring.overview.scored import Scored


def _of(number: int, one: str, many: str = "") -> str:
    """So many things."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def methods(scored: Scored, counts: Mapping[str, int]) -> str:
    """The evaluation in a paragraph, as a paper tells it."""
    return " ".join(_sentences(scored, counts))


def _sentences(scored: Scored, number: Mapping[str, int]) -> Iterator[str]:
    series = f" in {number['series']:,} series" if number["series"] else ""
    yield f"There were {_of(number['questions'], 'question')}{series}."
    if gone := number["questions"] - number["retained"]:
        yield f"{_of(gone, 'question')} {'was' if gone == 1 else 'were'} dropped or not judged."
    manual = number["runs"] - number["automatic"]
    kinds = f", {manual:,} of them manual" if manual else ", all of them automatic" if number["runs"] else ""
    yield f"{_of(number['teams'], 'team')} submitted {_of(number['runs'], 'run')}{kinds}."
    if scored.lengths:
        yield f"Runs declared answers of {' or '.join(map(str, scored.lengths))} {scored.track.length_unit}."
    if number["pooled"] and (items := sum(map(len, scored.items.values()))):
        mean = in_full(items / max(1, number["retained"]), 1)
        yield (
            f"The pools of {_of(number['pooled'], 'run')} hold {_of(items, 'distinct answer')}, {mean} per "
            "question."
        )
    if scored.spans is not None:
        said = [one.annotator for example in scored.spans.examples.values() for one in example.annotations]
        people = _of(len(set(said)), "person", "people")
        yield f"{people} made {_of(len(said), 'complete annotation')} of pages."
    elif number["judgments"] or number["marks"]:
        yield f"{_of(number['assessors'], 'assessor')} gave {_of(number['judgments'], 'judgment')}."
    if number["judged_twice"]:
        yield (
            f"{_of(number['judged_twice'], 'answer')} {'was' if number['judged_twice'] == 1 else 'were'} judged by "
            f"several people, {number['disputed']:,} of them differently; {_of(number['decisions'], 'decision')} "
            "settled disputes."
        )
    if number["nuggets"]:
        yield (
            f"{_of(number['nuggets'], 'nugget')} got {_of(number['votes'], 'vote')} and were marked "
            f"{_of(number['marks'], 'time')} in answers."
        )
    yield _scores(scored)


def _scores(scored: Scored) -> str:
    report = scored.report
    over = _of(report.evaluated_questions, "question")
    if scored.spans is not None:
        return f"Runs are ranked by {scored.score_label} over {over}."
    return f"Runs are ranked by {scored.score_label} over {over}, under the {report.rule} judgments."


def sources(facts: Mapping[str, Any], scored: Scored) -> list[str]:
    """What the evaluation and its formulas are defined by."""
    listed = [facts["track"]["defined_by"], *(one["source"] for one in facts["formulas"])]
    return list(dict.fromkeys(filter(None, listed)))


def commands(slug: str, version: int, rule: str) -> Sequence[tuple[str, list[str]]]:
    """What to type to get the report, or its tables, again."""
    name = shlex.quote(slug)
    by = [] if rule == "adjudicated" else [f"--rule {shlex.quote(rule)}"]
    return (
        ("Where the campaign is", [f"python manage.py overview {name} FOLDER --of-version {version}"]),
        ("To a folder that needs no database", [f"python manage.py export {name} BUNDLE"]),
        ("The tables from that folder", ["python -m scoring overview BUNDLE FOLDER", *by]),
    )
