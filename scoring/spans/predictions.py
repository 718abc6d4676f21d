"""Reads predictions as systems of Natural Questions publish them: one JSON object with a list, one entry for each example."""

import json
import math
import re
import zlib
from collections.abc import Collection, Mapping, Set
from gzip import BadGzipFile
from io import BytesIO
from typing import Any, NamedTuple

from scoring.annotations import Prediction
from scoring.formats.json_rows import why_no_json
from scoring.formats.problems import Problems, shown
from scoring.records import Problem
from scoring.say import say, say_n
from scoring.spans.examples import read_id
from scoring.spans.files import unpacked
from scoring.spans.labels import Error, LabelError, both_ways, outside_of_long, read_label

_KEY = re.compile(r'"example_id"\s*:')
MEGABYTE = 1024 * 1024
MOST = 64 * MEGABYTE  # of a file, unpacked; those for 300,000 examples take about half of that
_NAMED = 20  # missing examples that a warning names


class PredictionsRead(NamedTuple):
    """The predictions of a file by example, everything that is wrong with it, and what to know of it."""

    predictions: dict[str, Prediction]
    problems: list[Problem]
    warnings: list[Problem]
    ids: Set[str] = frozenset()  # the examples that the file names, in its order


def read_predictions(data: bytes, file: str, examples: Collection[str] | None = None) -> PredictionsRead:
    """All predictions of a file, plain or gzip, held against the ids of the examples where these are given.

    A short answer outside of the long one is only warned of: the two are scored apart, and systems predict them so.
    """
    try:
        text, entries = _parsed(data)
    except LabelError as error:
        return PredictionsRead({}, [Problem(file, 0, *error.error)], [])
    check = _Check(file, text, len(entries), examples)
    for number, entry in enumerate(entries, 1):
        check.entry(number, entry)
    check.missing()
    return PredictionsRead(check.predictions, check.problems.listed(), check.warnings.listed(), check.ids)


def _parsed(data: bytes) -> tuple[str, list[Any]]:
    try:
        unpacked_data = unpacked(BytesIO(data)).read(MOST + 1)
        if len(unpacked_data) > MOST:
            message = say("The file holds more than {most} MB when it is unpacked.", most=MOST // MEGABYTE)
            raise LabelError("too_large", message, say("Leave out of each prediction what is no part of it."))
        text = unpacked_data.decode("utf-8-sig")
        content = json.loads(text)
    except (EOFError, zlib.error, BadGzipFile) as error:
        raise LabelError(
            "cut_off",
            say("The packed file breaks off or is damaged: {error}.", error=error),
            say("Pack it again."),
        ) from None
    except (ValueError, RecursionError) as error:
        raise LabelError(
            "bad_json",
            say("The file is not JSON: {error}.", error=why_no_json(error)),
            say("It holds {example}.", example='{"predictions": […]}'),
        ) from None
    entries = content.get("predictions") if isinstance(content, dict) else None
    if not isinstance(entries, list):
        raise LabelError(
            "no_predictions",
            say("The file holds no predictions."),
            say("It holds {example}.", example='{"predictions": […]}'),
        )
    return text, entries


class _Check:
    """Takes in the entries of a file one after another."""

    def __init__(self, file: str, text: str, entries: int, examples: Collection[str] | None) -> None:
        self.predictions: dict[str, Prediction] = {}
        self.problems, self.warnings = Problems(file), Problems(file)
        self._examples = examples
        self._places = _Places(text, entries)
        self._first: dict[str, int] = {}  # the entry of each example, be it right or wrong

    @property
    def ids(self) -> Set[str]:
        """The ids of all entries that have one."""
        return self._first.keys()

    def entry(self, number: int, entry: Any) -> None:
        """Note what is wrong with an entry, and keep it where nothing is."""
        if not isinstance(entry, dict):
            self._note(
                self.problems,
                number,
                say("Prediction {number}", number=str(number)),
                [("not_an_object", say("it is not an object."), "")],
            )
            return
        errors: list[Error] = []
        try:
            example_id = read_id(entry.get("example_id"))
        except LabelError as error:
            self._note(self.problems, number, say("Prediction {number}", number=str(number)), [error.error])
            return
        label = read_label(entry, errors)
        long, short = (_score(entry, name, errors) for name in ("long_answer_score", "short_answers_score"))
        errors += both_ways(label)
        errors += self._errors_of_id(number, example_id)
        self._note(self.problems, number, say("Example {example}", example=example_id), errors)
        if not errors:
            self._note(
                self.warnings,
                number,
                say("Example {example}", example=example_id),
                list(outside_of_long(label)),
            )
            self.predictions[example_id] = Prediction(example_id, label, long, short)

    def _errors_of_id(self, number: int, example_id: str) -> list[Error]:
        first = self._first.setdefault(example_id, number)
        if first != number:
            return [
                (
                    "twice",
                    say("It is predicted already {first}.", first=self._places.said(first)),
                    say("Keep one of the two."),
                )
            ]
        if self._examples is not None and example_id not in self._examples:
            return [
                ("unknown_example", say("There is no such example."), say("Predict the examples given out."))
            ]
        return []

    def _note(self, where: Problems, number: int, name: str, errors: list[Error]) -> None:
        for code, message, hint in errors:
            where.add(self._places.line(number), code, f"{name}: {message}", hint)

    def missing(self) -> None:
        """Warn of examples that no entry is about."""
        missing = sorted(set(self._examples or ()).difference(self._first), key=int)
        if not missing:
            return
        named, more = ", ".join(missing[:_NAMED]), len(missing) - _NAMED
        message = say_n(
            "{n} example has no prediction, which counts as no answer: {named}.",
            "{n} examples have no prediction, which counts as no answer: {named}.",
            len(missing),
            named=say("{names} and {more} more", names=named, more=more) if more > 0 else named,
        )
        self.warnings.add(0, "missing_examples", message, say("Predict every example."))


def _score(entry: Mapping[str, Any], name: str, errors: list[Error]) -> float:
    given = entry.get(name, 0.0)
    try:
        if type(given) in (int, float) and math.isfinite(given):
            return float(given)
    except OverflowError:
        pass  # a whole number beyond all floats
    message = say("The {field} is {value}.", field=name, value=shown(str(given)[:60]))
    errors.append(("not_finite", message, say("A score is a finite number; thresholds go by it.")))
    return 0.0


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
        line = self.line(number)
        return (
            say("in line {line}", line=str(line))
            if line
            else say("as prediction {number}", number=str(number))
        )


def _lines_of(text: str, starts: list[int]) -> list[int]:
    lines, line, done = [], 1, 0
    for start in starts:
        line += text.count("\n", done, start)
        lines.append(line)
        done = start
    return lines
