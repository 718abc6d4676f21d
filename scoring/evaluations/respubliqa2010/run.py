"""Runs of ResPubliQA 2010: XML with a paragraph for each question of a pair of languages, or silence."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self
from xml.sax.saxutils import escape, quoteattr

from scoring.evaluations.respubliqa2010.topics import PairTopics
from scoring.formats import runs_xml, topics_pairs
from scoring.formats.encoded import REFUSED, encoding_name
from scoring.formats.kinds import TEXT, XML, kind_of_file, refuse_kind
from scoring.formats.problems import shown
from scoring.formats.run_names import named
from scoring.records import Question, Topics
from scoring.say import say
from scoring.tracks.base import (
    CheckedRun,
    Declaration,
    GivenAnswer,
    RunChecks,
)
from scoring.tracks.foreign import note_foreign
from scoring.tracks.passages import PassageCheck
from scoring.tracks.whole_passages import check_documents, check_order, check_texts


@dataclass(frozen=True, kw_only=True)
class PairTrack(PairTopics):
    """A track whose runs answer the questions of one pair of languages with whole paragraphs, or keep silent."""

    year: str = "10"  # in run ids
    most_runs: int = 2  # the highest number in run ids

    def schemas(self) -> dict[str, str]:
        return {"questions.dtd": topics_pairs.dtd(self.languages), "run.dtd": runs_xml.dtd(self.run_kinds)}

    def under(self, settings: Mapping[str, Any]) -> Self:
        values = self.settings_with_defaults(settings)
        return replace(self, year=values["year"], most_runs=min(values["max_runs"] or 9, 9))

    def questions_of(self, run_id: str, topics: Topics) -> tuple[Question, ...]:
        run = named(run_id)
        if run is None:
            return topics.questions
        return tuple(question for question in topics.questions if question.pair == run.pair)

    def run_kind_of(self, run_id: str) -> str:
        run = named(run_id)
        return run.task if run else ""

    def run_ids(self, team: str, task: str, pair: str) -> tuple[str, ...]:
        languages = pair.replace(":", "").lower()
        return tuple(f"{team}{self.year}{number}{task}{languages}" for number in range(1, self.most_runs + 1))

    def written_run(
        self,
        topics: Topics,
        declaration: Declaration,
        settings: Mapping[str, Any],
        answers: Mapping[str, GivenAnswer],
        run_id: str = "",
    ) -> bytes:
        task = self.run_kind_of(run_id)
        said = [
            _said(topics_pairs.q_id_of(question.qid), run_id, task, answers.get(question.qid))
            for question in self.questions_of(run_id, topics)
        ]
        return (
            f"<output>\n<task_{task}>\n{''.join(said)}</task_{task}>\n</output>\n".encode() if said else b""
        )

    def check_run(self, data: bytes, name: str, against: RunChecks) -> CheckedRun:
        topics, declaration, settings, *_ = against
        check = PassageCheck(self, name, topics, declaration, self.settings_with_defaults(settings))
        if encoding_name(declaration.encoding) != "utf-8":
            message = say(
                "The run is declared as {encoding}; runs of this track are in UTF-8.",
                encoding=shown(declaration.encoding),
            )
            check.problems.add(0, "encoding", message, say("Save it as UTF-8 and declare that."))
        by_line = {XML, *REFUSED} | ({TEXT} if b"<" in data else set())  # whose errors are told one by one
        if data.strip() and kind_of_file(data) not in by_line:
            refuse_kind(data, check.problems, "XML", say("Its outermost element is <output>."))
            return CheckedRun("", (), check.problems.listed(), [])
        submitted = runs_xml.read(data, check.problems, self.run_kinds, ("q_id", "run_id", "answered"))
        if submitted:
            check.whole(submitted)
            check_order(check)
            check_documents(check, against.known_docids)
            check_texts(check, against.paragraphs)
        asked = Topics(tuple(check.questions.values()))
        foreign = note_foreign(check.problems, check.warnings, check.unknown, check.answered, asked)
        problems, warnings = check.problems.listed(), check.warnings.listed()
        return CheckedRun(
            check.run_id, () if problems else tuple(check.responses), problems, warnings, foreign
        )


def _said(q_id: str, run_id: str, task: str, given: GivenAnswer | None) -> str:
    """The whole of a paragraph, with the exact answer where the task asks for it; or silence."""
    if given is None:
        return f'<a q_id="{q_id}" run_id="{run_id}" answered="NO"></a>\n'
    quoted = (
        f"<passage_string p_id={quoteattr(given.passage)} docid={quoteattr(given.docid)}>{escape(given.text)}"
    )
    exact = f"<exact_answer>{escape(given.exact)}</exact_answer>" if task == "AS" and given.exact else ""
    return f'<a q_id="{q_id}" run_id="{run_id}" answered="YES">{quoted}</passage_string>{exact}</a>\n'
