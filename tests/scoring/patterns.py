"""Answer patterns as assessors: a string is right when one of its question's patterns is found in it."""

import re
from collections.abc import Mapping
from pathlib import Path

Patterns = Mapping[str, list[re.Pattern[str]]]


def read_patterns(file: Path, flags: int = 0) -> Patterns:
    """Read `qid regex` lines; some files end their lines with CR LF."""
    patterns: dict[str, list[re.Pattern[str]]] = {}
    for line in file.read_text(encoding="latin-1").splitlines():
        qid, _, expression = line.strip().partition(" ")
        if expression:
            patterns.setdefault(qid, []).append(re.compile(expression, flags))
    return patterns


def is_right(patterns: Patterns, qid: str, answer: str) -> bool:
    """Whether one of the question's patterns stands in the string."""
    return any(pattern.search(answer) for pattern in patterns.get(qid, ()))
