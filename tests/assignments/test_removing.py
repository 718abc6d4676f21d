"""People removed from a campaign: nothing they did is lost, what counts is said, and it can be taken back."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign, State
from assessment.judging.models import Assignment, Judgment
from assessment.judging.services.counters import recount
from assessment.people.models import Account, Event, Member
from assessment.results.services.bundle_import import import_folder
from assessment.results.services.export import export_bundle
from tests.factory import make_account, make_assignment, make_campaign, make_member
from tests.judging.scene import assessors, items_of, judge, pooled
from tests.submissions import scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    """Ada and ben judged question 1 differently; ada has question 2 without having begun."""
    campaign = make_campaign(state=State.CLOSED)
    assessors(campaign, "cy")
    first, second = pooled(campaign, ["1", "2"], items=2)
    for name in ("ada", "ben"):
        work = make_assignment(first, make_account(name))
        for number, item in enumerate(items_of(first)):
            judge(work, item, "yes" if name == "ada" or number else "no")
    make_assignment(second, Account.objects.get(username="ada"))
    return campaign


def remove(campaign: Campaign, *options: str) -> str:
    """What the command prints."""
    printed = StringIO()
    call_command("remove_person", campaign.slug, *options, stdout=printed)
    return printed.getvalue().strip()


def counting(campaign: Campaign, name: str) -> set[str]:
    """The questions that somebody has."""
    rows = Assignment.objects.counting().filter(question__campaign=campaign, member__name=name)
    return set(rows.values_list("question__qid", flat=True))


def disputed(campaign: Campaign) -> int:
    return sum(item.disputed for item in items_of(campaign.questions.get(qid="1")))


def state(campaign: Campaign) -> list[object]:
    columns = ("pk", "handed_over_at", "stage", "primary", "judged")
    rows = Assignment.objects.filter(question__campaign=campaign).order_by("pk").values_list(*columns)
    people = campaign.members.order_by("pk").values_list("pk", "name", "roles__role", "left_at")
    return [*rows, *people, disputed(campaign)]


def test_whoever_did_nothing_goes_altogether(campaign: Campaign) -> None:
    assert "there was nothing of theirs to keep" in remove(campaign, "cy", "--reason", "came by mistake")
    assert not campaign.members.filter(name="cy").exists()
    assert Event.objects.get(verb="member:removed").data["reason"] == "came by mistake"


@pytest.mark.both_databases
def test_judgments_stay_and_count_under_the_name(campaign: Campaign) -> None:
    before = state(campaign)
    said = remove(campaign, "ada", "--reason", "left")
    assert said == "ada was removed and can no longer work in the campaign. What they judged still counts."
    assert counting(campaign, "ada") == {"1"}
    assert disputed(campaign) == 1
    ada = campaign.members.get(name="ada")
    assert (ada.role_names(), ada.left_at is not None) == ([], True)
    work = Assignment.objects.get(member=ada, question__qid="1")
    assert scene.client_of("ada").get(f"/judge/{work.pk}/").status_code == 404
    assert recount(campaign=campaign, by=None) == []
    assert remove(campaign, "ada", "--put-back") == "ada is back, with the same roles and work."
    assert state(campaign) == before


def test_with_their_judgments_nothing_of_it_counts(campaign: Campaign, tmp_path: Path) -> None:
    before = state(campaign)
    assert "Their judgments count nowhere any more." in remove(
        campaign, "ada", "--with-judgments", "--reason", "judged at random"
    )
    assert counting(campaign, "ada") == set()
    assert disputed(campaign) == 0
    assert Judgment.objects.filter(member__name="ada").exclude(grade="").count() == 2
    assert recount(campaign=campaign, by=None) == []
    equal_after_import(campaign, tmp_path)
    remove(campaign, "ada", "--put-back")
    assert state(campaign) == before


def test_a_removed_name_is_gone_from_files_and_log(campaign: Campaign, tmp_path: Path) -> None:
    remove(campaign, "ada", "--reason", "asked to be forgotten")
    assert remove(campaign, "ada", "--remove-name") == "ada is called former-1 from now on."
    export_bundle(campaign=campaign, folder=tmp_path / "out", by=None)
    files = b"".join(path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file())
    assert b"former-1" in files
    assert b",ada," not in files
    assert campaign.members.get(name="former-1").account is None
    log = json.dumps([*campaign.events.values_list("subject", "data")])
    assert '"ada"' not in log
    assert Judgment.objects.filter(member__name="former-1").count() == 2
    with pytest.raises(CommandError, match="name_removed"):
        remove(campaign, "former-1", "--put-back")
    equal_after_import(campaign, tmp_path)


def equal_after_import(campaign: Campaign, folder: Path) -> None:
    """The bundle is imported and has the site's scores."""
    export_bundle(campaign=campaign, folder=folder / "bundle", by=None)
    call_command("score", campaign.slug, rule="union", json=str(folder / "one.json"))
    Campaign.objects.filter(pk=campaign.pk).update(slug="moved-away")
    copy = import_folder(folder=folder / "bundle", slug="", by=None).campaign
    call_command("score", copy.slug, rule="union", json=str(folder / "two.json"))
    assert (folder / "one.json").read_bytes() == (folder / "two.json").read_bytes()
    Campaign.objects.filter(pk=copy.pk).update(slug="copy")
    Campaign.objects.filter(pk=campaign.pk).update(slug=campaign.slug)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["nobody", "--reason", "x"], "person_unknown"),
        (["ada"], "reason_missing"),
        (["ada", "--put-back"], "person_there"),
        (["ada", "--remove-name"], "person_there"),
    ],
)
def test_what_cannot_be_done_changes_nothing(campaign: Campaign, options: list[str], code: str) -> None:
    before = state(campaign)
    with pytest.raises(CommandError, match=code):
        remove(campaign, *options)
    assert state(campaign) == before


def test_the_last_admin_stays(campaign: Campaign) -> None:
    make_member(campaign, "alma", "admin")
    with pytest.raises(CommandError, match="last_admin"):
        remove(campaign, "alma", "--reason", "x")
    make_member(campaign, "bea", "admin")
    remove(campaign, "alma", "--reason", "x")
    assert not campaign.members.filter(name="alma").exists()


def test_released_judgments_stay_in_count(campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(state=State.RELEASED)
    with pytest.raises(CommandError, match="campaign_released"):
        remove(campaign, "ada", "--with-judgments", "--reason", "x")
    remove(campaign, "ada", "--reason", "x")
    assert counting(campaign, "ada") == {"1", "2"}


def test_whoever_is_added_again_is_the_same_person(campaign: Campaign) -> None:
    remove(campaign, "ada", "--reason", "x")
    make_member_again = {"add-username": "ada", "add-roles": ["assessor"]}
    scene.organizer(campaign)
    scene.client_of("olga").post(f"/campaigns/{campaign.slug}/people/add/", make_member_again)
    ada = Member.objects.get(campaign=campaign, account__username="ada")
    assert (ada.name, ada.left_at, ada.role_names()) == ("ada", None, ["assessor"])


@pytest.mark.both_databases
def test_the_page_shows_what_somebody_has_and_removes_them(campaign: Campaign) -> None:
    scene.organizer(campaign)
    client, ada = scene.client_of("olga"), campaign.members.get(name="ada")
    address = f"/campaigns/{campaign.slug}/people/{ada.pk}/"
    assert f'href="{address}"' in client.get(f"/campaigns/{campaign.slug}/people/").content.decode()
    page = client.get(address).content.decode()
    assert '<td>judgments</td><td class="r">2</td>' in page
    refused = client.post(f"{address}remove/", {"reason": ""})
    assert refused.status_code == 422
    done = client.post(f"{address}remove/", {"reason": "left", "with_judgments": "on"}, follow=True)
    assert "ada was removed" in done.content.decode()
    assert counting(campaign, "ada") == set()
    assert "Put back" in client.get(address).content.decode()
    client.post(f"{address}put-back/")
    assert counting(campaign, "ada") == {"1", "2"}
    client.post(f"{address}remove/", {"reason": "left"})
    named = client.post(f"{address}remove-name/", follow=True).content.decode()
    assert "is kept under former-1" in named
