"""A series with a list and a nugget question, run by two systems and pooled, whose assessor has judged nothing."""

from collections.abc import Collection, Mapping
from typing import Any
from uuid import uuid4

from assessment.campaigns.models import Campaign, State
from assessment.judging.models import Assignment
from assessment.judging.services.classes import put_into_class
from assessment.judging.services.judgments import record_judgment
from assessment.judging.services.nuggets import mark_nuggets, write_nugget
from assessment.judging.services.questions import finish
from assessment.people.models import Account
from assessment.people.services.accounts import ensure_member
from assessment.submissions.services import pool
from tests.factory import make_assignment, make_campaign, make_questions
from tests.submissions.scene import submit

TYPES = {"1.1": "FACTOID", "1.2": "LIST", "1.3": "OTHER"}
RUNS = {
    "lake": """1.1 lake1 D-1 in 1843
1.2 lake1 D-1 the Aster
1.2 lake1 D-2 Aster
1.2 lake1 D-2 Grey Gull
1.2 lake1 D-3 Orrin
1.3 lake1 D-1 its lamp burned whale oil
1.3 lake1 D-3 it was struck by lightning, and burned whale oil again
""",
    "tern": """1.1 tern1 D-1 1840
1.2 tern1 D-3 the Grey Gull of Veyre
1.3 tern1 D-2 nothing of note
""",
}


def series(slug: str, account: Account) -> Campaign:
    """The campaign; the account is its organizer, and judges all of it."""
    campaign = make_campaign(slug, "series2004", state=State.OPEN, settings={"judges": 1})
    for question in make_questions(campaign, *TYPES, series="1"):
        question.type = TYPES[question.qid]
        question.save()
    roles = ["organizer", "assessor"]
    ensure_member(campaign=campaign, name=account.username, roles=roles, by=None, account=account)
    for team, lines in RUNS.items():
        submit(campaign, lines.encode(), team=team)
    pool(by=account, campaign=campaign)
    for question in campaign.questions.all():
        make_assignment(question, account)
    return campaign


def work_on(campaign: Campaign, qid: str) -> Assignment:
    """The assignment on one question."""
    return Assignment.objects.select_related("question").get(question__campaign=campaign, question__qid=qid)


def grade_all(campaign: Campaign, qid: str, account: Account, correct: Collection[str]) -> None:
    """Grade the answers of a question as its page does."""
    work = work_on(campaign, qid)
    for item in work.question.pool_items.all():
        grade = "correct" if item.answer in correct else "incorrect"
        said: Any = {"seen": 0, "client_id": uuid4(), "grade": grade}
        record_judgment(by=account, assignment_id=work.pk, item_id=item.pk, **said)


def by_hand(campaign: Campaign, account: Account) -> None:
    """Judge the series by the services of the pages, as docs/api.md does by the API."""
    grade_all(campaign, "1.1", account, {"in 1843"})
    grade_all(campaign, "1.2", account, {"the Aster", "Aster", "Grey Gull", "the Grey Gull of Veyre"})
    _group(work_on(campaign, "1.2"), account, "Aster", "Grey Gull")
    _find(work_on(campaign, "1.3"), account, {"whale oil": "vital", "lightning": "okay"})


def _group(work: Assignment, account: Account, *names: str) -> None:
    for name in names:
        items = work.question.pool_items.filter(answer__contains=name)
        put_into_class(
            by=account,
            assignment_id=work.pk,
            client_id=uuid4(),
            items=dict.fromkeys(items.values_list("pk", flat=True)),
            uid=uuid4(),
            label=name,
        )
    finish(by=account, assignment_id=work.pk)


def _find(work: Assignment, account: Account, nuggets: Mapping[str, str]) -> None:
    said: Any = {"by": account, "assignment_id": work.pk}
    uids = {text: uuid4() for text in nuggets}
    for text, vote in nuggets.items():
        write_nugget(**said, client_id=uuid4(), uid=uids[text], text=text, vote=vote)
    for item in work.question.pool_items.all():
        held = [uid for text, uid in uids.items() if text in item.answer]
        mark_nuggets(**said, client_id=uuid4(), item_id=item.pk, uids=held, seen=[])
    finish(**said)
