"""Accounts, members, roles, invitations and password links."""

import re
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.notices.services.notify import send_waiting
from assessment.people.models import Account, Event, Invitation, Member
from assessment.people.services import accounts as services
from assessment.shared.errors import Refused
from tests.client import Client
from tests.factory import make_account, make_campaign, make_member

pytestmark = pytest.mark.django_db

INVITE = {
    "invite-name": "Ben Lind",
    "invite-roles": ["assessor"],
    "invite-email": "",
    "invite-languages": ["de"],
}


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign("trial")


def _link(client: Client, page: str) -> str:
    found = re.search(r"http://testserver(/[a-z/]+[^\s\"<]+)", client.get(page).content.decode())
    assert found, "the link is not shown"
    return found[1]


@pytest.mark.parametrize("role", ["adjudicator", "assessor", "participant"])
def test_only_admins_and_organizers_manage_people(client: Client, campaign: Campaign, role: str) -> None:
    client.force_login(make_member(campaign, "someone", role))
    page = f"/campaigns/{campaign.slug}/people/"
    assert client.get(page).status_code == 404
    assert client.post(f"{page}invite/", INVITE).status_code == 404
    assert client.post(f"{page}add/", {"add-username": "someone"}).status_code == 404
    assert Invitation.objects.count() == 0


def test_an_invitation_makes_an_account_with_its_roles_once(client: Client, campaign: Campaign) -> None:
    client.force_login(make_member(campaign, "olga", "organizer"))
    page = f"/campaigns/{campaign.slug}/people/"
    assert client.post(f"{page}invite/", INVITE).status_code == 302
    link = _link(client, page)
    stranger = Client()
    assert "Ben Lind" in stranger.get(link).content.decode()
    accepted = stranger.post(link, {"username": "ben", "password": "battery staple 9"})
    assert accepted.status_code == 302
    member = Member.objects.get(campaign=campaign, name="ben")
    assert [role.role for role in member.roles.all()] == ["assessor"]
    assert member.account
    assert member.account.languages == ["de"]
    again = Client().post(link, {"username": "mallory", "password": "battery staple 9"})
    assert again.status_code == 422
    assert not Account.objects.filter(username="mallory").exists()


def test_only_a_hash_of_the_link_is_stored(campaign: Campaign) -> None:
    path = services.invite(campaign=campaign, name="Ben", roles=["assessor"], by=make_account("olga"))
    token = path.rstrip("/").rsplit("/", 1)[1]
    assert token not in str(Invitation.objects.values_list().get())


@pytest.mark.both_databases
def test_an_expired_invitation_is_refused(client: Client, campaign: Campaign) -> None:
    path = services.invite(campaign=campaign, name="Ben", roles=["assessor"], by=make_account("olga"))
    Invitation.objects.update(expires_at=timezone.now())
    answer = client.post(path, {"username": "ben", "password": "battery staple 9"})
    assert "has expired" in answer.content.decode()
    assert not Account.objects.filter(username="ben").exists()


def test_a_withdrawn_invitation_lets_nobody_in(client: Client, campaign: Campaign) -> None:
    client.force_login(make_member(campaign, "olga", "organizer"))
    page = f"/campaigns/{campaign.slug}/people/"
    client.post(f"{page}invite/", INVITE)
    link, invited = _link(client, page), Invitation.objects.get()
    withdraw = f"{page}invitations/{invited.pk}/withdraw/"
    assert withdraw in client.get(page).content.decode()
    result = client.post(withdraw, follow=True).content.decode()
    assert "its link no longer works" in result
    assert withdraw not in result
    assert "was withdrawn" in Client().get(link).content.decode()
    refused = Client().post(link, {"username": "ben", "password": "battery staple 9"})
    assert (refused.status_code, Account.objects.filter(username="ben").exists()) == (422, False)
    assert Event.objects.filter(verb="invitation:withdrawn", subject="Ben Lind").count() == 1
    assert "not open any more" in client.post(withdraw, follow=True).content.decode()


@pytest.mark.both_databases
def test_nobody_is_invited_twice(client: Client, campaign: Campaign) -> None:
    client.force_login(make_member(campaign, "olga", "organizer"))
    page = f"/campaigns/{campaign.slug}/people/"
    client.post(f"{page}invite/", INVITE)
    again = client.post(f"{page}invite/", INVITE | {"invite-name": "ben lind"}, follow=True)
    assert "ben lind is invited already. No invitation was made." in again.content.decode()
    assert Invitation.objects.count() == 1
    services.withdraw_invitation(invitation=Invitation.objects.get(), by=None)
    client.post(f"{page}invite/", INVITE)
    assert Invitation.objects.count() == 2


def test_an_invitation_is_withdrawn_by_its_own_campaign_alone(client: Client, campaign: Campaign) -> None:
    services.invite(campaign=campaign, name="Ben", roles=["assessor"], by=make_account("olga"))
    invited, other = Invitation.objects.get(), make_campaign("other")
    client.force_login(make_member(other, "otto", "organizer"))
    make_member(campaign, "ada", "assessor")
    for slug in ("trial", "other"):
        address = f"/campaigns/{slug}/people/invitations/{invited.pk}/withdraw/"
        assert client.post(address).status_code == 404
    assert Invitation.objects.get().is_open


def test_an_invitation_that_does_not_exist_is_not_found(client: Client) -> None:
    assert client.get("/invitations/nothing/").status_code == 404


@pytest.mark.both_databases
def test_somebody_signed_in_joins_with_the_own_account(client: Client, campaign: Campaign) -> None:
    path = services.invite(campaign=campaign, name="Ben", roles=["adjudicator"], by=make_account("olga"))
    client.force_login(make_account("benjamin"))
    assert client.post(path).status_code == 302
    assert Member.objects.get(campaign=campaign).account == Account.objects.get(username="benjamin")


def test_a_weak_password_is_refused_and_the_invitation_stays_open(client: Client, campaign: Campaign) -> None:
    path = services.invite(campaign=campaign, name="Ben", roles=["assessor"], by=make_account("olga"))
    refused = client.post(path, {"username": "ben", "password": "password"})
    assert refused.status_code == 422
    assert client.post(path, {"username": "ben", "password": "battery staple 9"}).status_code == 302


def test_an_account_that_exists_is_added_and_its_roles_changed(client: Client, campaign: Campaign) -> None:
    client.force_login(make_member(campaign, "olga", "organizer"))
    make_account("ben")
    page = f"/campaigns/{campaign.slug}/people/"
    client.post(f"{page}add/", {"add-username": "ben", "add-roles": ["assessor"]})
    member = Member.objects.get(campaign=campaign, name="ben")
    client.post(f"{page}{member.pk}/roles/", {"roles": ["adjudicator", "organizer"]})
    assert sorted(member.roles.values_list("role", flat=True)) == ["adjudicator", "organizer"]
    unknown = client.post(f"{page}add/", {"add-username": "nobody", "add-roles": ["assessor"]})
    assert unknown.status_code == 422
    assert "There is no account with this name" in unknown.content.decode()


def test_the_members_of_another_campaign_are_out_of_reach(client: Client, campaign: Campaign) -> None:
    other = make_campaign("other")
    make_member(other, "ben", "assessor")
    client.force_login(make_member(campaign, "olga", "organizer"))
    pk = Member.objects.get(campaign=other).pk
    answer = client.post(f"/campaigns/{campaign.slug}/people/{pk}/roles/", {"roles": ["admin"]})
    assert answer.status_code == 404
    assert Member.objects.get(pk=pk).roles.get().role == "assessor"


def test_the_last_admin_cannot_step_down(campaign: Campaign) -> None:
    account = make_member(campaign, "olga", "admin")
    with pytest.raises(Refused) as refused:
        services.set_roles(member=Member.objects.get(account=account), roles=["organizer"], by=account)
    assert refused.value.code == "last_admin"


def test_people_of_imported_files_never_become_accounts_of_the_same_name(campaign: Campaign) -> None:
    imported = services.ensure_member(campaign=campaign, name="ben", roles=["assessor"], by=None)
    account = make_account("ben")
    joined = services.ensure_member(
        campaign=campaign, name="ben", roles=["assessor"], by=None, account=account
    )
    imported.refresh_from_db()
    assert imported.account is None
    assert (joined.name, joined.account) == ("ben-2", account)


def test_accounts_are_for_site_admins(client: Client, campaign: Campaign) -> None:
    client.force_login(make_member(campaign, "olga", "admin"))
    assert client.get("/accounts/").status_code == 404
    client.force_login(make_account("root", site_admin=True))
    form = {"username": "ben", "display_name": "Ben", "email": "", "languages": ["en"]}
    assert client.post("/accounts/", form).status_code == 302
    link = _link(client, "/accounts/")
    stranger = Client()
    page = stranger.get(link, follow=True)
    new = {"new_password1": "battery staple 9", "new_password2": "battery staple 9"}
    stranger.post(page.request["PATH_INFO"], new)
    assert stranger.post("/sign-in/", {"username": "ben", "password": "battery staple 9"}).status_code == 302
    assert "has been used" in Client().get(link, follow=True).content.decode()
    twice = client.post("/accounts/", form)
    assert twice.status_code == 422
    assert "is taken" in twice.content.decode()


def test_what_was_done_is_told_with_its_campaign(client: Client, campaign: Campaign) -> None:
    """Of all campaigns at once: in a campaign everything is of it, and nothing says so."""
    link = f'<a href="/campaigns/{campaign.slug}/">{campaign.title}</a>'
    Event.objects.create(campaign=campaign, verb="campaign:edited")
    client.force_login(make_account("root", site_admin=True))
    assert link in client.get("/accounts/").text.partition("Recent activity")[2]
    assert link not in client.get(f"/campaigns/{campaign.slug}/people/").text.partition("Recent activity")[2]


@pytest.mark.both_databases
def test_an_address_is_no_longer_than_what_is_kept(client: Client, campaign: Campaign) -> None:
    long = "x" * 260 + "@example.org"
    client.force_login(make_member(campaign, "olga", "admin"))
    client.post(f"/campaigns/{campaign.slug}/people/invite/", INVITE | {"invite-email": long})
    assert not Invitation.objects.exists()
    client.force_login(make_account("root", site_admin=True))
    form = {"username": "ben", "display_name": "Ben", "email": long, "languages": ["en"]}
    assert client.post("/accounts/", form).status_code == 422


def test_a_closed_account_cannot_sign_in_and_nobody_closes_the_own(client: Client) -> None:
    admin, ben = make_account("root", site_admin=True), make_account("ben")
    client.force_login(admin)
    client.post(f"/accounts/{ben.pk}/open/", {"open": "0"})
    assert Client().post("/sign-in/", {"username": "ben", "password": "correct horse"}).status_code == 422
    client.post(f"/accounts/{admin.pk}/open/", {"open": "0"})
    admin.refresh_from_db()
    assert admin.is_active
    client.post(f"/accounts/{ben.pk}/open/", {"open": "1"})
    assert Client().post("/sign-in/", {"username": "ben", "password": "correct horse"}).status_code == 302


@pytest.mark.both_databases
def test_where_mail_is_set_up_links_are_mailed(client: Client, campaign: Campaign, settings: Any) -> None:
    settings.MAIL_URL = "smtp://mail.test"
    client.force_login(make_member(campaign, "olga", "organizer"))
    page = f"/campaigns/{campaign.slug}/people/"
    client.post(f"{page}invite/", INVITE | {"invite-email": "ben@mail.test"})
    assert not mail.outbox  # a job sends it
    assert send_waiting() == (1, 0)
    link = re.search(r"/invitations/[^/]+/", str(mail.outbox[0].body))
    assert link
    assert link[0] not in client.get(page).content.decode()
    make_account("carl", email="carl@mail.test")
    known = Client().post("/password/", {"username": "carl"}).content
    unknown = Client().post("/password/", {"username": "nobody"}).content
    assert "/password/" in mail.outbox[1].body
    assert len(mail.outbox) == 2
    strip = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]+"')
    assert strip.sub(b"", known) == strip.sub(b"", unknown)


def test_every_change_of_people_is_logged(client: Client, campaign: Campaign) -> None:
    client.force_login(make_member(campaign, "olga", "organizer"))
    client.post(f"/campaigns/{campaign.slug}/people/invite/", INVITE)
    event = Event.objects.latest("id")
    assert (event.verb, event.subject, event.account and event.account.username) == (
        "invitation:made",
        "Ben Lind",
        "olga",
    )
    assert "invited Ben Lind" in client.get(f"/campaigns/{campaign.slug}/people/").content.decode()


@pytest.mark.both_databases
def test_long_lists_of_accounts_have_pages_and_can_be_searched(client: Client) -> None:
    client.force_login(make_account("root", site_admin=True, display_name="Root"))
    accounts = [make_account(f"person{number:03}", display_name=f"Person {number}") for number in range(120)]
    first = client.get("/accounts/").content.decode()
    assert "121 accounts" in first
    assert "page 1 of 3" in first
    assert "person049" in first
    assert "person050" not in first
    address = f"/accounts/{accounts[70].pk}/open/?find=&page=2"
    assert f'action="{address.replace("&", "&amp;")}"' in client.get("/accounts/?page=2").content.decode()
    closed = client.post(address, {"open": "0"}, follow=True)
    assert closed.redirect_chain == [("/accounts/?find=&page=2", 302)]
    found = client.get("/accounts/?find=PERSON 11").content.decode()
    assert "11 accounts" in found
    assert "person110" in found
    assert "person010" not in found
    assert "No account has that" in client.get("/accounts/?find=nobody").content.decode()
    assert "page 3 of 3" in client.get("/accounts/?page=99").content.decode()


def test_short_lists_of_accounts_have_no_search(client: Client) -> None:
    client.force_login(make_account("root", site_admin=True))
    assert 'role="search"' not in client.get("/accounts/").content.decode()


@pytest.mark.parametrize(
    ("name", "initials"),
    [("Ada Lind", "AL"), ("Site admin", "SA"), ("Ana Maria da Silva", "AS"), ("ada", "A"), ("梅 林", "梅林")],
)
def test_the_head_shows_a_name_with_its_initials(client: Client, name: str, initials: str) -> None:
    account = make_account("mia")
    Account.objects.filter(pk=account.pk).update(display_name=name)
    client.force_login(account)
    head = client.get("/account/").text.partition('<a class="me"')[2].partition("</a>")[0]
    assert head.endswith(f'<span class="initials" aria-hidden="true">{initials}</span>{name}')
