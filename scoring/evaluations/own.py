"""Evaluations that people bring: one file of declarations, read and checked whole. It is data; nothing of it is ever run.

What they may say is less than what those that are built in say: they have no settings of their own and no code.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from types import MappingProxyType

from scoring.evaluations.loader.criteria import read_criteria
from scoring.evaluations.loader.files import QUESTIONS, RUNS, QuestionFile, RunFile, read_runs
from scoring.evaluations.loader.samples import MADE_UP
from scoring.evaluations.loader.scales import check_codes, check_labels, read_scales
from scoring.evaluations.loader.source import DefinitionError, Source
from scoring.evaluations.loader.table import TEXT, Table
from scoring.evaluations.loader.types import Around, read_types
from scoring.forms import ANSWERS, CRITERIA, LIST, NUGGETS
from scoring.forms.base import Form
from scoring.records import Problem, Question, Topics
from scoring.say import say
from scoring.tracks.base import OWN as OWN
from scoring.tracks.base import QuestionType, Sample, Track
from scoring.tracks.common import (
    ALLOWANCE,
    BETA,
    DEPTHS,
    LIST_VIEW,
    MISSING_QUESTIONS,
    REMOTE_RESOURCES,
    UNKNOWN_DOCIDS,
    judges,
    max_runs,
)
from scoring.tracks.linecheck import LineRules
from scoring.tracks.settings import Setting
from scoring.tracks.table_runs import DESCRIBED, DESCRIBED_WITH_DOCUMENTS

FILE = "evaluation.toml"
QUESTIONS_READ = ("table", "text")
_OF_ALL = (judges(1), max_runs(None), REMOTE_RESOURCES, MISSING_QUESTIONS, UNKNOWN_DOCIDS, DEPTHS)
# The forms that questions may have, and the settings that come with each.
_OF_FORM: Mapping[Form, tuple[Setting, ...]] = MappingProxyType(
    {ANSWERS: (), LIST: (LIST_VIEW,), NUGGETS: (BETA, ALLOWANCE), CRITERIA: ()}
)
FORMS = tuple(_OF_FORM)
_KNOWN = {one.name: one.default for one in (*_OF_ALL, *chain.from_iterable(_OF_FORM.values()))}


def read(data: bytes, name: str) -> tuple[Track | None, list[Problem]]:
    """The evaluation that a file declares, and everything that is wrong with it; None where anything is."""
    source = Source(data, name)
    track = _track(Table(source, source.values)) if source.values or not source.problems else None
    problems = source.problems.listed()
    return (None if problems else track), problems


@lru_cache(maxsize=64)
def declared(definition: str) -> Track:
    """The evaluation of a text that was checked before. Raises DefinitionError."""
    track, problems = read(definition.encode(), FILE)
    if track is None:
        raise DefinitionError(problems)
    return track


def _track(root: Table) -> Track | None:
    title, about, source = root.text("title"), root.text("about", "", TEXT), root.text("source", "")
    runs = read_runs(root.table("runs"))
    scales = read_scales(root)
    criteria = read_criteria(root, scales)
    types = read_types(root, Around(FORMS, scales, runs.ranks, _KNOWN, criteria))
    if criteria and types and not any(kind.criteria for kind in types):
        message = say("No type of question has these criteria.")
        root.refuse(
            "criterion", message, say('Give one form = "criteria", without cell_scale.'), "combination"
        )
    check_codes(root, types)
    check_labels(root, types)
    for number in (number for number, kind in enumerate(types) if kind.nil_allowed and not runs.documents):
        message = say("NIL says that no document has the answer, and runs name no documents.")
        hint = say("Leave out nil, or documents = false under [runs].")
        root.source.add(("type", number, "nil"), "combination", message, hint)
    if not all(kind.documents for kind in types):
        message = say("Whether responses name documents is said of all types at once.")
        root.refuse("type", message, say("Write documents = false under [runs]."), "combination")
    questions = _questions(root, types)
    score = _score(root, types)
    root.done()
    if root.source.problems:
        return None
    return RUNS[runs.reader](
        slug=OWN,
        title=title,
        about=about,
        defined_by=source,
        since=0,
        sample=_sample(types, runs),
        question_types=MappingProxyType({kind.name: kind for kind in types}),
        settings=_settings(types, documents=runs.documents),
        measures=tuple(dict.fromkeys(name for kind in types for name in kind.measures)),
        score=score,
        questions_file=questions.name,
        run_suffix=runs.suffix,
        documents=runs.documents,
        answers=runs.answers,
        document_lists=runs.documents,
        rules=_rules(runs, types),
        topics_reader=questions.read,
        topics_writer=questions.write,
    )


def _questions(root: Table, types: Sequence[QuestionType]) -> QuestionFile:
    table = root.table("questions")
    found = QUESTIONS[table.choice("reader", QUESTIONS_READ, QUESTIONS_READ[0])]
    table.done()
    return found.of([kind.name for kind in types])


def _score(root: Table, types: Sequence[QuestionType]) -> str:
    """The measure that is a run's score, over the questions that have it: by default the first that all types have.

    Where they have none in common it is the first of the first type.
    """
    judged = [kind.measures for kind in types if kind.judged]
    names = list(dict.fromkeys(name for measures in judged for name in measures))
    shared = [name for name in names if all(name in measures for measures in judged)]
    score = root.choice("score", names, next(iter((*shared, *names)), ""))
    if score == "no_correct":
        message = say("no_correct counts questions and is no score.")
        root.refuse("score", message, say("Put another measure first, or name it in score."), "combination")
    return score


def _settings(types: Sequence[QuestionType], *, documents: bool) -> tuple[Setting, ...]:
    """The general settings, and what the forms of its questions need."""
    forms = dict.fromkeys(kind.form for kind in types)
    general = [one for one in _OF_ALL if documents or one is not UNKNOWN_DOCIDS]
    return (*general, *(one for form in forms for one in _OF_FORM[form]))


def _rules(runs: RunFile, types: Sequence[QuestionType]) -> LineRules:
    """How lines look. Where all questions have ranks, none may be higher than what is allowed."""
    single = all(kind.ranked or kind.single for kind in types)
    has_ranks = runs.ranks > 1 or "rank" in runs.columns.split()
    return LineRules(columns=runs.columns, max_rank=runs.ranks if single and has_ranks else None)


def _sample(types: Sequence[QuestionType], runs: RunFile) -> Sample:
    """Made-up questions of each type."""
    asked = MADE_UP
    kinds = types if len(types) > 1 else (*types, *types)
    questions = (Question(str(number), kind.name, asked[number % 2]) for number, kind in enumerate(kinds, 1))
    sample = Sample(Topics(tuple(questions)))
    if runs.reader == "lines":
        return sample
    return sample._replace(runs=DESCRIBED_WITH_DOCUMENTS if runs.documents else DESCRIBED)
