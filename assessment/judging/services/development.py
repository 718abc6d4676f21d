"""What was known of the questions before anybody judged, from files of question development."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from django.db import transaction

from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.services import SourceFile
from assessment.judging.models import AnswerClass
from assessment.people.models import Account
from assessment.people.services import record_event
from assessment.shared.errors import FileRefused, Refused
from scoring import records
from scoring.formats import answers

FORMATS = ("answers",)


class Imported(NamedTuple):
    """What an import brought."""

    added: int
    known_before: int
    questions: int  # that the file gives answers to


@transaction.atomic
def import_development(*, campaign: Campaign, file: SourceFile, format: str, by: Account | None) -> Imported:
    """Add the file's answers to those known already; an answer that is known is not added again."""
    if format not in FORMATS:
        sentence = f"This version does not read {format} files. Nothing was stored."
        raise Refused(sentence, "format_unknown", f"It reads: {', '.join(FORMATS)}.")
    Campaign.objects.select_for_update().get(pk=campaign.pk)
    questions = {question.qid: question for question in campaign.questions.in_order()}
    topics = records.Topics(
        tuple(records.Question(qid, row.type, row.text) for qid, row in questions.items())
    )
    known, problems = answers.read(file.data, file.name, topics)
    if problems:
        raise FileRefused("Nothing was stored.", problems, "Mend what is listed and import again.")
    rows = list(_new_rows(known, questions, _labels_there(campaign)))
    AnswerClass.objects.bulk_create(rows)
    imported = Imported(len(rows), len(known) - len(rows), len({answer.qid for answer in known}))
    record_event(
        by=by, campaign=campaign, verb="development:imported", subject=file.name, **imported._asdict()
    )
    return imported


def _labels_there(campaign: Campaign) -> dict[str, dict[str, str]]:
    """The known answers by question: label -> name."""
    there: defaultdict[str, dict[str, str]] = defaultdict(dict)
    rows = AnswerClass.objects.filter(question__campaign=campaign)
    for qid, label, name in rows.values_list("question__qid", "label", "name"):
        there[qid][label] = name
    return there


def _new_rows(
    known: Iterable[records.KnownAnswer], questions: dict[str, Question], there: dict[str, dict[str, str]]
) -> Iterable[AnswerClass]:
    """Rows for the answers that are new, with the next free number of their question as their name."""
    for answer in known:
        names = there[answer.qid]
        if answer.label not in names:
            numbers = [int(name) for name in names.values() if name.isdecimal()]
            names[answer.label] = str(max(numbers, default=0) + 1)
            yield AnswerClass(
                question=questions[answer.qid],
                name=names[answer.label],
                label=answer.label,
                origin=answer.origin,
            )
