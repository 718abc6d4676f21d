"""Where the questions of a run are asked that was handed in at another campaign: in which the account sees them too."""

from collections.abc import Iterator, Sequence

from django.db.models import Q, QuerySet

from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.selectors.campaigns import campaigns_of, questions_for, sees_questions
from assessment.people.models import Account
from assessment.people.selectors.access import Permission


def asking(account: Account | None, here: Campaign, ids: Sequence[str]) -> Campaign | None:
    """The newest other campaign that asks all these questions, of those that the account sees; None: the command line."""
    named = Q(qid=ids[0]) | Q(qid__startswith=f"{ids[0]}:")  # of several pairs, ids have theirs behind them
    some = set(Question.objects.filter(named).exclude(campaign=here).values_list("campaign", flat=True))
    if not some:
        return None
    for campaign, questions in _seen(account):
        if campaign.pk in some and set(ids) <= {qid.partition(":")[0] for qid in _ids(questions)}:
            return campaign
    return None


def _ids(questions: QuerySet[Question]) -> "QuerySet[Question, str]":
    return questions.values_list("qid", flat=True)


def _seen(account: Account | None) -> Iterator[tuple[Campaign, QuerySet[Question]]]:
    """Campaigns with those of their questions that somebody may see."""
    if account is None:
        for campaign in Campaign.visible.order_by("-created_at", "-pk"):
            yield campaign, campaign.questions.all()
        return
    for access in campaigns_of(account):
        if access.may(Permission.SEE_QUESTIONS) and sees_questions(access):
            yield access.campaign, questions_for(access)
