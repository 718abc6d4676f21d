"""TREC-8 question answering (Voorhees and Tice, The TREC-8 Question Answering Track Evaluation, sections 1 and 2).

By its settings also what followed: TREC-9 (50 or 250 bytes), TREC 2001 (NIL) and TREC 2002 (one exact answer to a question,
four grades, questions in the order of the system's confidence).
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from scoring.formats import topics_text
from scoring.say import say, sentence
from scoring.scales import FOUR_WAY, YES_NO, Scale
from scoring.tracks import samples
from scoring.tracks.base import QuestionType, Types
from scoring.tracks.common import (
    DEPTHS,
    LENGTH_UNIT,
    MISSING_QUESTIONS,
    MOST_RANKS,
    REMOTE_RESOURCES,
    UNKNOWN_DOCIDS,
    counting_as_right,
    judges,
    lengths,
    max_runs,
    nil,
    right,
    right_contradictions,
)
from scoring.tracks.linecheck import LineRules, columns_error
from scoring.tracks.lines import LineTrack
from scoring.tracks.settings import Setting

COLUMNS = "qid Q0 docid rank score tag answer"
MEASURES = ("mrr", "no_correct", "accuracy", "success_1", "success_k", "cws")
_SCALES: Mapping[str, Scale] = MappingProxyType({scale.name: scale for scale in (YES_NO, FOUR_WAY)})

_FACTOID = QuestionType(
    name="factoid",
    label="Factoid",
    scale=YES_NO,
    ranked=True,
    nil_allowed=False,
    single=False,
    judged=True,
    measures=("mrr", "no_correct"),
)
# Topics of 2003 hold these two types as well; they are read and shown.
_LIST = QuestionType("list", "List", None, ranked=True, nil_allowed=False, single=False, judged=False)
_DEFINITION = QuestionType(
    "definition", "Definition", None, ranked=True, nil_allowed=False, single=False, judged=False
)

_RANKS = Setting(
    "ranks",
    "int",
    5,
    sentence("Responses to a question"),
    sentence("How many ranked responses a run may give to a question; 1 for a single one."),
    minimum=1,
    maximum=MOST_RANKS,
    reads_runs=True,
    later=True,
)
_SCALE = Setting(
    "scale",
    "choice",
    YES_NO.name,
    sentence("Grades"),
    sentence(
        "Whether an answer is judged yes or no, or correct, inexact, unsupported or incorrect (TREC 2002)."
    ),
    choices=tuple(_SCALES),
    names_grades=True,
    later=True,
)
_MEASURES = Setting(
    "measures",
    "names",
    ("mrr", "no_correct"),
    sentence("Measures"),
    sentence(
        "What runs are measured by; the first is the score. mrr: mean reciprocal rank; "
        "success_1 and success_k: right among the first or the first k; accuracy: any "
        "response right; cws: confidence-weighted score, of questions in the order of the "
        "run file (TREC 2002); no_correct: questions without a right response."
    ),
    choices=MEASURES,
    later=True,
)
_SUCCESS_K = Setting(
    "success_k",
    "int",
    5,
    sentence("k of success at k"),
    sentence("How many responses success_k looks at."),
    minimum=1,
    maximum=MOST_RANKS,
    later=True,
)


def _shape(types: Types, settings: Mapping[str, Any]) -> Types:
    factoid = replace(
        types["factoid"],
        scale=counting_as_right(_SCALES[settings["scale"]], settings),
        ranked=settings["ranks"] > 1,
        single=settings["ranks"] == 1,
        nil_allowed=settings["nil"],
        measures=settings["measures"],
    )
    return MappingProxyType({**types, "factoid": factoid})


def _contradicted(settings: Mapping[str, Any]) -> Iterator[str]:
    measures, ranks, k = settings["measures"], settings["ranks"], settings["success_k"]
    if ranks == 1 and (ranked := [name for name in ("mrr", "success_k") if name in measures]):
        yield (
            say(
                "measures has {ranked}, which need ranks, and ranks=1 allows one response to "
                "a question; measure accuracy or cws.",
                ranked=" and ".join(ranked),
            )
        )
    elif "success_k" in measures and k > ranks:
        yield say(
            "success_k={success_k} looks further than ranks={ranks} allows; lower it, or allow more ranks.",
            success_k=str(k),
            ranks=str(ranks),
        )
    if "cws" in measures and ranks > 1:
        yield say(
            "measures has cws, which takes one response to a question, and ranks={ranks} allows more; "
            "set ranks=1.",
            ranks=str(ranks),
        )
    if measures[0] == "no_correct":
        yield say(
            "measures begins with no_correct, which counts questions and is no score; "
            "put another measure first."
        )
    yield from right_contradictions(_SCALES[settings["scale"]], settings)


TREC8 = LineTrack(
    slug="trec8",
    title="TREC-8 question answering",
    since=1999,
    sample=samples.FACTOIDS,
    defined_by="Voorhees and Tice, The TREC-8 Question Answering Track Evaluation, TREC-8, 1999",
    question_types=MappingProxyType({kind.name: kind for kind in (_FACTOID, _LIST, _DEFINITION)}),
    settings=(
        judges(3),
        max_runs(None),
        Setting(
            "columns",
            "text",
            COLUMNS,
            sentence("Columns of a run file"),
            sentence(
                "The columns in their order: qid, docid and, last, answer; Q0, rank, score "
                "and tag where the file has them."
            ),
            check=columns_error,
            reads_runs=True,
        ),
        REMOTE_RESOURCES,
        MISSING_QUESTIONS,
        UNKNOWN_DOCIDS,
        _RANKS,
        nil(allowed=False),
        _SCALE,
        right(("inexact", "unsupported")),
        _MEASURES,
        _SUCCESS_K,
        lengths((50, 250)),
        LENGTH_UNIT,
        DEPTHS,
    ),
    measures=("mrr", "no_correct"),
    score="mrr",
    questions_file="questions.txt",
    run_suffix=".txt",
    length_limits=(50, 250),
    checklist=(
        ("ambiguous", sentence("Ambiguous")),
        ("list", sentence("Three or more answers")),
        ("long", sentence("Answer longer than 50 bytes")),
        ("contrived", sentence("Obscure or contrived: a sentence of the document turned into a question")),
        ("opinion", sentence("Asks for an opinion")),
    ),
    rules=LineRules(columns=COLUMNS, max_rank=5),
    topics_reader=topics_text.read,
    topics_writer=topics_text.write,
    shape=_shape,
    contradicted=_contradicted,
)
