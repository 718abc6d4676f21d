"""One run's list at a time, without a word on whose it is (setting list_view=run)."""

import re
from uuid import uuid4

import pytest

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment, Nugget, NuggetMatch
from assessment.judging.services.judgments import record_judgment
from assessment.people.models import Account
from assessment.submissions.models import PoolItem, Response, Run, Team
from tests.client import Client
from tests.factory import make_account, make_assignment, make_campaign, make_items, make_questions

pytestmark = pytest.mark.django_db

RUNS = {"secretA1": ("Aster", "Gull"), "secretB1": ("Gull", "Tolm", "Aster"), "secretC1": ("Finch",)}


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign("comet", "series2004", settings={"list_view": "run"})


@pytest.fixture
def ada(client: Client) -> Account:
    account = make_account("ada")
    client.force_login(account)
    return account


def pooled(campaign: Campaign, qid: str, type: str) -> Question:
    """A question with three runs' answers in its pool."""
    (question,) = make_questions(campaign, qid, type=type, series=qid)
    strings = sorted({answer for answers in RUNS.values() for answer in answers})
    keys = {item.answer: item.key for item in make_items(question, *((f"D-{it}", it) for it in strings))}
    for run_id, answers in RUNS.items():
        team, _ = Team.objects.get_or_create(campaign=campaign, name=run_id[:-1])
        run, _ = Run.objects.get_or_create(
            campaign=campaign,
            team=team,
            run_id=run_id,
            defaults={"run_key": run_id.lower(), "sha256": run_id, "responses_count": 0, "pooled": True},
        )
        start = run.responses.count()
        Response.objects.bulk_create(
            Response(
                run=run, question=question, line=start + n, rank=n, docid=f"D-{it}", answer=it, key=keys[it]
            )
            for n, it in enumerate(answers, 1)
        )
    return question


def shown(page: str) -> tuple[str, ...]:
    return tuple(re.findall(r'<span\s+class="s"[^>]* dir="[a-z]+">([^<]+)', page))


def test_each_run_is_a_list_of_its_own_in_its_order(client: Client, campaign: Campaign, ada: Account) -> None:
    row = make_assignment(pooled(campaign, "1.2", "LIST"), ada)
    pages = [
        client.get(f"/judge/{row.pk}/?list={number}", follow=True).content.decode() for number in (1, 2, 3)
    ]
    assert {shown(page) for page in pages} == set(RUNS.values())
    assert "List 2 of 3" in pages[1]
    assert not any("secret" in page for page in pages)
    assert shown(client.get(f"/judge/{row.pk}/?list=9", follow=True).content.decode()) == shown(pages[0])


def test_an_answer_of_another_list_is_shown_in_its_list(
    client: Client, campaign: Campaign, ada: Account
) -> None:
    """Undo may lead to an answer that the list in the address does not have."""
    row = make_assignment(pooled(campaign, "1.2", "LIST"), ada)
    for item in PoolItem.objects.all():
        for number in (1, 2, 3):
            page = client.get(f"/judge/{row.pk}/?item={item.pk}&list={number}", follow=True).content.decode()
            assert item.answer in shown(page)
            assert re.search(rf'data-item="{item.pk}"[^>]*aria-current="true"', page)
    finch = PoolItem.objects.get(answer="Finch")
    fields = {"item": finch.pk, "seen": 0, "client_id": str(uuid4()), "grade": "correct"}
    client.post(f"/judge/{row.pk}/save/", fields)
    elsewhere = PoolItem.objects.get(answer="Tolm").pk
    page = client.get(f"/judge/{row.pk}/?item={elsewhere}", follow=True).content.decode()
    assert "Undo “correct” on an answer in another list" in page
    back = client.post(f"/judge/{row.pk}/undo/", {"client_id": str(uuid4()), "list": 1}, follow=True)
    assert shown(back.content.decode()) == RUNS["secretC1"]


def test_a_list_that_is_done_leads_to_the_next(client: Client, campaign: Campaign, ada: Account) -> None:
    row = make_assignment(pooled(campaign, "1.2", "LIST"), ada)
    page = client.get(f"/judge/{row.pk}/", follow=True).content.decode()
    for item in PoolItem.objects.filter(answer__in=shown(page)):
        fields = {"item": item.pk, "seen": 0, "client_id": str(uuid4()), "grade": "incorrect", "list": 1}
        page = client.post(f"/judge/{row.pk}/save/", fields, follow=True).content.decode()
    assert "All of this list judged." in page
    assert "in other lists to go" in page
    for item in PoolItem.objects.all():
        if not item.judgments.exists():
            record_judgment(
                by=ada,
                assignment_id=row.pk,
                item_id=item.pk,
                seen=0,
                client_id=uuid4(),
                grade="incorrect",
            )
    page = client.get(f"/judge/{row.pk}/?list=1", follow=True).content.decode()
    assert "Finish the question" in page
    assert "in other lists to go" not in page


def judged(row: Assignment, by: Account, answer: str) -> None:
    item = PoolItem.objects.get(answer=answer)
    record_judgment(
        by=by, assignment_id=row.pk, item_id=item.pk, seen=0, client_id=uuid4(), grade="incorrect"
    )


def test_the_next_list_is_one_with_something_open(client: Client, campaign: Campaign, ada: Account) -> None:
    """Also where the question is opened again: Aster, Gull and Tolm are judged, Finch is not."""
    row = make_assignment(pooled(campaign, "1.2", "LIST"), ada)
    pages = [
        client.get(f"/judge/{row.pk}/?list={number}", follow=True).content.decode() for number in (1, 2, 3)
    ]
    number = {shown(page): place for place, page in enumerate(pages, 1)}
    for answer in ("Aster", "Gull", "Tolm"):
        judged(row, ada, answer)
    assert shown(client.get(f"/judge/{row.pk}/", follow=True).content.decode()) == RUNS["secretC1"]
    for run in ("secretA1", "secretB1"):
        page = client.get(f"/judge/{row.pk}/?list={number[RUNS[run]]}", follow=True).content.decode()
        assert re.findall(r'href="\?list=(\d)"\s+aria-keyshortcuts="Enter"', page) == [
            str(number[RUNS["secretC1"]])
        ]


def test_a_nugget_found_in_the_run_is_greyed(client: Client, campaign: Campaign, ada: Account) -> None:
    row: Assignment = make_assignment(pooled(campaign, "1.4", "OTHER"), ada)
    nugget = Nugget.objects.create(question=row.question, name="1", text="a ship", position=1)
    item = PoolItem.objects.get(answer="Gull")
    NuggetMatch.objects.create(item=item, nugget=nugget, member=row.member)
    greyed = {}
    for number in (1, 2, 3):
        page = client.get(f"/judge/{row.pk}/?list={number}").content.decode()
        first = PoolItem.objects.get(answer=next(it for it in shown(page) if it != "Gull"))
        page = client.get(f"/judge/{row.pk}/?list={number}&item={first.pk}").content.decode()
        greyed[shown(page)] = 'class="nugget found"' in page
    assert greyed == {RUNS["secretA1"]: True, RUNS["secretB1"]: True, RUNS["secretC1"]: False}
