"""TREC 2004 question series (Voorhees, Using Question Series To Evaluate Question Answering System Effectiveness).

The settings `grades` and `other` give the judging of TREC 2006 and 2007.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from scoring.formats import topics_xml
from scoring.forms import LIST, NUGGETS
from scoring.say import sentence
from scoring.scales import FIVE_WAY, FOUR_WAY
from scoring.tracks import samples
from scoring.tracks.base import QuestionType, Types
from scoring.tracks.common import (
    ALLOWANCE,
    BETA,
    DEPTHS,
    FREE_RUN_TAG,
    INDEPENDENT,
    LATER_QUESTIONS,
    LENGTH_UNIT,
    LIST_VIEW,
    MISSING_QUESTIONS,
    REMOTE_RESOURCES,
    UNKNOWN_DOCIDS,
    counting_as_right,
    judges,
    lengths,
    max_runs,
    nil,
    right,
    right_contradictions,
    weights_contradictions,
)
from scoring.tracks.linecheck import LineRules
from scoring.tracks.lines import LineTrack
from scoring.tracks.series import WeightedSeries
from scoring.tracks.settings import Setting

_FACTOID = QuestionType(
    name="FACTOID",
    label="Factoid",
    scale=FOUR_WAY,
    ranked=False,
    nil_allowed=True,
    single=True,
    judged=True,
    measures=("accuracy",),
)
_LIST = QuestionType(
    name="LIST",
    label="List",
    scale=FOUR_WAY,
    ranked=False,
    nil_allowed=False,
    single=False,
    judged=True,
    measures=("list_f",),
    form=LIST,
)
_OTHER = QuestionType(
    name="OTHER",
    label="Other",
    scale=None,
    ranked=False,
    nil_allowed=False,
    single=False,
    judged=True,
    measures=("other_f",),
    form=NUGGETS,
)
_GRADES = Setting(
    "grades",
    "choice",
    "4",
    sentence("Grades"),
    sentence(
        "Four grades, or five that tell locally correct answers from globally correct ones (TREC 2007)."
    ),
    choices=("4", "5"),
)
_SCORING_OTHER = Setting(
    "other",
    "choice",
    "nuggets",
    sentence("Scoring Other questions"),
    sentence(
        "A nugget is vital or okay as the primary assessor says, or weighs as many votes as "
        "call it vital (TREC 2006)."
    ),
    choices=("nuggets", "pyramid"),
)


def _shape(types: Types, settings: Mapping[str, Any]) -> Types:
    scale = FIVE_WAY if settings["grades"] == "5" else FOUR_WAY
    shaped = {name: replace(kind, scale=scale) if kind.scale else kind for name, kind in types.items()}
    factoid = counting_as_right(scale, settings)
    shaped["FACTOID"] = replace(types["FACTOID"], scale=factoid, nil_allowed=settings["nil"])
    shaped["OTHER"] = replace(types["OTHER"], pyramid=settings["other"] == "pyramid")
    return MappingProxyType(shaped)


def _contradicted(settings: Mapping[str, Any]) -> Iterator[str]:
    yield from weights_contradictions(settings)
    yield from right_contradictions(FIVE_WAY if settings["grades"] == "5" else FOUR_WAY, settings)


SERIES2004 = LineTrack(
    slug="series2004",
    title="TREC 2004 question series",
    since=2004,
    sample=samples.SERIES,
    defined_by="Voorhees, Using Question Series to Evaluate Question Answering System Effectiveness, HLT/EMNLP 2005",
    question_types=MappingProxyType({kind.name: kind for kind in (_FACTOID, _LIST, _OTHER)}),
    settings=(
        judges(1),
        max_runs(3),
        Setting(
            "weights",
            "floats",
            (0.5, 0.25, 0.25),
            sentence("Weights of factoid, list and Other"),
            sentence("How much each type of question counts in the score of a series."),
            count=3,
        ),
        Setting(
            "weights_without_list",
            "floats",
            (0.67, 0.33),
            sentence("Weights without list questions"),
            sentence("How much factoid and Other count in the score of a series that has no list question."),
            count=2,
        ),
        BETA,
        ALLOWANCE,
        LIST_VIEW,
        REMOTE_RESOURCES,
        Setting(
            "many_per_factoid",
            "choice",
            "none",
            sentence("Several lines for a factoid"),
            sentence("Refuse them, score a factoid by its first line, or by its best."),
            choices=("none", "first", "any"),
            relaxation=True,
        ),
        MISSING_QUESTIONS,
        FREE_RUN_TAG,
        UNKNOWN_DOCIDS,
        _GRADES,
        _SCORING_OTHER,
        right(("locally_correct", "inexact", "unsupported")),
        nil(allowed=True),
        lengths(None),
        LENGTH_UNIT,
        DEPTHS,
    ),
    measures=("accuracy", "list_f", "other_f"),
    score="score",
    questions_file="questions.xml",
    run_suffix=".txt",
    asked=(LATER_QUESTIONS, INDEPENDENT),
    rules=LineRules(columns="qid tag docid answer", team_tag=True),
    topics_reader=topics_xml.read,
    topics_writer=topics_xml.write,
    series_rules=WeightedSeries(),
    shape=_shape,
    fixed=(
        sentence(
            "Measures: the score of a series is the weighted mean of accuracy of factoids, F "
            "of lists and F of Other, so these three are always measured. The settings "
            "weights, weights_without_list, beta and allowance are what changes in them."
        ),
        sentence(
            "Lists: only distinct answers graded correct count, whatever the setting right "
            "says, because F of a list is defined over them."
        ),
    ),
    contradicted=_contradicted,
)
