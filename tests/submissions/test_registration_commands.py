"""Invitations, roles, registrations and language pairs by commands, as their pages do it."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign
from assessment.people.models import Event, Invitation, Member
from assessment.people.selectors.accounts import invitations_of
from assessment.submissions.models import Registration
from tests.factory import make_campaign, make_member
from tests.submissions.tongues import register

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    """What a command prints."""
    said = StringIO()
    call_command(*arguments, stdout=said, stderr=StringIO())
    return said.getvalue()


def refused(*arguments: str) -> str:
    """How a command that changes nothing ends."""
    before = Event.objects.count()
    with pytest.raises(CommandError) as ended:
        run(*arguments)
    assert Event.objects.count() == before
    return str(ended.value)


def test_an_invitation_is_withdrawn_once() -> None:
    campaign = make_campaign()
    run("invite", "trial", "Dora", "--role", "assessor")
    assert run("invite", "trial", "Dora", "--withdraw") == (
        "The invitation for Dora is withdrawn: its link no longer works.\n"
    )
    assert invitations_of(campaign.pk).get().state == "withdrawn"
    assert refused("invite", "trial", "Dora", "--withdraw").startswith("invitation_unknown:")
    assert refused("invite", "trial", "--withdraw").startswith("invitation_unknown:")
    assert Invitation.objects.count() == 1


def test_roles_are_set_exactly() -> None:
    account = make_member(make_campaign(), "ann", "assessor", "participant")
    said = run("set_roles", "trial", "ann", "assessor,adjudicator")
    assert said == "The roles of ann are changed. Now: adjudicator, assessor.\n"
    assert Member.objects.get(account=account).role_names() == ["adjudicator", "assessor"]
    assert refused("set_roles", "trial", "ann", "judge").startswith("role_unknown: “judge”")
    assert refused("set_roles", "trial", "nobody", "assessor").startswith("person_unknown:")
    assert run("set_roles", "trial", "ann", "").endswith("Now: none.\n")
    assert Member.objects.get(account=account).role_names() == []


def test_what_is_not_named_of_a_registration_stays(tongues: Campaign) -> None:
    register(tongues, "clct", "EN:EN")
    assert run("change_registration", "tongues", "clct", "--pairs", "EN:IT,EN:EN") == (
        "The team clct is registered.\n"
    )
    row = Registration.objects.get()
    assert sorted(map(str, row.pairs.all())) == ["EN:EN", "EN:IT"]
    assert (row.group, row.tasks, row.people.count()) == ("Group clct", ["PS"], 1)
    run("change_registration", "tongues", "clct", "--id", "uned", "--person", "A B; C; a@b.example")
    row.refresh_from_db()
    assert (row.team.name, row.people.get().email) == ("uned", "a@b.example")
    assert refused("change_registration", "tongues", "uned", "--group", "").startswith(
        "registration_incomplete:"
    )
    assert refused("change_registration", "tongues", "uned", "--pairs", "EN:XX").startswith(
        "registration_incomplete:"
    )
    assert refused("change_registration", "tongues", "uned", "--person", "A B").startswith("person:")
    assert refused("change_registration", "tongues", "nobody").startswith("team_unknown:")


def test_a_team_that_did_not_register_is_named(tongues: Campaign) -> None:
    run("add_team", "tongues", "lake")
    assert refused("change_registration", "tongues", "lake", "--group", "G").startswith("not_registered:")


def test_pairs_are_listed_and_run_in_any_case(tongues: Campaign) -> None:
    register(tongues, "clct", "EN:EN")
    assert "EN:EN: 1 registered, one more team is needed" in run("set_pair", "tongues")
    assert run("set_pair", "tongues", "en:it", "always") == "EN:IT runs whatever the number of its teams.\n"
    told = json.loads(run("set_pair", "tongues", "--json"))
    assert [one["pair"] for one in told["pairs"] if one["active"]] == ["EN:IT"]
    said = run("set_pair", "tongues", "EN:IT", "by-teams")
    assert said == "EN:IT runs once two teams registered for it.\n"
    assert refused("set_pair", "tongues", "EN:XX").startswith("pair_unknown:")
