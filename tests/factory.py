"""Makes test data with the same services that production uses. One block per app."""

from typing import Any

from assessment.campaigns.models import Campaign, Question, Series
from assessment.judging.models import Assignment
from assessment.people.models import Account, Member
from assessment.people.services import accounts as people
from assessment.people.services.sessions import note_browser
from assessment.submissions.models import PoolItem, PoolRound, QuestionPool
from assize.signed_in import SessionStore
from scoring.records import item_key

# people


def make_account(username: str = "ada", **extra: Any) -> Account:
    """An account whose password is "correct horse"."""
    return people.create_account(username=username, password="correct horse", by=None, **extra)


def make_member(campaign: Campaign, username: str, *roles: str) -> Account:
    """An account with roles in the campaign."""
    account = make_account(username)
    people.ensure_member(campaign=campaign, name=username, roles=roles, by=None, account=account)
    return account


def make_reader(*collections: str, username: str = "ada") -> Account:
    """An account that may read collections, as it comes from a browser in which it is signed in."""
    account = make_account(username)
    for slug in collections:
        campaign = make_campaign(f"reads-{slug}", collection_slug=slug)
        people.ensure_member(campaign=campaign, name=username, roles=["assessor"], by=None, account=account)
    session = SessionStore()
    session.create()
    note_browser(account=account, session=session, user_agent="")
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
        group = Series.objects.create(
            campaign=campaign, key=series, position=position, target=f"Target {series}"
        )
    start = campaign.questions.count() + 1
    return [
        Question.objects.create(
            campaign=campaign, series=group, qid=qid, position=start + n, type=type, text=f"What is {qid}?"
        )
        for n, qid in enumerate(qids)
    ]


# judging: pools and assignments without the runs that lead to them


def make_items(question: Question, *answers: tuple[str, str]) -> list[PoolItem]:
    """Pool items of (docid, answer), in a further round."""
    number = question.campaign.pool_rounds.count() + 1
    round_ = PoolRound.objects.create(
        campaign=question.campaign, number=number, runs=0, added=len(answers), made_by=None
    )
    items = PoolItem.objects.bulk_create(
        PoolItem(
            question=question,
            key=item_key(question.qid, docid, "", answer),
            docid=docid,
            answer=answer,
            round=round_,
        )
        for docid, answer in answers
    )
    pool, _ = QuestionPool.objects.get_or_create(question=question)
    pool.items = question.pool_items.count()
    pool.documents = question.pool_items.values("docid").distinct().count()
    pool.save()
    return items


def make_assignment(question: Question, account: Account) -> Assignment:
    """A question given to somebody, who becomes an assessor of the campaign where they are not."""
    member = people.ensure_member(
        campaign=question.campaign, name=account.username, roles=["assessor"], by=None, account=account
    )
    return give(question, member)


def give(question: Question, member: Member, **values: Any) -> Assignment:
    """A question in the hands of a member, who judges it where no other stage is named."""
    values.setdefault("stage", question.kind.form.first.name)
    return Assignment.objects.create(question=question, member=member, **values)
