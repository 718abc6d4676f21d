"""Tokens of programs: made, narrowed, used, ended, and never stored as they are."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from assessment.campaigns.models import Campaign, State
from assessment.notices.models import Notice
from assessment.people.models import Account, ApiToken
from assessment.people.selectors.tokens import valid_token
from assessment.people.services.tokens import make_token, revoke_token
from assessment.shared.errors import Refused
from tests.client import Client
from tests.commands import outcome, refusal, run
from tests.factory import make_account, make_campaign, make_member, make_questions

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    campaign = make_campaign("trial", state=State.OPEN)
    make_questions(campaign, "1", type="factoid")
    return campaign


def _with(token: str, scheme: str = "Bearer") -> Client:
    return Client(headers={"Authorization": f"{scheme} {token}"})


def _made(account: Account, **limits: Any) -> Client:
    return _with(make_token(account=account, by=account, **limits).token)


def _status(client: Client, address: str = "/api/v1/campaigns/") -> int:
    return int(client.get(address).status_code)


def test_a_token_is_kept_as_a_hash_and_works_under_both_names() -> None:
    made = make_token(account=make_account("ada"), by=None)
    assert made.token not in str(ApiToken.objects.values())
    assert [_status(_with(made.token, scheme)) for scheme in ("Bearer", "Token", "token")] == [200] * 3
    wrong = _with(f"{made.token}x").get("/api/v1/campaigns/")
    assert (wrong.status_code, wrong.json()["code"], wrong["WWW-Authenticate"]) == (
        401,
        "token_invalid",
        "Token",
    )


def test_it_ends_with_its_time_its_revocation_or_its_person() -> None:
    ada = make_account("ada")
    first, second, third = (make_token(account=ada, by=ada, name=name, days=2) for name in "abc")
    ApiToken.objects.filter(pk=first.row.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    revoke_token(token=second.row, by=ada)
    assert [_status(_with(one.token)) for one in (first, second, third)] == [401, 401, 200]
    Account.objects.update(is_active=False)
    assert _status(_with(third.token)) == 401
    states = {row.name: row.state for row in ApiToken.objects.all()}
    assert states == {"a": "expired", "b": "revoked", "c": "valid"}


def test_the_time_is_that_of_each_request(monkeypatch: pytest.MonkeyPatch) -> None:
    token, now = make_token(account=make_account("ada"), by=None, days=2).token, timezone.now()
    found = []
    for days in (0, 1, 3, 1):
        monkeypatch.setattr(timezone, "now", lambda at=now + timedelta(days=days): at)
        found.append(valid_token(token) is not None)
    assert found == [True, True, False, True]


def test_one_of_the_same_name_replaces_it() -> None:
    ada = make_account("ada")
    former, other = _made(ada, name="notebook"), _made(ada, name="cluster")
    assert _status(_made(ada, name="notebook")) == 200
    assert (_status(former), _status(other)) == (401, 200)


def test_one_that_only_reads_changes_nothing(campaign: Campaign) -> None:
    client = _made(make_member(campaign, "olga", "organizer"), writes=False)
    assert _status(client, "/api/v1/campaigns/trial/runs/") == 200
    refused = client.post("/api/v1/campaigns/trial/runs/", {})
    assert (refused.status_code, refused.json()["code"]) == (403, "token_reads_only")


def test_one_for_a_campaign_knows_no_other(campaign: Campaign) -> None:
    olga = make_member(campaign, "olga", "organizer")
    other = make_campaign("other")
    make_token(account=olga, by=olga)
    from assessment.people.services.accounts import ensure_member

    ensure_member(campaign=other, name="olga", roles=["organizer"], by=None, account=olga)
    client = _made(olga, name="trial", campaign=campaign)
    assert [row["slug"] for row in client.get("/api/v1/campaigns/").json()] == ["trial"]
    assert _status(client, "/api/v1/campaigns/other/") == 404
    assert _status(_made(olga, name="all"), "/api/v1/campaigns/other/") == 200


def test_one_for_a_role_has_that_alone(campaign: Campaign) -> None:
    both = make_member(campaign, "ada", "organizer", "assessor")
    client = _made(both, role="assessor")
    assert client.get("/api/v1/campaigns/trial/").json()["roles"] == ["assessor"]
    assert _status(client, "/api/v1/campaigns/trial/runs/") == 404
    assert _status(_made(both, name="all"), "/api/v1/campaigns/trial/runs/") == 200


def test_one_for_a_role_lists_the_campaigns_that_it_reaches(campaign: Campaign) -> None:
    olga = make_member(campaign, "olga", "organizer")
    from assessment.people.services.accounts import ensure_member

    for slug, roles in (("made", ["admin"]), ("both", ["admin", "organizer"])):
        ensure_member(campaign=make_campaign(slug), name="olga", roles=roles, by=None, account=olga)
    client = _made(olga, role="organizer")
    listed = {row["slug"]: row["roles"] for row in client.get("/api/v1/campaigns/").json()}
    assert listed == {"trial": ["organizer"], "both": ["organizer"]}
    for slug in ("trial", "made", "both"):
        assert _status(client, f"/api/v1/campaigns/{slug}/") == (200 if slug in listed else 404)


def test_a_narrow_one_of_a_site_admin_is_none_of_a_site_admin(campaign: Campaign) -> None:
    root = make_account("root", site_admin=True)
    other = make_campaign("other")
    from assessment.people.services.accounts import ensure_member

    ensure_member(campaign=campaign, name="root", roles=["assessor"], by=None, account=root)
    narrow = _made(root, name="narrow", campaign=campaign)
    assert _status(narrow, "/api/v1/campaigns/trial/runs/") == 404
    assert _status(narrow, f"/api/v1/campaigns/{other.slug}/") == 404
    assert _status(_made(root), "/api/v1/campaigns/trial/runs/") == 200


def test_a_role_that_its_person_has_not_is_refused(campaign: Campaign) -> None:
    ada = make_member(campaign, "ada", "assessor")
    for wrong in ({"role": "organizer"}, {"campaign": make_campaign("other")}, {"days": 0}):
        with pytest.raises(Refused):
            make_token(account=ada, by=ada, **wrong)
    assert not ApiToken.objects.exists()


def test_when_it_was_used_is_noted_once_a_minute() -> None:
    client = _made(make_account("ada"))
    assert _status(client) == 200
    first = ApiToken.objects.get().used_at
    assert first is not None
    assert _status(client) == 200
    assert ApiToken.objects.get().used_at == first
    ApiToken.objects.update(used_at=first - timedelta(minutes=2))
    assert _status(client) == 200
    assert ApiToken.objects.filter(used_at__gte=first).exists()


def test_the_page_shows_it_once_lists_and_revokes(client: Client, campaign: Campaign) -> None:
    client.force_login(make_member(campaign, "ada", "assessor"))
    form = {"name": "notebook", "campaign": "trial", "role": "assessor", "reads_only": "on", "days": "30"}
    for password in ("", "wrong horse"):
        refused = client.post("/account/token/", form | {"password": password})
        assert (refused.status_code, ApiToken.objects.count()) == (422, 0)
    form["password"] = "correct horse"
    shown = client.post("/account/token/", form).content.decode()
    token = shown.split('<code class="mono token">')[1].split("<")[0]
    assert _with(token).get("/api/v1/campaigns/").json()[0]["slug"] == "trial"
    again = client.get("/account/token/").content.decode()
    assert token not in again
    assert all(word in again for word in ("notebook", "Trial", "read only", token[:12]))
    pk = ApiToken.objects.get().pk
    client.post(f"/account/token/{pk}/revoke/")
    assert _status(_with(token)) == 401
    assert (
        client.post("/account/token/", {"role": "organizer", "password": "correct horse"}).status_code == 422
    )
    assert 'value="90"' in again, "an end is proposed"


@pytest.mark.parametrize("revoked", [True, False])
def test_tokens_end_with_the_sessions_where_that_is_wanted(client: Client, revoked: bool) -> None:
    """After another password, and after signing out in other browsers."""
    ada = make_account("ada")
    client.force_login(ada)
    too = {"tokens": "on"} if revoked else {}
    token = make_token(account=ada, by=ada).token
    client.post("/account/sessions/end/", {"browser": "others", **too})
    assert _status(_with(token)) == (401 if revoked else 200)
    token = make_token(account=ada, by=ada).token
    new = dict.fromkeys(("new_password1", "new_password2"), "battery staple of some length")
    assert (
        client.post("/account/password/", {"old_password": "correct horse", **new, **too}).status_code == 302
    )
    assert _status(_with(token)) == (401 if revoked else 200)


def test_whoever_a_token_is_made_for_is_told() -> None:
    ada = make_account("ada", email="ada@example.org")
    token = make_token(account=ada, by=None, name="notebook").token
    notice = Notice.objects.get(account=ada)
    assert "notebook" in notice.text
    assert token not in notice.text


def test_nobody_revokes_the_token_of_another(client: Client) -> None:
    made = make_token(account=make_account("ada"), by=None)
    client.force_login(make_account("eve"))
    assert client.post(f"/account/token/{made.row.pk}/revoke/").status_code == 404
    assert _status(_with(made.token)) == 200


def test_commands_make_list_and_revoke(campaign: Campaign) -> None:
    make_member(campaign, "ada", "assessor")
    token = outcome("api_token", "ada", "--name", "notebook", "--campaign", "trial", "--read-only")["token"]
    (row,) = outcome("api_tokens", "ada")["tokens"]
    assert (row["name"], row["campaign"], row["writes"], row["state"]) == (
        "notebook",
        "trial",
        False,
        "valid",
    )
    assert run("revoke_token", "ada", "notebook") == "The token “notebook” is revoked: it no longer works.\n"
    assert _status(_with(token)) == 401
    assert refusal("revoke_token", "ada", "notebook").startswith("token_unknown: ")
    assert refusal("api_token", "ada", "--campaign", "none").startswith("campaign_unknown: ")
