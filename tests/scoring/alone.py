"""An evaluation whose runs are tables and whose answers name no documents, and its twin whose answers do."""

from dataclasses import replace
from types import MappingProxyType

from scoring.formats import topics_text
from scoring.records import Question, Topics
from scoring.scales import YES_NO
from scoring.tracks.base import QuestionType, Sample
from scoring.tracks.common import MISSING_QUESTIONS, REMOTE_RESOURCES, UNKNOWN_DOCIDS, judges, max_runs
from scoring.tracks.linecheck import LineRules
from scoring.tracks.table_runs import TableTrack

_QUESTION = QuestionType(
    name="factoid",
    label="Question",
    scale=YES_NO,
    ranked=False,
    nil_allowed=False,
    single=True,
    judged=True,
    measures=("accuracy",),
)
_SAMPLE = Topics(
    (Question("1", "factoid", "Who built the lighthouse?"), Question("2", "factoid", "Where is the ferry?"))
)
ALONE = TableTrack(
    slug="alone",
    title="Answers alone",
    since=2026,
    sample=Sample(_SAMPLE),
    question_types=MappingProxyType({_QUESTION.name: _QUESTION}),
    settings=(judges(2), max_runs(None), REMOTE_RESOURCES, MISSING_QUESTIONS),
    measures=("accuracy",),
    score="accuracy",
    questions_file="questions.txt",
    document_lists=False,
    documents=False,
    topics_reader=topics_text.read,
    topics_writer=topics_text.write,
)
_RANKED = replace(_QUESTION, ranked=True, single=False, measures=("mrr",))
RANKED = replace(
    ALONE,
    slug="ranked",
    question_types=MappingProxyType({_RANKED.name: _RANKED}),
    measures=("mrr",),
    score="mrr",
    rules=LineRules(max_rank=3),
)
CITING = replace(
    RANKED, slug="citing", documents=True, settings=(*ALONE.settings, UNKNOWN_DOCIDS)
)  # whose answers name the document that they are from
QUESTIONS = Topics(
    (
        Question("1", "factoid", "Who wrote Ulysses?"),
        Question("2", "factoid", "where is  the Tolm ferry"),
        Question("3", "factoid", "When?"),
        Question("4", "factoid", "when?"),
    )
)
