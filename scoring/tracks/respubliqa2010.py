"""ResPubliQA 2010 (Guidelines for the Participants in the ResPubliQA 2010 Exercise)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Self
from xml.sax.saxutils import escape, quoteattr

from scoring.formats import question_types, runs_xml, topics_pairs
from scoring.formats.encoded import REFUSED, encoding_name
from scoring.formats.kinds import TEXT, XML, kind_of_file, refuse_kind
from scoring.formats.problems import shown
from scoring.formats.run_names import named
from scoring.formats.target_types import Typed
from scoring.forms import PASSAGES
from scoring.records import Problem, Question, Topics
from scoring.say import say, sentence
from scoring.scales import EXACT_ANSWER, PARAGRAPH
from scoring.tracks import samples
from scoring.tracks.base import (
    CheckedRun,
    Declaration,
    GivenAnswer,
    GivenOut,
    KnownDocids,
    ParagraphTexts,
    QuestionType,
    Track,
)
from scoring.tracks.common import MISSING_QUESTIONS, REMOTE_RESOURCES, UNKNOWN_DOCIDS, judges, max_runs
from scoring.tracks.foreign import note_foreign
from scoring.tracks.passages import PassageCheck
from scoring.tracks.settings import Setting
from scoring.tracks.whole_passages import check_documents, check_order, check_texts

LANGUAGES = ("BG", "DE", "EN", "ES", "FR", "IT", "NL", "PT", "RO")
UNTOLD = "Other"  # the type of a question of which no file tells another
_MEASURES = ("c1", "c1_ignoring_noa", "accuracy", "extraction", "nR", "nX", "nM", "nW", "nU")


def _type(name: str) -> QuestionType:
    return QuestionType(
        name=name,
        label=name.capitalize(),
        scale=EXACT_ANSWER,
        ranked=False,
        nil_allowed=False,
        single=True,
        judged=True,
        measures=_MEASURES,
        form=PASSAGES,
        passage_scale=PARAGRAPH,
    )


_TYPES = ("Factoid", "Definition", "Reason-Purpose", "Procedure", "Opinion", UNTOLD)
_YEAR = Setting(
    "year",
    "text",
    "10",
    sentence("Year in run ids"),
    sentence("The two digits that follow the team's id in a run id."),
    reads_runs=True,
    check=lambda text: "" if re.fullmatch("[0-9]{2}", text) else "two digits",
)
_SUBMISSION_DAYS = Setting(
    "submission_days",
    "int",
    5,
    sentence("Days to submit"),
    sentence("How many days a team has from its first download of questions; none for no such limit."),
    optional=True,
)


@dataclass(frozen=True, kw_only=True)
class PairTrack(Track):
    """A track whose runs answer the questions of one pair of languages with whole paragraphs, or keep silent."""

    year: str = "10"  # in run ids
    most_runs: int = 2  # the highest number in run ids

    def schemas(self) -> dict[str, str]:
        return {"questions.dtd": topics_pairs.dtd(self.languages), "run.dtd": runs_xml.dtd(self.run_kinds)}

    def under(self, settings: Mapping[str, Any]) -> Self:
        values = self.settings_with_defaults(settings)
        return replace(self, year=values["year"], most_runs=min(values["max_runs"] or 9, 9))

    def read_topics(self, data: bytes, name: str) -> tuple[Topics, list[Problem]]:
        return topics_pairs.read(data, name, self.languages, self.untold)

    def write_topics(self, topics: Topics) -> bytes:
        return topics_pairs.write(topics)

    def joined(self, before: Topics, read: Topics) -> tuple[Topics, Mapping[str, str]]:
        return topics_pairs.joined(before, read, self.untold)

    def numbered(self, number: int) -> str:
        return f"{number:04}"

    def id_error(self, qid: str) -> str:
        if topics_pairs.Q_ID.fullmatch(topics_pairs.q_id_of(qid)):
            return ""
        return say("The id {qid} has not four digits.", qid=shown(qid))

    def in_file_order(self, questions: Sequence[Question]) -> Mapping[str, str]:
        return topics_pairs.in_order(questions)

    def read_types(self, data: bytes, name: str, topics: Topics) -> Typed:
        return Typed(*question_types.read(data, name, topics, tuple(self.question_types)))

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
            check_documents(check, known_docids)
            check_texts(check, paragraphs)
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


RESPUBLIQA2010 = PairTrack(
    slug="respubliqa2010",
    title="ResPubliQA 2010",
    since=2010,
    sample=samples.PARAGRAPHS,
    defined_by="Guidelines for the Participants in the ResPubliQA 2010 Exercise",
    question_types=MappingProxyType({name: _type(name) for name in _TYPES}),
    settings=(
        judges(1),
        max_runs(2),
        _YEAR,
        _SUBMISSION_DAYS,
        REMOTE_RESOURCES,
        MISSING_QUESTIONS,
        UNKNOWN_DOCIDS,
    ),
    fixed=(
        sentence(
            "Grades that count as right: R alone. What an exact answer that is inexact (X) "
            "or misses its support (M) is worth is told by its own counts and by extraction, "
            "and c@1 is defined over right answers."
        ),
        sentence(
            "Measures: c@1 is the score, since it rewards leaving a question unanswered; "
            "accuracy, extraction and the counts of all grades stand beside it in every "
            "version."
        ),
        sentence("Responses: one for each question, or none (NOA), as the exercise defines it."),
    ),
    measures=_MEASURES,
    score="c1",
    questions_file="questions.xml",
    run_suffix=".xml",
    run_kinds=("PS", "AS"),
    languages=LANGUAGES,
    gold=True,
    document_lists=False,
    checklist=(
        ("paragraphs", sentence("The answer is not whole in one paragraph")),
        ("anaphoric", sentence("Refers to another question")),
        ("nowhere", sentence("No paragraph answers it")),
    ),
    any_encoding=False,
    untold=UNTOLD,
)
