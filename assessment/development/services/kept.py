"""What an import of question development is kept by: the rows that it writes, what stands on them, and its undo."""

from django.db.models import QuerySet

from assessment.campaigns.models import Campaign, FileImport, GoldAnswer, Question
from assessment.campaigns.selectors.imports import trace_of
from assessment.campaigns.selectors.traces import Watch
from assessment.campaigns.services.imports import dependents_by_trace, register_import_kind, undo_by_trace
from assessment.development.services.nuggets import refresh_voters
from assessment.judging.models import AnswerClass, Assignment, Nugget, NuggetVote
from assessment.judging.services.counters import WITHOUT, refresh_work
from assessment.people.models import Account, Member
from assessment.shared.say import say_n, sentence
from assessment.submissions.models import PoolItem
from assessment.submissions.services.gold import settle_by_gold


def watch(campaign: Campaign, format: str) -> Watch:
    """Watches the rows that an import of this format may write."""
    return {"answers": _answers, "nuggets": _nuggets, "pyramid": _pyramid, "gold": _gold}[format](campaign)


def _answers(campaign: Campaign) -> Watch:
    return Watch(AnswerClass.objects.filter(question__campaign=campaign))


def _nuggets(campaign: Campaign) -> Watch:
    settled = NuggetVote.objects.filter(nugget__question__campaign=campaign, member=None)
    return Watch(Nugget.objects.filter(question__campaign=campaign), settled)


def _pyramid(campaign: Campaign) -> Watch:
    """The numbered people who vote have no account."""
    people = Member.objects.filter(campaign=campaign, account=None)
    voters = Assignment.objects.only_voting().filter(question__campaign=campaign)
    votes = NuggetVote.objects.filter(nugget__question__campaign=campaign, member__account=None)
    nuggets = Nugget.objects.filter(question__campaign=campaign)
    return Watch(people, voters, nuggets, votes, without=WITHOUT)


def _gold(campaign: Campaign) -> Watch:
    return Watch(GoldAnswer.objects.filter(question__campaign=campaign))


def _undo_nuggets(source: FileImport, by: Account | None) -> str:
    outcome = undo_by_trace(source, by)
    refresh_voters(list(_questions(source).values_list("pk", flat=True)))
    return outcome


def _dependents_on_gold(source: FileImport) -> list[str]:
    """Beside what changed since: items of pools that these answers settled, so that nobody judges them."""
    dependents = dependents_by_trace(source)
    written = trace_of(source).tables
    asked = GoldAnswer.objects.filter(pk__in=[pk for table in written for pk in table.made])
    settled = PoolItem.objects.filter(automatic=True, question__in=asked.values("question")).count()
    if settled:
        dependents.append(
            say_n(
                "{n} pool item is judged by the gold answers of these questions.",
                "{n} pool items are judged by the gold answers of these questions.",
                settled,
            )
        )
    return dependents


def _undo_gold(source: FileImport, by: Account | None) -> str:
    outcome = undo_by_trace(source, by)
    settle_by_gold(source.campaign)
    refresh_work(Assignment.objects.filter(question__in=_questions(source)))
    return outcome


def _questions(source: FileImport) -> QuerySet[Question]:
    return source.campaign.questions.order_by("pk")


register_import_kind("answers", sentence("Known answers"))
register_import_kind("nuggets", sentence("Nuggets"), undo=_undo_nuggets)
register_import_kind("pyramid", sentence("Pyramids"), undo=_undo_nuggets)
register_import_kind("gold", sentence("Gold answers"), undo=_undo_gold, dependents=_dependents_on_gold)
