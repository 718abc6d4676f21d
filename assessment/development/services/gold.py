"""The gold standard, from a file: right answers that settle by themselves what they match in the pools."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from assessment.campaigns.models import Campaign, FileImport, GoldAnswer, Question
from assessment.campaigns.models.known import Known
from assessment.campaigns.selectors.imports import trace_of
from assessment.campaigns.selectors.traces import Watch
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.examples import ids_of_questions, table_example
from assessment.campaigns.services.gold import store_gold
from assessment.campaigns.services.intakes import Sent
from assessment.development.services.files import (
    FIX,
    UNSTORED,
    KnownFile,
    KnownImported,
    Questions,
    topics_of,
)
from assessment.judging.models import Assignment
from assessment.judging.services.counters import refresh_work
from assessment.people.models import Account
from assessment.shared.errors import FileRefused, Refused
from assessment.shared.say import say, say_n, sentence
from assessment.submissions.models import PoolItem
from assessment.submissions.services.gold import settle_by_gold
from documents.errors import DocumentsError
from documents.paragraphs import paragraphs
from scoring.formats import gold as gold_format
from scoring.formats.columns import BROUGHT, Columns
from scoring.gold import language_of


class GoldFile(KnownFile):
    """Right answers that settle by themselves what they match in the pools; those of a question replace its former ones."""

    kind, title, adds = "gold", sentence("Gold answers"), GoldAnswer
    label = title

    def takes(self, campaign: Campaign) -> bool:
        return campaign.track.gold

    def example(self, campaign: Campaign) -> SourceFile:
        (qid, *_), place = ids_of_questions(campaign), {"docid": "WIRE-1", "passage": "3"}
        return table_example("gold.csv", [{"qid": qid, **place, "answer": "whale oil"}])

    def columns(self, sent: Sent) -> Columns | None:
        return BROUGHT["gold"]

    def watched(self, campaign: Campaign) -> Watch:
        return Watch(GoldAnswer.objects.filter(question__campaign=campaign))

    def add(self, sent: Sent, questions: Questions) -> KnownImported:
        """Judgments of people stay."""
        campaign, file = sent.campaign, sent.source
        if not campaign.track.gold:
            raise Refused(
                say("{title} has no gold standard. Nothing was stored.", title=campaign.track.title),
                "gold_not_used",
                say("Import the file as known answers (--format answers on the command line)."),
            )
        read, problems = gold_format.read(file.data, file.problems(), topics_of(questions.values()))
        if problems:
            raise FileRefused(say(UNSTORED), problems, say(FIX))
        new = store_gold(questions, read)
        _settle(campaign)
        what = sentence("Added {added} gold answers to {questions} questions of {campaign}")
        return KnownImported(what, new, len(read) - new, len({one.qid for one in read}))

    def documents(self, sent: Sent) -> Iterable[str]:
        file, topics = sent.source, sent.campaign.questions.in_order().as_topics()
        return [one.docid for one in gold_format.read(file.data, file.problems(), topics)[0]]

    def dependents(self, source: FileImport) -> list[str]:
        """Beside what changed since: items of pools that these answers settled, so that nobody judges them."""
        made = [pk for table in trace_of(source).tables for pk in table.made]
        asked = GoldAnswer.objects.filter(pk__in=made).values("question")
        settled = PoolItem.objects.filter(automatic=True, question__in=asked).count()
        said = say_n(
            "{n} pool item is judged by the gold answers of these questions.",
            "{n} pool items are judged by the gold answers of these questions.",
            settled,
        )
        return [*super().dependents(source), *([said] if settled else [])]

    def undo(self, source: FileImport, by: Account | None) -> str:
        outcome = super().undo(source, by)
        _settle(source.campaign)
        return outcome


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
