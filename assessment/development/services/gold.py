"""The gold standard, from a file: right answers that settle by themselves what they match in the pools."""

from collections.abc import Iterable, Mapping

from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.gold import store_gold as keep_gold
from assessment.judging.models import Assignment
from assessment.judging.services.counters import refresh_work
from assessment.shared.errors import FileRefused, Refused
from assessment.shared.say import say
from assessment.submissions.services.gold import settle_by_gold
from scoring import records
from scoring.formats import gold as gold_format


def store_gold(
    campaign: Campaign, file: SourceFile, questions: Mapping[str, Question]
) -> tuple[int, int, int]:
    """Make a file's gold answers those of the questions it names, and settle the pools by them.

    Returns how many are new, how many there are in the file, and of how many questions. Judgments of people stay.
    """
    if not campaign.track.gold:
        raise Refused(
            say("{title} has no gold standard. Nothing was stored.", title=campaign.track.title),
            "gold_not_used",
            say("Import known answers with --format answers."),
        )
    read, problems = gold_format.read(file.data, file.name, _topics(questions.values()))
    if problems:
        raise FileRefused(say("Nothing was stored."), problems, say("Fix what is listed and import again."))
    new = keep_gold(questions, read)
    settle_by_gold(campaign)
    refresh_work(Assignment.objects.filter(question__campaign=campaign))
    return new, len(read), len({one.qid for one in read})


def documents_of_gold(campaign: Campaign, file: SourceFile) -> list[str]:
    """The documents that a gold standard names."""
    read, _ = gold_format.read(file.data, file.name, _topics(campaign.questions.in_order()))
    return [one.docid for one in read]


def _topics(questions: Iterable[Question]) -> records.Topics:
    return records.Topics(
        tuple(
            records.Question(
                row.qid, row.type, row.text, source_lang=row.source_lang, target_lang=row.target_lang
            )
            for row in questions
        )
    )
