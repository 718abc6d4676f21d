"""Runs of Natural Questions: predictions as the corpus's own evaluation reads them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from scoring.annotations import Label, PageSpan
from scoring.evaluations.nq.topics import PageTopics
from scoring.formats.encoded import encoding_name
from scoring.formats.kinds import GZIP, JSON, TEXT, UTF16, kind_of_file, refuse_kind
from scoring.formats.problems import Problems, shown
from scoring.formats.run_names import RUN_ID
from scoring.records import Response, Topics
from scoring.say import say
from scoring.spans.predictions import read_predictions
from scoring.tracks.base import (
    CheckedRun,
    Declaration,
    GivenAnswer,
    RunChecks,
)
from scoring.tracks.foreign import note_foreign


@dataclass(frozen=True, kw_only=True)
class PageTrack(PageTopics):
    """A track whose answers are places on a page: annotated by people, predicted by systems."""

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

    def check_run(self, data: bytes, name: str, against: RunChecks) -> CheckedRun:
        topics, declaration, *_ = against
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
