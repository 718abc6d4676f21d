"""Target types in a file of their own, as NIST gave them out: one `#TYPE target text` line for each series.

A line belongs to the series with that target text; where a text differs, to the series at the same place, if every
series has a line. XML references such as &amp; may stand in the text.
"""

import html
import re

from scoring.formats.encoded import decode
from scoring.formats.folding import fold
from scoring.formats.problems import Problems, shown
from scoring.records import Problem, Series, Topics

TYPES = {
    "PERSON": "PERSON",
    "ORG": "ORGANIZATION",
    "ORGANIZATION": "ORGANIZATION",
    "THING": "THING",
    "EVENT": "EVENT",
}
_LINE = re.compile(r"#\s*(\w+)[ \t]+(.+)")


def read(data: bytes, name: str, topics: Topics) -> tuple[Topics, list[Problem]]:
    """The topics with the types of their targets."""
    problems = Problems(name)
    text = decode(data, problems)
    entries = _entries(text, problems) if text is not None else []
    types: dict[str, str] = {}
    left = []
    for place, (line, kind, target) in enumerate(entries):
        found = _by_text(target, topics, types)
        if found is None:
            left.append((place, line, kind, target))
        else:
            types[found.series_id] = kind
    for place, line, kind, target in left:
        series = topics.series[place] if len(entries) == len(topics.series) else None
        if series is None or series.series_id in types:
            message = f"No series has the target {shown(target)}."
            problems.add(
                line, "unknown_target", message, "Write the target's text as the topics file has it."
            )
        else:
            types[series.series_id] = kind
    typed = tuple(
        series._replace(target_type=types.get(series.series_id, series.target_type))
        for series in topics.series
    )
    return topics._replace(series=typed), problems.listed()


def _entries(text: str, problems: Problems) -> list[tuple[int, str, str]]:
    entries = []
    for number, line in enumerate(text.split("\n"), 1):
        match = _LINE.fullmatch(fold(line))
        if match and match[1].upper() in TYPES:
            entries.append((number, TYPES[match[1].upper()], html.unescape(fold(match[2]))))
        elif fold(line):
            message = f"The line {shown(line)} names no target type."
            problems.add(
                number, "target_type", message, f"Write # and one of {', '.join(TYPES)}, then the target."
            )
    return entries


def _by_text(target: str, topics: Topics, taken: dict[str, str]) -> Series | None:
    for series in topics.series:
        if series.target == target and series.series_id not in taken:
            return series
    return None
