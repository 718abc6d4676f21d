"""Makes test data with the same services that production uses. One block per app."""

from typing import Any

from assessment.campaigns.models import Campaign, Question, Series
from assessment.people import services as people
from assessment.people.models import Account

# people


def make_account(username: str = "ada", **extra: Any) -> Account:
    """An account whose password is "correct horse"."""
    return people.create_account(username=username, password="correct horse", by=None, **extra)


def make_member(campaign: Campaign, username: str, *roles: str) -> Account:
    """An account with roles in the campaign."""
    account = make_account(username)
    people.ensure_member(campaign=campaign, name=username, roles=roles, by=None, account=account)
    return account


# campaigns


def make_campaign(slug: str = "trial", track: str = "trec8", **fields: Any) -> Campaign:
    """A draft campaign without questions."""
    return Campaign.objects.create(slug=slug, title=slug.title(), track_slug=track, **fields)


def make_questions(campaign: Campaign, *qids: str, type: str = "FACTOID", series: str = "") -> list[Question]:
    """Questions of one type, in a series where its key is given."""
    group = None
    if series:
        position = campaign.series.count() + 1
        group = Series.objects.create(campaign=campaign, key=series, position=position, target=f"Target {series}")
    start = campaign.questions.count() + 1
    return [
        Question.objects.create(
            campaign=campaign, series=group, qid=qid, position=start + n, type=type, text=f"What is {qid}?"
        )
        for n, qid in enumerate(qids)
    ]
