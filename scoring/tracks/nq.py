"""Natural Questions (Kwiatkowski et al., Natural Questions: A Benchmark for Question Answering Research, TACL 2019)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any, BinaryIO

from scoring.annotations import Label, PageSpan
from scoring.formats.encoded import encoding_name
from scoring.formats.kinds import GZIP, JSON, TEXT, UTF16, kind_of_file, refuse_kind
from scoring.formats.problems import Problems, shown
from scoring.formats.run_names import RUN_ID
from scoring.forms import SPANS
from scoring.records import Problem, Response, Topics
from scoring.say import say, sentence
from scoring.scales import EXPERT
from scoring.spans import questions
from scoring.spans.examples import read_id
from scoring.spans.labels import LabelError
from scoring.spans.predictions import read_predictions
from scoring.spans.scores import VOTES
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
from scoring.tracks.common import REMOTE_RESOURCES, judges, max_runs
from scoring.tracks.foreign import note_foreign
from scoring.tracks.settings import Setting

_MEASURES = ("long_p", "long_r", "long_f1", "short_p", "short_r", "short_f1", "definition1")
_QUESTION = QuestionType(
    name=questions.TYPE,
    label="Long and short answer",
    scale=EXPERT,
    ranked=False,
    nil_allowed=False,
    single=True,
    judged=True,
    measures=("definition1", *(name for name in _MEASURES if name != "definition1")),
    form=SPANS,
)
_GOLD_VOTES = Setting(
    "gold_votes",
    "int",
    VOTES,
    sentence("Annotations that make an answer"),
    sentence(
        "A question has a long or a short answer where at least so many people gave one; of five people, two."
    ),
    minimum=1,
)
_SPLIT_SEED = Setting(
    "split_seed",
    "int",
    1,
    sentence("Seed of the split of annotators"),
    sentence("Where a question has more than five annotations, which five are the reference for the others."),
)


@dataclass(frozen=True, kw_only=True)
class PageTrack(Track):
    """A track whose answers are places on a page: annotated by people, predicted by systems."""

    def read_topics(self, data: bytes, name: str) -> tuple[Topics, list[Problem]]:
        return questions.read(data, name)

    def read_topics_from(self, stream: BinaryIO, name: str) -> tuple[Topics, list[Problem]]:
        return questions.read_from(stream, name)

    def write_topics(self, topics: Topics) -> bytes:
        return questions.write(topics)

    def id_error(self, qid: str) -> str:
        try:
            read_id(qid)
        except LabelError as error:
            return error.error[1]
        return ""

    def written_run(
        self,
        topics: Topics,
        declaration: Declaration,
        settings: Mapping[str, Any],
        answers: Mapping[str, GivenAnswer],
        run_id: str = "",
    ) -> bytes:
        entries = [
            _prediction(question.qid, answers[question.qid].label if question.qid in answers else Label())
            for question in topics.questions
        ]
        return (json.dumps({"predictions": entries}, indent=1) + "\n").encode() if entries else b""

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
        problems, warnings = Problems(name), Problems(name)
        if kind_of_file(data) not in (JSON, TEXT, GZIP, UTF16):
            refuse_kind(data, problems, "JSON", say("It holds {example}.", example='{"predictions": […]}'))
            return CheckedRun("", (), problems.listed(), [])
        asked = {question.qid for question in topics.questions}
        read = read_predictions(data, name, asked)
        problems.extend(read.problems)
        warnings.extend(read.warnings)
        if encoding_name(declaration.encoding) != "utf-8":
            message = say(
                "The run is declared as {encoding}; predictions are in UTF-8.",
                encoding=shown(declaration.encoding),
            )
            problems.add(0, "encoding", message, say("Save it as UTF-8 and declare that."))
        run_id = declaration.run_id or _tag_of(name)
        if not run_id:
            message = say("The name of the file, {name}, cannot be the run's id.", name=shown(name))
            problems.add(0, "run_tag", message, say("Give the run an id."))
        responses = tuple(
            Response(qid, qid, "", line=number, prediction=prediction)
            for number, (qid, prediction) in enumerate(read.predictions.items(), 1)
        )
        unknown = [each for each in read.ids if each not in asked]
        foreign = note_foreign(problems, warnings, unknown, read.ids & asked, topics)
        return CheckedRun(
            run_id, () if problems else responses, problems.listed(), warnings.listed(), foreign
        )


def _prediction(qid: str, label: Label) -> dict[str, object]:
    """A prediction as the corpus's own scorer reads it, as sure of each part as of any other."""
    return {
        "example_id": int(qid) if qid.isdecimal() else qid,
        "long_answer": _offsets(label.long),
        "long_answer_score": 0.5,
        "short_answers": [_offsets(span) for span in label.short],
        "short_answers_score": 0.5,
        "yes_no_answer": label.yes_no,
    }


def _offsets(span: PageSpan) -> dict[str, int]:
    return {
        "start_byte": span.start,
        "end_byte": span.end,
        "start_token": span.start_token,
        "end_token": span.end_token,
    }


def _tag_of(name: str) -> str:
    """The name of the file without its endings, where a run may be called so."""
    stem = PurePosixPath(name).name.removesuffix(".gz").removesuffix(".json")
    return stem if RUN_ID.fullmatch(stem) else ""


NQ = PageTrack(
    slug="nq",
    title="Natural Questions",
    since=2019,
    sample=samples.PAGES,
    defined_by="Kwiatkowski et al., Natural Questions: A Benchmark for Question Answering Research, TACL 7, 2019",
    question_types=MappingProxyType({_QUESTION.name: _QUESTION}),
    settings=(judges(5), max_runs(None), _GOLD_VOTES, _SPLIT_SEED, REMOTE_RESOURCES),
    fixed=(
        sentence(
            "What counts as right: a prediction is right where it is one of the annotators’ "
            "answers, and a question has an answer where gold_votes annotators gave one; "
            "single grades of answers have no part in it."
        ),
        sentence(
            "Measures: precision, recall and F1 of long and of short answers are those of "
            "the corpus’s own evaluation, so that scores can be held against published ones; "
            "F1 of long answers is the score."
        ),
    ),
    measures=_MEASURES,
    score="long_f1",
    questions_file="questions.jsonl",
    run_suffix=".json",
    document_lists=False,
    checklist=(
        ("ambiguous", sentence("Ambiguous")),
        ("incomprehensible", sentence("Incomprehensible")),
        ("presupposition", sentence("Rests on something that is clearly false")),
        ("opinion", sentence("Asks for an opinion")),
        ("no_fact", sentence("Does not clearly ask for a fact")),
    ),
    any_encoding=False,
    run_id_from=sentence("the name of the file"),
    streams_topics=True,
)
