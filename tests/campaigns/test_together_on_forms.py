"""Two organizers edit one thing at once: the second sees what is there now, and nothing is overwritten."""

import re
from datetime import UTC, datetime

import pytest

from assessment.campaigns import services
from assessment.campaigns.models import Campaign
from assessment.people.models import Event, Member
from assessment.people.services.accounts import set_roles
from assessment.shared.datetimes import ZonedDatetime
from assessment.shared.errors import Conflict
from assessment.shared.seen import mark_of
from assessment.submissions.services.registrations import Person, RegistrationEntry, register_team
from tests.campaigns.conftest import SERIES, TYPES
from tests.client import Client
from tests.factory import make_campaign, make_member
from tests.judging.scene import at_once

INPUT = re.compile(r"<(?:input|select|textarea)\b[^>]*>")
pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    made = make_campaign("comet", "series2004")
    topics, types = services.SourceFile("c.xml", SERIES), services.SourceFile("types", TYPES)
    services.import_questions(campaign=made, topics=topics, types=types, by=None)
    return made


@pytest.fixture
def olga(campaign: Campaign) -> Client:
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer", "admin"))
    return client


def attribute(tag: str, name: str) -> str:
    found = re.search(rf'\b{name}="([^"]*)"', tag)
    return found[1] if found else ""


def seen(client: Client, page: str, action: str = "") -> str:
    """The mark that a form of a page carries; the first, or the one of the form with this address."""
    text = client.get(page).content.decode()
    form = text[text.index(f'action="{action}"') :] if action else text
    found = re.search(r'name="seen" value="([^"]+)"', form)
    assert found, (page, action)
    return found[1]


def test_roles(campaign: Campaign, olga: Client) -> None:
    make_member(campaign, "ann", "assessor")
    ann = Member.objects.get(name="ann")
    page, action = "/campaigns/comet/people/", f"/campaigns/comet/people/{ann.pk}/roles/"
    mark = seen(olga, page, action)
    assert olga.post(action, {"roles": ["assessor", "adjudicator"], "seen": mark}).status_code == 302
    second = olga.post(action, {"roles": ["assessor", "participant"], "seen": mark}, follow=True)
    assert "Now: adjudicator, assessor. Yours, not stored: assessor, participant." in second.content.decode()
    assert Member.objects.get(name="ann").role_names() == ["adjudicator", "assessor"]
    assert Event.objects.filter(verb="member:roles_changed").count() == 1
    same = olga.post(action, {"roles": ["assessor", "adjudicator"], "seen": mark}, follow=True)
    assert "not stored" not in same.content.decode()
    olga.post(action, {"roles": ["participant"], "seen": seen(olga, page, action)})
    assert Member.objects.get(name="ann").role_names() == ["participant"]


@pytest.mark.both_databases
def test_a_question(campaign: Campaign, olga: Client) -> None:
    page = "/campaigns/comet/questions/1.1/"
    mark, text = seen(olga, page), campaign.questions.get(qid="1.1").text
    assert olga.post(page, {"text": "When was it built?", "seen": mark}).status_code == 302
    second = olga.post(page, {"text": text, "source": "a log", "seen": mark})
    result = second.content.decode()
    assert second.status_code == 422
    assert "Now: text “When was it built?”; source empty. Yours, not stored: text “" in result
    assert "a log" in result
    row = campaign.questions.get(qid="1.1")
    assert (row.text, row.source) == ("When was it built?", "")
    found = re.search(r'name="seen" value="([^"]+)"', result)
    assert found
    assert olga.post(page, {"text": text, "source": "a log", "seen": found[1]}).status_code == 302
    assert campaign.questions.get(qid="1.1").source == "a log"


def test_another_fault_does_not_hide_a_change(campaign: Campaign, olga: Client) -> None:
    page = "/campaigns/comet/questions/1.1/"
    mark = seen(olga, page)
    services.edit_question(question=campaign.questions.get(qid="1.1"), by=None, source="a log")
    wrong = olga.post(page, {"text": "", "seen": mark}).content.decode()
    assert f'name="seen" value="{mark}"' in wrong
    assert "a log" in olga.post(page, {"text": "Who?", "seen": mark}).content.decode()
    assert campaign.questions.get(qid="1.1").source == "a log"


@pytest.mark.both_databases
def test_nil(campaign: Campaign, olga: Client) -> None:
    page, action = "/campaigns/comet/questions/1.1/", "/campaigns/comet/settle-nil/"
    mark = seen(olga, page, action)
    olga.post(action, {"id": "1.1", "nil": "right", "seen": mark})
    second = olga.post(action, {"id": "1.1", "nil": "wrong", "seen": mark}, follow=True)
    assert "Now: right. Yours, not stored: wrong." in second.content.decode()
    assert campaign.questions.get(qid="1.1").nil == "right"


@pytest.mark.both_databases
def test_a_series(campaign: Campaign, olga: Client) -> None:
    page = "/campaigns/comet/series/1/"
    tags = INPUT.findall(olga.get(page).content.decode())
    fields = {attribute(tag, "name"): attribute(tag, "value") for tag in tags if 'name="place-' in tag}
    mark = seen(olga, page)
    first = olga.post(page, {**fields, "target": "Halden’s comet", "target_type": "THING", "seen": mark})
    second = olga.post(page, {**fields, "target": "Halden comet", "target_type": "EVENT", "seen": mark})
    assert first.status_code == 302, re.findall(r"role=.alert.>[^<]*", first.content.decode())
    assert second.status_code == 422
    assert "Now: target “Halden’s comet”; target type “THING”." in second.content.decode()
    row = campaign.series.get(key="1")
    assert (row.target, row.target_type) == ("Halden’s comet", "THING")


def test_deadlines(campaign: Campaign, olga: Client) -> None:
    page, action = "/campaigns/comet/settings/", "/campaigns/comet/deadline/"
    mark = seen(olga, page, action)
    assert olga.post(action, {"clock": "2131-01-01T12:00", "zone": "UTC", "seen": mark}).status_code == 302
    second = olga.post(action, {"clock": "2132-01-01T12:00", "zone": "UTC", "seen": mark})
    result = second.content.decode()
    assert second.status_code == 422
    assert "Now: 2131-01-01 12:00 UTC for all teams" in result
    assert "Yours, not stored: 2132-01-01 12:00 UTC." in result
    campaign.refresh_from_db()
    assert campaign.deadline == datetime(2131, 1, 1, 12, tzinfo=UTC)
    again = olga.post(
        action,
        {"clock": "2132-01-01T12:00", "zone": "UTC", "seen": mark_of([campaign.deadline_text, 0])},
    )
    assert again.status_code == 302
    moment = ZonedDatetime(datetime(2133, 1, 1, tzinfo=UTC), "UTC")
    with pytest.raises(Conflict):
        services.move_deadline(campaign=campaign, deadline=moment, reason="x", by=None, seen=mark)


def settings_fields(client: Client) -> dict[str, str]:
    """What the form of the settings sends when nothing is changed."""
    text = client.get("/campaigns/comet/settings/").content.decode()
    form = text[text.index('<form class="stack card" method="post">') :]
    sent = {}
    for tag in INPUT.findall(form[: form.index("</form>")]):
        checked = attribute(tag, "type") != "checkbox" or " checked" in tag
        if tag.startswith("<input") and checked and attribute(tag, "name"):
            sent[attribute(tag, "name")] = attribute(tag, "value")
    for name, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        sent[name] = chosen[1] if chosen else ""
    return sent


@pytest.mark.both_databases
def test_settings_field_by_field(campaign: Campaign, olga: Client) -> None:
    page, sent = "/campaigns/comet/settings/", settings_fields(olga)
    assert (
        olga.post(page, sent | {"title": "Comet A", "max_runs": "5", "free_run_tag": "on"}).status_code == 302
    )
    other = olga.post(page, sent | {"judges": "4"})  # another setting: both stay
    assert other.status_code == 302
    second = olga.post(page, sent | {"title": "Comet B", "max_runs": "5", "judges": "4"})
    result = second.content.decode()
    assert second.status_code == 422
    assert "Now: Title “Comet A”. Yours, not stored: Title “Comet B”." in result
    campaign.refresh_from_db()
    assert (campaign.title, campaign.rules["max_runs"], campaign.rules["judges"]) == ("Comet A", 5, 4)
    assert campaign.rules["free_run_tag"] is True
    assert 'name="initial-title" value="Comet A"' in result
    assert 'name="title" value="Comet B"' in result
    assert olga.post(page, settings_fields(olga) | {"title": "Comet B"}).status_code == 302
    campaign.refresh_from_db()
    assert (campaign.title, campaign.rules["max_runs"]) == ("Comet B", 5)


def test_team_members(campaign: Campaign, olga: Client) -> None:
    for name in ("pat", "quin"):
        make_member(campaign, name, "participant")
    pks = dict(Member.objects.values_list("name", "pk"))
    team = campaign.teams.create(name="lake")
    action = f"/campaigns/comet/teams/{team.pk}/"
    mark = seen(olga, action)
    olga.post(action, {"members": [pks["pat"]], "seen": mark})
    second = olga.post(action, {"members": [pks["quin"]], "seen": mark}, follow=True)
    assert "Now: pat. Yours, not stored: quin." in second.content.decode()
    assert team.member_names() == ["pat"]


@pytest.mark.both_databases
def test_a_registration() -> None:
    campaign = make_campaign("tongues", "respubliqa2010", state="open")
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer"))
    people = (Person("Ada Rehn", "Lake", "ada@example.org"),)
    entry = RegistrationEntry(
        "lake", "Lake group", "Lake", people, tuple(campaign.track.run_kinds[:1]), ("EN:EN",)
    )
    row = register_team(by=None, campaign=campaign, entry=entry, organizer=True)
    page = f"/campaigns/tongues/registrations/{row.pk}/"
    sent = {
        "team_id": "lake",
        "affiliation": "Lake",
        "tasks": list(entry.tasks),
        "pairs": ["EN:EN"],
        "rows": "1",
        "p0-full_name": "Ada Rehn",
        "p0-affiliation": "Lake",
        "p0-email": "ada@example.org",
        "action": "save",
        "seen": seen(client, page),
    }
    assert client.post(page, sent | {"group": "First"}).status_code == 302
    second = client.post(page, sent | {"group": "Second"})
    assert second.status_code == 409
    assert "Now: group “First”. Yours, not stored: group “Second”." in second.content.decode()
    row.refresh_from_db()
    assert row.group == "First"


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_of_many_who_change_roles_at_once_one_wins(transactional_db: None) -> None:
    campaign = make_campaign("comet", "series2004")
    olga = make_member(campaign, "olga", "organizer", "admin")
    make_member(campaign, "ann", "assessor")
    ann, mark = Member.objects.get(name="ann"), mark_of(["assessor"])
    wanted = ("adjudicator", "participant", "organizer")

    def change(number: int) -> object:
        return set_roles(member=ann, roles=[wanted[number]], by=olga, seen=mark)

    outcomes = at_once(change, times=3)
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 2
    assert outcomes.count(None) == 1
    assert ann.role_names() == [wanted[outcomes.index(None)]]
