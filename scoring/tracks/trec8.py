"""TREC-8 question answering (Voorhees and Tice, The TREC-8 Question Answering Track Evaluation, sections 1 and 2)."""

from types import MappingProxyType

from scoring.formats import topics_text
from scoring.scales import YES_NO
from scoring.tracks.base import QuestionType
from scoring.tracks.common import MISSING_QUESTIONS, REMOTE_RESOURCES, UNKNOWN_DOCIDS, judges, max_runs
from scoring.tracks.linecheck import LineRules, columns_error
from scoring.tracks.lines import LineTrack
from scoring.tracks.settings import Setting

COLUMNS = "qid Q0 docid rank score tag answer"

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

TREC8 = LineTrack(
    slug="trec8",
    title="TREC-8 question answering",
    defined_by="Voorhees and Tice, The TREC-8 Question Answering Track Evaluation, TREC-8, 1999",
    question_types=MappingProxyType({kind.name: kind for kind in (_FACTOID, _LIST, _DEFINITION)}),
    settings=(
        judges(3),
        max_runs(None),
        Setting(
            "columns",
            "text",
            COLUMNS,
            "Columns of a run file",
            "The columns in their order: qid, docid, tag and, last, answer; rank, score and Q0 where the file has them.",
            check=columns_error,
            reads_runs=True,
        ),
        REMOTE_RESOURCES,
        MISSING_QUESTIONS,
        UNKNOWN_DOCIDS,
    ),
    measures=("mrr", "no_correct"),
    score="mrr",
    in_series=False,
    questions_file="questions.txt",
    run_suffix=".txt",
    length_limits=(50, 250),
    rules=LineRules(columns=COLUMNS, max_rank=5),
    topics_reader=topics_text.read,
    topics_writer=topics_text.write,
)
