"""Tracks whose runs are text files with one response a line."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.formats import topics_xml
from scoring.records import NIL, Problem, Topics
from scoring.tracks.base import (
    CheckedRun,
    Declaration,
    GivenAnswer,
    RunChecks,
    Track,
)
from scoring.tracks.foreign import note_foreign
from scoring.tracks.line_file import LineCheck
from scoring.tracks.linecheck import LineRules, ResponseCheck
from scoring.tracks.whole_run import (
    check_declaration,
    check_docid_form,
    check_docids,
    check_given_out,
    check_many,
    check_missing,
    check_scores,
    check_tags,
)


@dataclass(frozen=True, kw_only=True)
class LineTrack(Track):
    """A track with one response a line."""

    rules: LineRules
    topics_reader: Callable[[bytes, str], tuple[Topics, list[Problem]]]
    topics_writer: Callable[[Topics], bytes]

    @property
    def run_columns(self) -> str:
        return self.rules.columns

    def schemas(self) -> dict[str, str]:
        if not self.series_rules:
            return {}
        return {"questions.dtd": topics_xml.dtd(self.question_types)}

    def decided(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """How lines look and what runs are measured by, as far as the track has settings for it."""
        fields: dict[str, Any] = {"rules": self._rules_under(settings)}
        if "lengths" in settings:
            fields["length_limits"] = settings["lengths"] or ()
            fields["length_unit"] = settings["length_unit"]
        if "measures" in settings:
            fields |= {"measures": settings["measures"], "score": settings["measures"][0]}
        return fields

    def _rules_under(self, settings: Mapping[str, Any]) -> LineRules:
        rules = self.rules
        if ranks := settings.get("ranks"):
            # A single response needs no rank: where lines have none, a second one breaks another rule.
            is_bare = ranks == 1 and "rank" not in settings.get("columns", "").split()
            rules = rules._replace(max_rank=None if is_bare else ranks)
        if "question_length" in settings:
            rules = rules._replace(max_text=settings["question_length"])
        return rules

    def read_topics(self, data: bytes, name: str) -> tuple[Topics, list[Problem]]:
        return self.topics_reader(data, name)

    def write_topics(self, topics: Topics) -> bytes:
        return self.topics_writer(topics)

    def example_answers(
        self, topics: Topics, declaration: Declaration, settings: Mapping[str, Any], docids: Sequence[str]
    ) -> Mapping[str, GivenAnswer]:
        answers = {}
        for number, question in enumerate(topics.questions):
            docid = docids[number % len(docids)] if docids else _made_up(self.rules, number)
            answers[question.qid] = GivenAnswer(docid, _cut(f"answer {number + 1}", declaration.length_limit))
        return answers

    def written_run(
        self,
        topics: Topics,
        declaration: Declaration,
        settings: Mapping[str, Any],
        answers: Mapping[str, GivenAnswer],
        run_id: str = "",
    ) -> bytes:
        track = self.under(settings)
        columns = (self.settings_with_defaults(settings).get("columns") or track.rules.columns).split()
        tag = f"{declaration.team or 'team'}{declaration.priority}".replace(" ", "")
        cells = {"Q0": "Q0", "rank": "1", "score": "0.5", "tag": tag}
        lines = []
        for question in topics.questions:
            kind = track.type_of(question)
            given = answers.get(question.qid) or (GivenAnswer(NIL) if kind.nil_allowed else None)
            if kind.judged and given:
                row = {**cells, "qid": question.qid, "docid": given.docid, "answer": given.text}
                lines.append(" ".join(row[column] for column in columns).rstrip() + "\n")
        return "".join(lines).encode(declaration.encoding)

    def check_run(self, data: bytes, name: str, against: RunChecks) -> CheckedRun:
        topics, declaration, settings, *_ = against
        track, values = self.under(settings), self.settings_with_defaults(settings)
        check = LineCheck(track, track.rules, name, topics, declaration, values)
        check_declaration(check)
        check.read(data)
        check_whole(check, against)
        foreign = note_foreign(check.problems, check.warnings, check.unknown, check.given, topics)
        problems, warnings = check.problems.listed(), check.warnings.listed()
        tag = next(iter(check.tags), "")
        return CheckedRun(tag, () if problems else tuple(check.responses), problems, warnings, foreign)


def check_whole(check: ResponseCheck, against: RunChecks) -> None:
    """Hold what was read against the rules for the file as a whole, unless it was given up or there is nothing."""
    if not check.rows or not check.complete:
        return
    if check.tags:
        check_tags(check)
    check_many(check)
    check_scores(check)
    check_missing(check)
    if check.track.documents:
        check_docid_form(check)
        check_docids(check, against.known_docids)
        check_given_out(check, against.given_out)


def _made_up(rules: LineRules, number: int) -> str:
    """A document id of the form that the track's ids have, where none is known."""
    return f"BLOG06-20051206-000-{number:010}" if rules.docid_family == "BLOG06-" else f"DOC-{number + 1:04}"


def _cut(text: str, limit: int | None) -> str:
    return text[-limit:].strip() if limit else text
