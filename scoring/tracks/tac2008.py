"""TAC 2008 opinion questions (TAC 2008 Question Answering Track Guidelines)."""

from functools import partial
from types import MappingProxyType

from scoring.formats import topics_plain, topics_xml
from scoring.forms import LIST, NUGGETS
from scoring.say import sentence
from scoring.scales import FOUR_WAY
from scoring.tracks import samples
from scoring.tracks.base import QuestionType
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
    judges,
    lengths,
    max_runs,
    weights_contradictions,
)
from scoring.tracks.linecheck import LineRules
from scoring.tracks.lines import LineTrack
from scoring.tracks.series import HalvedSeries
from scoring.tracks.settings import Setting

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
_MOST_TEXT = 7_000  # TAC 2008 QA guidelines, section III
_TYPES = MappingProxyType({kind.name: kind for kind in (_RIGID, _SQUISHY)})

TAC2008 = LineTrack(
    slug="tac2008",
    title="TAC 2008 opinion questions",
    since=2008,
    sample=samples.OPINIONS,
    defined_by="TAC 2008 Question Answering Track Guidelines",
    question_types=_TYPES,
    settings=(
        judges(1),
        max_runs(3),
        Setting(
            "weights",
            "floats",
            (0.5, 0.5),
            sentence("Weights of rigid and squishy lists"),
            sentence("How much each type of question counts in the score of a series."),
            count=2,
            later=True,
        ),
        Setting(
            "question_length",
            "int",
            _MOST_TEXT,
            sentence("Longest answer to a question"),
            sentence(
                "How many characters without white space all strings of a question may have "
                "together; none for no limit."
            ),
            optional=True,
            minimum=1,
            reads_runs=True,
            later=True,
        ),
        lengths(None),
        LENGTH_UNIT,
        DEPTHS,
        BETA,
        ALLOWANCE,
        LIST_VIEW,
        REMOTE_RESOURCES,
        MISSING_QUESTIONS,
        FREE_RUN_TAG,
        UNKNOWN_DOCIDS,
    ),
    fixed=(
        sentence(
            "Grades that count as right: there are no factoid questions, and in rigid lists "
            "only distinct answers graded correct count, because F of a list is defined over "
            "them."
        ),
        sentence(
            "Measures: the score of a series is the weighted mean of F of its rigid lists "
            "and F of its squishy lists, so these two are always measured. The settings "
            "weights, beta and allowance are what changes in them."
        ),
        sentence("Weights of nuggets: votes always weigh them (pyramid), as the track defines it."),
    ),
    measures=("rigid_f", "squishy_f"),
    score="score",
    questions_file="questions.xml",
    run_suffix=".txt",
    asked=(LATER_QUESTIONS, INDEPENDENT),
    rules=LineRules(
        columns="qid tag docid answer",
        team_tag=True,
        priority_tag=True,
        first_automatic=True,
        max_text=_MOST_TEXT,
        one_break=True,
        docid_form=r"BLOG06-[0-9]{8}-[0-9]{3}-[0-9]{10}",
        docid_family="BLOG06-",
    ),
    topics_reader=partial(topics_plain.read_either, types=tuple(_TYPES)),
    topics_writer=topics_xml.write,
    series_rules=HalvedSeries(),
    contradicted=weights_contradictions,
)
