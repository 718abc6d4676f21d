"""All that a file of predictions comes to, in the form of JSON and of a few lines for people."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scoring.annotations import AnnotatedExample, Label, Part, Prediction, Verdict
from scoring.decimals import in_full
from scoring.say import say
from scoring.spans.people import REFERENCES, often_annotated, people, share_of_most_popular
from scoring.spans.scores import (
    PARTS,
    TARGETS,
    VOTES,
    Counts,
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
        of_part = outcomes(part, examples.values(), predictions, votes)
        points = curve(of_part)
        found[part] = part_json(part, of_part, examples, points)
        found[part]["curve"] = [point_json(point) for point in points]
    if often := often_annotated(examples.values()):
        found["people"] = people_json(often, votes, seed)
    return found


def people_json(often: Sequence[AnnotatedExample], votes: int, seed: int) -> dict[str, Any]:
    """How good people are, by examples that more of them annotated than the reference takes."""
    found: dict[str, Any] = {"seed": seed, "examples": len(often)}
    for part in PARTS:
        found[part] = _people_of_part(part, often, votes, seed)
    return found


def as_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """The same for people: precision, recall and F1 as given, and at the best threshold."""
    gold = {part: report[part]["all"]["gold"] for part in PARTS}
    yield (
        f"{report['examples']:,} examples; where {report['votes']} people give one, "
        f"{gold['long']:,} have a long answer and {gold['short']:,} a short one"
    )
    for part in PARTS:
        of_part = report[part]
        yield f"{part:5}  {_line(of_part['all'])}  accuracy {in_full(of_part['all']['accuracy'])}"
        if of_part["best"]:
            yield f"       best F1 {in_full(of_part['best']['f1'])} at scores from {of_part['best']['threshold']!r}"
        for kind, scores in of_part.get("by_kind", {}).items():
            yield f"       {kind:9} {_line(scores)}"
    if people_of := report.get("people"):
        yield f"people, on {people_of['examples']:,} examples with over {REFERENCES} annotations, seed {people_of['seed']}"
        for part in PARTS:
            for name in ("together", "alone"):
                yield f"{part:5}  {name:8} {_line(people_of[part][name])}"


def unlike_units(examples: Mapping[str, AnnotatedExample], predictions: Mapping[str, Prediction]) -> str:
    """A sentence where people and the system give no offsets of one kind, so that nothing can be right; else nothing."""
    theirs = _units(one.label for example in examples.values() for one in example.annotations)
    mine = _units(one.label for one in predictions.values())
    if not theirs or not mine or theirs & mine:
        return ""
    return say(
        "Annotations have offsets in {theirs} alone, and predictions in {mine}: none can be right.",
        theirs=" and ".join(theirs),
        mine=" and ".join(mine),
    )


def _units(labels: Iterable[Label]) -> set[str]:
    spans = [span for label in labels for span in (label.long, *label.short)]
    found = {
        "bytes": any(span.start >= 0 for span in spans),
        "tokens": any(span.start_token >= 0 for span in spans),
    }
    return {unit for unit, is_there in found.items() if is_there}


def _line(scores: Mapping[str, Any]) -> str:
    return "  ".join(
        f"{label} {in_full(scores[name])}"
        for label, name in (("P", "precision"), ("R", "recall"), ("F1", "f1"))
    )


def part_json(
    part: Part,
    found: Sequence[Verdict],
    examples: Mapping[str, AnnotatedExample],
    points: Sequence[Point],
) -> dict[str, Any]:
    """What the outcomes of one part come to; `points` are those of their curve."""
    top = best(points)
    json: dict[str, Any] = {
        "all": scores_json(scores_of(found)),
        "best": point_json(top) if top else None,
        "recall_at": {
            str(float(target)): point_json(point) if (point := recall_at(points, target)) else None
            for target in TARGETS
        },
    }
    if part == "long":
        json["by_kind"] = {kind: scores_json(one) for kind, one in by_kind(found, examples).items()}
    return json


def scores_json(scores: Scores) -> dict[str, Any]:
    """Counts, and what they come to."""
    return {
        "examples": scores.examples,
        **_counts_json(scores.counts),
        "silent": scores.silent,
        "accuracy": float(scores.accuracy),
    }


def _counts_json(counts: Counts) -> dict[str, Any]:
    return counts._asdict() | {name: float(getattr(counts, name)) for name in ("precision", "recall", "f1")}


def point_json(point: Point) -> dict[str, Any]:
    """A threshold, and what it comes to."""
    return {"threshold": point.threshold, **_counts_json(point.counts)}


def _people_of_part(
    part: Part, examples: Sequence[AnnotatedExample], votes: int, seed: int
) -> dict[str, Any]:
    found = people(part, examples, seed, votes)
    assert found is not None
    shares = {str(most): share_of_most_popular(part, examples, most) for most in (1, 2, 3)}
    return {
        "together": scores_json(found.together),
        "alone": scores_json(found.alone),
        "most_popular": {most: None if share is None else float(share) for most, share in shares.items()},
    }
