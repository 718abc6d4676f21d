"""Reads predictions as systems of Natural Questions write them: one JSON object with a list, one entry for each example."""

import json
import math
import re
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from scoring.formats.problems import Problems
from scoring.records import Problem
from scoring.spans.examples import read_id
from scoring.spans.labels import LabelError, label_errors, read_label
from scoring.spans.records import Prediction

_KEY = re.compile(r'"example_id"\s*:')


class PredictionsRead(NamedTuple):
    """The predictions of a file by example, everything that is wrong with it, and what to know of it."""

    predictions: dict[str, Prediction]
    problems: list[Problem]
    warnings: list[Problem]


def read_predictions(data: bytes, file: str, examples: Collection[str] = ()) -> PredictionsRead:
    """All predictions of a file, held against the ids of the examples where these are given."""
    problems, warnings = Problems(file), Problems(file)
    try:
        text = data.decode("utf-8-sig")
        entries = _entries(json.loads(text))
    except LabelError as error:
        return PredictionsRead({}, [Problem(file, 0, *error.error)], [])
    except (ValueError, RecursionError) as error:
        message = f"The file is no JSON: {error}."
        return PredictionsRead(
            {}, [Problem(file, 0, "bad_json", message, 'It holds {"predictions": […]}.')], []
        )
    places = _Places(text, len(entries))
    found: dict[str, tuple[int, Prediction]] = {}
    for number, entry in enumerate(entries, 1):
        try:
            prediction = _prediction(entry)
        except LabelError as error:
            code, message, hint = error.error
            problems.add(places.line(number), code, f"{_named(entry, number)}: {message}", hint)
            continue
        example_id = prediction.example_id
        for code, message, hint in label_errors(prediction.label):
            problems.add(places.line(number), code, f"Example {example_id}: {message}", hint)
        before, _ = found.setdefault(example_id, (number, prediction))
        if before != number:
            message = f"Example {example_id} is predicted already {places.said(before)}."
            problems.add(places.line(number), "twice", message, "Keep one of the two.")
        elif examples and example_id not in examples:
            message = f"There is no example {example_id}."
            problems.add(places.line(number), "unknown_example", message, "Predict the examples given out.")
    predictions = {example_id: one for example_id, (_, one) in found.items()}
    _say_missing(predictions, examples, warnings)
    return PredictionsRead(predictions, problems.listed(), warnings.listed())


def _entries(content: Any) -> list[Any]:
    entries = content.get("predictions") if isinstance(content, dict) else None
    if not isinstance(entries, list):
        raise LabelError("no_predictions", "The file holds no predictions.", 'It holds {"predictions": […]}.')
    return entries


def _prediction(entry: Any) -> Prediction:
    if not isinstance(entry, dict):
        raise LabelError("not_an_object", "It is no object.", "")
    example_id, label = read_id(entry.get("example_id")), read_label(entry)
    long, short = (_score(entry, name) for name in ("long_answer_score", "short_answers_score"))
    return Prediction(example_id, label, long, short)


def _score(entry: Mapping[str, Any], name: str) -> float:
    given = entry.get(name, 0.0)
    if type(given) not in (int, float) or not math.isfinite(given):
        message = f"The {name} is {str(given)[:60]}."
        raise LabelError("not_finite", message, "A score is a finite number; thresholds go by it.")
    return float(given)


def _say_missing(predictions: Collection[str], examples: Collection[str], warnings: Problems) -> None:
    missing = sorted(set(examples).difference(predictions), key=int)
    if missing:
        named = ", ".join(missing[:20]) + (f" and {len(missing) - 20:,} more" if len(missing) > 20 else "")
        message = f"{len(missing):,} examples without a prediction count as no answer: {named}."
        warnings.add(0, "missing_examples", message, "Predict every example.")


def _named(entry: Any, number: int) -> str:
    given = entry.get("example_id") if isinstance(entry, dict) else None
    return f"Example {str(given)[:40]}" if given is not None else f"Prediction {number}"


class _Places:
    """In which line each entry stands; 0 where the text does not tell."""

    def __init__(self, text: str, entries: int) -> None:
        self._text, self._entries = text, entries
        self._lines: list[int] | None = None

    def line(self, number: int) -> int:
        """The line of an entry's id, counted only once something is wrong."""
        if self._lines is None:
            starts = [match.start() for match in _KEY.finditer(self._text)]
            self._lines = _lines_of(self._text, starts) if len(starts) == self._entries else []
        return self._lines[number - 1] if self._lines else 0

    def said(self, number: int) -> str:
        """The place of an entry in words."""
        return f"in line {line}" if (line := self.line(number)) else f"as prediction {number}"


def _lines_of(text: str, starts: list[int]) -> list[int]:
    lines, line, done = [], 1, 0
    for start in starts:
        line += text.count("\n", done, start)
        lines.append(line)
        done = start
    return lines
