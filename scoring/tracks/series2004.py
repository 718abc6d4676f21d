"""TREC 2004 question series (Voorhees, Using Question Series To Evaluate Question Answering System Effectiveness)."""

from types import MappingProxyType

from scoring.formats import topics_xml
from scoring.scales import FOUR_WAY
from scoring.tracks.base import QuestionType
from scoring.tracks.common import (
    ALLOWANCE,
    BETA,
    FREE_RUN_TAG,
    LIST_VIEW,
    MISSING_QUESTIONS,
    REMOTE_RESOURCES,
    UNKNOWN_DOCIDS,
    judges,
    max_runs,
)
from scoring.tracks.linecheck import LineRules
from scoring.tracks.lines import LineTrack
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
    "LIST", "List", None, ranked=False, nil_allowed=False, single=False, judged=False, measures=("list_f",)
)
_OTHER = QuestionType(
    "OTHER", "Other", None, ranked=False, nil_allowed=False, single=False, judged=False, measures=("other_f",)
)

SERIES2004 = LineTrack(
    slug="series2004",
    title="TREC 2004 question series",
    question_types=MappingProxyType({kind.name: kind for kind in (_FACTOID, _LIST, _OTHER)}),
    settings=(
        judges(1),
        max_runs(3),
        Setting(
            "weights",
            "floats",
            (0.5, 0.25, 0.25),
            "Weights of factoid, list and Other",
            "How much each type of question counts in the score of a series.",
            count=3,
        ),
        Setting(
            "weights_without_list",
            "floats",
            (0.67, 0.33),
            "Weights without list questions",
            "How much factoid and Other count in the score of a series that has no list question.",
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
            "Several lines for a factoid",
            "Refuse them, score a factoid by its first line, or by its best.",
            choices=("none", "first", "any"),
            relaxation=True,
        ),
        MISSING_QUESTIONS,
        FREE_RUN_TAG,
        UNKNOWN_DOCIDS,
    ),
    measures=("accuracy", "list_f", "other_f"),
    score="accuracy",
    in_series=True,
    questions_file="questions.xml",
    run_suffix=".txt",
    rules=LineRules(columns="qid tag docid answer", team_tag=True),
    topics_reader=topics_xml.read,
    topics_writer=topics_xml.write,
)
