"""All that a file of predictions comes to, in the form of JSON and of a few lines for people."""

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.spans.people import REFERENCES, people, share_of_most_popular
from scoring.spans.records import AnnotatedExample, Prediction
from scoring.spans.scores import (
    PARTS,
    TARGETS,
    VOTES,
    Part,
    Point,
    Scores,
    best,
    by_kind,
    curve,
    outcomes,
    recall_at,
    scores_of,
)


def as_json(
    examples: Mapping[str, AnnotatedExample],
    predictions: Mapping[str, Prediction],
    votes: int = VOTES,
    seed: int = 1,
) -> dict[str, Any]:
    """The scores of both parts with their curves, and those of people where there are more than five annotations."""
    found: dict[str, Any] = {
        "examples": len(examples),
        "votes": votes,
        "missing": [example_id for example_id in examples if example_id not in predictions],
    }
    for part in PARTS:
        found[part] = _part_json(part, examples, predictions, votes)
    if any(len(example.annotations) > REFERENCES for example in examples.values()):
        found["people"] = {"seed": seed} | {part: _people_json(part, examples, votes, seed) for part in PARTS}
    return found


def as_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """The same for people: precision, recall and F1 as given, and at the best threshold."""
    yield f"{report['examples']} examples with an answer where {report['votes']} give one"
    for part in PARTS:
        of_part = report[part]
        yield f"{part:5}  {_line(of_part['all'])}  accuracy {of_part['all']['accuracy']:.4f}"
        if of_part["best"]:
            yield f"       best F1 {of_part['best']['f1']:.4f} at scores from {of_part['best']['threshold']:g}"
        for kind, scores in of_part.get("by_kind", {}).items():
            yield f"       {kind:9} {_line(scores)}"
        if report.get("people", {}).get(part):
            for name in ("together", "alone"):
                yield f"       people {name:8} {_line(report['people'][part][name])}"


def _line(scores: Mapping[str, Any]) -> str:
    return f"P {scores['precision']:.4f}  R {scores['recall']:.4f}  F1 {scores['f1']:.4f}"


def _part_json(
    part: Part, examples: Mapping[str, AnnotatedExample], predictions: Mapping[str, Prediction], votes: int
) -> dict[str, Any]:
    found = outcomes(part, examples.values(), predictions, votes)
    points = curve(found)
    top = best(points)
    json: dict[str, Any] = {
        "all": scores_json(scores_of(found)),
        "best": _point_json(top) if top else None,
        "recall_at": {
            str(float(target)): _point_json(point) if (point := recall_at(points, target)) else None
            for target in TARGETS
        },
        "curve": [_point_json(point) for point in points],
    }
    if part == "long":
        json["by_kind"] = {kind: scores_json(one) for kind, one in by_kind(found, examples).items()}
    return json


def scores_json(scores: Scores) -> dict[str, Any]:
    """Counts, and what they come to."""
    return scores._asdict() | {
        name: float(getattr(scores, name)) for name in ("precision", "recall", "f1", "accuracy")
    }


def _point_json(point: Point) -> dict[str, Any]:
    exact = {"precision": float(point.precision), "recall": float(point.recall), "f1": float(point.f1)}
    return {"threshold": point.threshold, "given": point.given, "right": point.right} | exact


def _people_json(
    part: Part, examples: Mapping[str, AnnotatedExample], votes: int, seed: int
) -> dict[str, Any] | None:
    found = people(part, examples.values(), seed, votes)
    if found is None:
        return None
    shares = {str(most): share_of_most_popular(part, examples.values(), most) for most in (1, 2, 3)}
    return {
        "together": scores_json(found.together),
        "alone": scores_json(found.alone),
        "most_popular": {most: None if share is None else float(share) for most, share in shares.items()},
    }
