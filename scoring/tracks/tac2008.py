"""TAC 2008 opinion questions (TAC 2008 Question Answering Track Guidelines)."""

from functools import partial
from types import MappingProxyType

from scoring.formats import topics_plain, topics_xml
from scoring.forms import LIST, NUGGETS
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
from scoring.tracks.series import HalvedSeries

_RIGID = QuestionType(
    name="RigidList",
    label="Rigid list",
    scale=FOUR_WAY,
    ranked=False,
    nil_allowed=False,
    single=False,
    judged=True,
    measures=("rigid_f",),
    form=LIST,
)
_SQUISHY = QuestionType(
    name="SquishyList",
    label="Squishy list",
    scale=None,
    ranked=False,
    nil_allowed=False,
    single=False,
    judged=True,
    measures=("squishy_f",),
    form=NUGGETS,
    pyramid=True,
)
_TYPES = MappingProxyType({kind.name: kind for kind in (_RIGID, _SQUISHY)})

TAC2008 = LineTrack(
    slug="tac2008",
    title="TAC 2008 opinion questions",
    defined_by="TAC 2008 Question Answering Track Guidelines",
    question_types=_TYPES,
    settings=(
        judges(1),
        max_runs(3),
        BETA,
        ALLOWANCE,
        LIST_VIEW,
        REMOTE_RESOURCES,
        MISSING_QUESTIONS,
        FREE_RUN_TAG,
        UNKNOWN_DOCIDS,
    ),
    measures=("rigid_f", "squishy_f"),
    score="score",
    in_series=True,
    questions_file="questions.xml",
    run_suffix=".txt",
    rules=LineRules(
        columns="qid tag docid answer",
        team_tag=True,
        priority_tag=True,
        first_automatic=True,
        max_text=7000,
        one_break=True,
        docid_form=r"BLOG06-[0-9]{8}-[0-9]{3}-[0-9]{10}",
        docid_family="BLOG06-",
    ),
    topics_reader=partial(topics_plain.read_either, types=tuple(_TYPES)),
    topics_writer=topics_xml.write,
    series_rules=HalvedSeries(),
)
