"""The gold standard, from a file: right answers that settle by themselves what they match in the pools."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from assessment.campaigns.models import Campaign, GoldAnswer, Question
from assessment.campaigns.models.known import Known
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.gold import store_gold as keep_gold
from assessment.judging.models import Assignment
from assessment.judging.services.counters import refresh_work
from assessment.shared.errors import FileRefused, Refused
from assessment.shared.say import say
from assessment.submissions.services.gold import settle_by_gold
from documents.errors import DocumentsError
from documents.paragraphs import paragraphs
from scoring import records
from scoring.formats import gold as gold_format
from scoring.gold import language_of


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
            say("Import the file as known answers (--format answers on the command line)."),
        )
    read, problems = gold_format.read(file.data, file.problems(), _topics(questions.values()))
    if problems:
        raise FileRefused(say("Nothing was stored."), problems, say("Fix what is listed and import again."))
    new = keep_gold(questions, read)
    _settle(campaign)
    return new, len(read), len({one.qid for one in read})


def add_gold(question: Question, known: Sequence[Known]) -> list[str]:
    """Add known paragraphs to the gold answers of a question, and settle the pools by them; what was new.

    Refused where one is in a language that the question does not ask for, or its document has no such paragraph.
    """
    if not known:
        return []
    for one in known:
        _refuse_unfit(question, one)
    there = set(question.gold.values_list("docid", "passage", "answer"))
    new = [one for one in known if (one.docid, one.passage, one.text) not in there]
    GoldAnswer.objects.bulk_create(
        GoldAnswer(question=question, docid=one.docid, passage=one.passage, answer=one.text) for one in new
    )
    _settle(question.campaign)
    return [one.line for one in new]


def _refuse_unfit(question: Question, one: Known) -> None:
    """A document that is not held here, or cannot be read, may have any paragraph."""
    if language_of(one.docid) not in ("", question.target_lang):
        raise Refused(
            say(
                "{docid} is in another language than question {id} asks for.",
                docid=one.docid,
                id=question.qid,
            ),
            "gold_language",
            say("Name its document in {language}.", language=question.target_lang),
        )
    held: Mapping[str, str] = {}
    with suppress(DocumentsError):
        held = paragraphs(question.campaign.collection_slug, one.docid)
    if held and one.passage not in held:
        raise Refused(
            say("Document {docid} has no paragraph {number}.", docid=one.docid, number=one.passage),
            "gold_passage",
            say("Look at the document."),
        )


def _settle(campaign: Campaign) -> None:
    settle_by_gold(campaign)
    refresh_work(Assignment.objects.filter(question__campaign=campaign))


def documents_of_gold(campaign: Campaign, file: SourceFile) -> list[str]:
    """The documents that a gold standard names."""
    read, _ = gold_format.read(file.data, file.problems(), _topics(campaign.questions.in_order()))
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
