"""Tracks whose runs are text files with one response a line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.records import Problem, Topics
from scoring.tracks.base import CheckedRun, Declaration, GivenOut, KnownDocids, ParagraphTexts, Track
from scoring.tracks.linecheck import LineCheck, LineRules
from scoring.tracks.whole_run import (
    check_declaration,
    check_docid_form,
    check_docids,
    check_given_out,
    check_many,
    check_missing,
    check_tags,
)


@dataclass(frozen=True, kw_only=True)
class LineTrack(Track):
    """A track with one response a line."""

    rules: LineRules
    topics_reader: Callable[[bytes, str], tuple[Topics, list[Problem]]]
    topics_writer: Callable[[Topics], bytes]

    def read_topics(self, data: bytes, name: str) -> tuple[Topics, list[Problem]]:
        return self.topics_reader(data, name)

    def write_topics(self, topics: Topics) -> bytes:
        return self.topics_writer(topics)

    def check_run(
        self,
        data: bytes,
        name: str,
        topics: Topics,
        declaration: Declaration,
        settings: Mapping[str, Any],
        known_docids: KnownDocids | None = None,
        given_out: GivenOut | None = None,
        paragraphs: ParagraphTexts | None = None,
    ) -> CheckedRun:
        check = LineCheck(self, self.rules, name, topics, declaration, self.settings_with_defaults(settings))
        check_declaration(check)
        check.read(data)
        if check.tags and check.complete:
            check_tags(check)
            check_many(check)
            check_missing(check)
            check_docid_form(check)
            check_docids(check, known_docids)
            check_given_out(check, given_out)
        problems, warnings = check.problems.listed(), check.warnings.listed()
        tag = next(iter(check.tags), "")
        return CheckedRun(tag, () if problems else tuple(check.responses), problems, warnings)
