"""What an import of questions is kept by: the rows that it writes, what stands on them, and its undo."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import F, Max, QuerySet

from assessment.campaigns.models import Campaign, FileImport, ListedDocument, Question
from assessment.campaigns.models.known import Known, declared_criteria
from assessment.campaigns.selectors.imports import trace_of
from assessment.campaigns.selectors.traces import Table, Values, Watch
from assessment.campaigns.services.imports import (
    ROWS,
    dependents_by_trace,
    register_import_kind,
    undo_by_trace,
)
from assessment.people.models import Account
from assessment.shared.registered import Registered
from assessment.shared.say import say_n, sentence

KIND = "questions"
LABEL = Question._meta.label


class KnownKeeper(NamedTuple):
    """How the room that keeps known answers and nuggets stores those that come with questions."""

    rows: Callable[[Campaign], Sequence["QuerySet[Any]"]]  # that storing may write
    store: Callable[[Sequence[Question], Mapping[str, Sequence[Known]]], int]  # how many were new
    declare: Callable[[Sequence[Question], Mapping[str, Sequence[Known]]], None]  # those that types declare


KEEPERS: Registered[KnownKeeper] = Registered()
KNOWN = "development.known"


def keep_declared(campaign: Campaign) -> None:
    """Let each question have the criteria that its type declares, in the words of now."""
    declared = {name: declared_criteria(kind) for name, kind in campaign.track.question_types.items()}
    if not any(declared.values()):
        return
    types = [name for name, known in declared.items() if known]
    asked = list(campaign.questions.filter(type__in=types).in_order())
    KEEPERS[KNOWN].declare(asked, {question.qid: declared[question.type] for question in asked})


def watch_questions(campaign: Campaign) -> Watch:
    """Watches the rows that an import of questions may write; document lists leave with their targets."""
    lists = campaign.document_lists.all(), ListedDocument.objects.filter(document_list__campaign=campaign)
    return Watch(campaign.series.all(), campaign.questions.all(), *lists, *KEEPERS[KNOWN].rows(campaign))


def _dependents(source: FileImport) -> list[str]:
    """Beside rows that point to its questions: runs, which answer questions by their ids, and questions added since."""
    campaign, dependents = source.campaign, []
    if runs := campaign.runs.count():
        dependents.append(say_n("{n} run.", "{n} runs.", runs))
    if added := _in_the_way(source):
        dependents.append(say_n("{n} question added since.", "{n} questions added since.", added))
    return dependents + dependents_by_trace(source)


def _in_the_way(source: FileImport) -> int:
    """How many questions that came since have a place, or an id, of questions that would come back."""
    table = _questions(source)
    place, qid = table.columns.index("position"), table.columns.index("qid")
    back = _given_back(table)
    places, qids = {values[place] for values in back}, {values[qid] for values in back}
    others = source.campaign.questions.values_list("pk", "position", "qid")
    return sum(pk not in table.left and (at in places or name in qids) for pk, at, name in others)


def _given_back(table: Table) -> list[Values]:
    """The questions as the undo puts them back."""
    return [*(values for values, _ in table.changed.values()), *table.removed.values()]


def _undo(source: FileImport, by: Account | None) -> str:
    """As the trace says, after the places that are given back have been made free."""
    table, questions = _questions(source), source.campaign.questions
    place = table.columns.index("position")
    highest = max((values[place] for values in _given_back(table)), default=0)
    last = questions.aggregate(last=Max("position"))["last"] or 0
    changed = sorted(table.changed)
    for start in range(0, len(changed), ROWS):
        some = questions.filter(pk__in=changed[start : start + ROWS])
        some.update(position=F("position") + max(last, highest))
    return undo_by_trace(source, by)


def _questions(source: FileImport) -> Table:
    return next(table for table in trace_of(source).tables if table.label == LABEL)


register_import_kind(KIND, sentence("Questions"), undo=_undo, dependents=_dependents)
