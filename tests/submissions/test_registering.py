"""Teams register: what is kept, what is refused, what others see of it."""

import csv
from io import StringIO

import pytest

from assessment.campaigns.models import Campaign, State
from assessment.people.models import Event
from assessment.submissions.models import Registration, Team
from assessment.submissions.selectors.registrations import pairs_of
from tests.query_counts import QueryCount
from tests.submissions import scene
from tests.submissions.tongues import register, sent

PAGE = "/campaigns/tongues/register/"
LIST = "/campaigns/tongues/registrations/"


def test_a_participant_registers_a_team_and_belongs_to_it(tongues: Campaign) -> None:
    ann = scene.client_of("ann")
    assert "Register the team" in ann.get(PAGE).text
    answer = ann.post(PAGE, sent(tasks=["PS", "AS"], pairs=["EN:IT", "EN:EN"]), follow=True)
    assert "The team clct is registered" in answer.text
    registration = Registration.objects.get()
    assert [member.name for member in registration.team.members.all()] == ["ann"]
    assert (registration.team.name, registration.tasks) == ("clct", ["PS", "AS"])
    assert sorted(map(str, registration.pairs.all())) == ["EN:EN", "EN:IT"]
    assert [(who.position, who.full_name, who.email) for who in registration.people.all()] == [
        (1, "Pia Förner", "pia@celct.example")
    ]
    assert Event.objects.filter(verb="registration:made", subject="clct", account__username="ann").exists()
    shown = ann.get(PAGE).text
    assert "pia@celct.example" in shown
    assert shown.count("one more team is needed") >= 2


def test_two_teams_make_a_pair_run(tongues: Campaign) -> None:
    register(tongues, "uned", "EN:EN", "EN:IT")
    assert pairs_of(tongues).active == []
    scene.client_of("ann").post(PAGE, sent(pairs=["EN:EN", "DE:DE"]))
    assert [state.label for state in pairs_of(tongues).active] == ["EN:EN"]
    scene.client_of("olga").post(f"{LIST}pair/", {"pair": "DE:DE", "always": "on"})
    assert [state.label for state in pairs_of(tongues).active] == ["DE:DE", "EN:EN"]
    scene.client_of("olga").post(f"{LIST}pair/", {"pair": "DE:DE"})
    assert [state.label for state in pairs_of(tongues).active] == ["EN:EN"]
    assert Event.objects.filter(verb="pair:changed").count() == 2


@pytest.mark.parametrize(
    ("change", "result"),
    [
        ({"team_id": "Clct"}, "four lower-case letters"),
        ({"team_id": "cl1t"}, "four lower-case letters"),
        ({"team_id": "clc"}, "four lower-case letters"),
        ({"team_id": "clçt"}, "four lower-case letters"),
        ({"team_id": "uned"}, "The team id uned is taken"),
        ({"group": " "}, "required"),
        ({"tasks": []}, "required"),
        ({"tasks": ["XX"]}, "XX"),
        ({"pairs": []}, "Choose at least one language pair"),
        ({"pairs": ["EN:XX"]}, "EN:XX"),
        ({"p0-email": "pia"}, "valid email"),
        ({"p0-full_name": ""}, "required"),
        ({"p1-full_name": "Ida"}, "required"),
        ({"rows": "x", "p0-full_name": ""}, "required"),
    ],
)
def test_what_is_missing_is_told_and_what_was_typed_is_kept(
    tongues: Campaign, change: dict[str, str], result: str
) -> None:
    register(tongues, "uned")
    answer = scene.client_of("ann").post(PAGE, sent() | change)
    assert answer.status_code == 422
    assert result in answer.text
    if "group" not in change:
        assert "Group clct" in answer.text
    if "p0-email" not in change:
        assert "pia@celct.example" in answer.text
    assert Registration.objects.count() == 1
    assert Team.objects.count() == 1


def test_more_rows_keep_what_was_typed_and_complain_about_nothing(tongues: Campaign) -> None:
    answer = scene.client_of("ann").post(PAGE, sent(action="more", team_id="C", tasks=[]))
    assert answer.status_code == 200
    assert "field-error" not in answer.text
    assert 'name="rows" value="5"' in answer.text
    assert "Pia Förner" in answer.text


def test_a_team_that_the_organizers_made_registers_under_an_id(tongues: Campaign) -> None:
    team = Team.objects.create(campaign=tongues, name="The Celts")
    team.members.set(tongues.members.filter(name="ann"))
    assert scene.client_of("ann").post(PAGE, sent()).status_code == 302
    team.refresh_from_db()
    assert (team.name, Team.objects.count()) == ("clct", 1)


def test_a_team_registers_once_and_changes_what_it_registered(tongues: Campaign) -> None:
    ann = scene.client_of("ann")
    ann.post(PAGE, sent())
    more = sent(
        pairs=["EN:IT"], **{"p1-full_name": "Ida", "p1-affiliation": "FBK", "p1-email": "ida@fbk.example"}
    )
    assert ann.post(PAGE, more).status_code == 302
    registration = Registration.objects.get()
    assert list(map(str, registration.pairs.all())) == ["EN:IT"]
    assert [person.full_name for person in registration.people.order_by("position")] == ["Pia Förner", "Ida"]
    event = Event.objects.get(verb="registration:changed")
    assert (event.data["before"]["pairs"], event.data["after"]["pairs"]) == (["EN:EN"], ["EN:IT"])


def test_the_same_again_is_no_event(tongues: Campaign) -> None:
    ann = scene.client_of("ann")
    for _ in range(2):
        ann.post(PAGE, sent())
    assert Event.objects.filter(verb="registration:changed").count() == 0


@pytest.mark.parametrize("state", [State.CLOSED, State.RELEASED])
def test_registration_ends_with_the_campaign_except_for_organizers(tongues: Campaign, state: State) -> None:
    Campaign.objects.update(state=state)
    answer = scene.client_of("ann").post(PAGE, sent())
    assert answer.status_code == 422
    assert "Registration is over" in answer.text
    assert "Group clct" in answer.text
    assert scene.client_of("olga").post(f"{LIST}new/", sent()).status_code == 302


def test_organizers_register_on_behalf_of_a_team_with_its_members(tongues: Campaign) -> None:
    ann = tongues.members.get(name="ann")
    olga = scene.client_of("olga")
    assert olga.post(f"{LIST}new/", sent(members=[ann.pk])).status_code == 302
    registration = Registration.objects.get()
    assert list(registration.team.members.all()) == [ann]
    assert "clct" in scene.client_of("ann").get(PAGE).text
    assert olga.post(f"{LIST}{registration.pk}/", sent("cltx", members=[])).status_code == 302
    registration.team.refresh_from_db()
    assert (registration.team.name, registration.team.members.count()) == ("cltx", 0)
    assert olga.get(f"{LIST}9999/").status_code == 404


def test_participants_learn_how_many_teams_there_are_and_not_which(tongues: Campaign) -> None:
    register(tongues, "uned", "EN:EN")
    ann = scene.client_of("ann")
    ann.post(PAGE, sent(pairs=["EN:EN"]))
    shown = ann.get(PAGE).text
    assert "active" in shown
    assert "uned" not in shown.lower()
    assert ann.get(LIST).status_code == 404
    assert ann.get("/campaigns/tongues/registrations.csv").status_code == 404


def test_organizers_see_all_and_fetch_it_as_a_table(tongues: Campaign) -> None:
    register(tongues, "uned", "EN:EN", "EN:IT")
    olga = scene.client_of("olga")
    assert "alvaro@uned.example" in olga.get(LIST).text
    table = list(csv.DictReader(StringIO(olga.get("/campaigns/tongues/registrations.csv").content.decode())))
    assert [(row["team"], row["pairs"], row["contact"], row["email"]) for row in table] == [
        ("uned", "EN:EN EN:IT", "1", "alvaro@uned.example")
    ]
    assert olga.get(PAGE).status_code == 302


def test_a_table_holds_no_formulas(tongues: Campaign) -> None:
    register(tongues, "uned", group='=HYPERLINK("http://x.example")')
    answer = scene.client_of("olga").get("/campaigns/tongues/registrations.csv")
    (row,) = csv.DictReader(StringIO(answer.content.decode()))
    assert row["group"].startswith("'=")


def test_campaigns_of_other_tracks_have_no_registration(campaign: Campaign) -> None:
    for address in ("register/", "registrations/", "registrations.csv", "registrations/new/"):
        assert scene.client_of("olga").get(f"/campaigns/trial/{address}").status_code == 404
    assert "Registration" not in scene.client_of("ann").get("/campaigns/trial/runs/").text


def test_the_pages_cost_few_queries(tongues: Campaign, query_count: QueryCount) -> None:
    for team in ("uned", "iles", "upvd"):
        register(tongues, team, "EN:EN", "EN:IT", "DE:DE")
    ann, olga = scene.client_of("ann"), scene.client_of("olga")
    ann.post(PAGE, sent(pairs=["EN:EN", "EN:IT"]))
    ann.post("/campaigns/tongues/topics/EN/EN/", {"confirmed": "yes"})
    pages = {"register": ann, "registrations": olga, "topics": ann, "submit": ann}
    for name, client in pages.items():
        with query_count(f"registration: {name}"):
            assert client.get(f"/campaigns/tongues/{name}/").status_code == 200
    with query_count("registration: runs"):
        ann.get("/campaigns/tongues/runs/")
    with query_count("registration: confirm a download"):
        ann.get("/campaigns/tongues/topics/EN/IT/")
    with query_count("registration: topics of all pairs"):
        olga.get("/campaigns/tongues/topics/")
    with query_count("registration: board"):
        olga.get("/campaigns/tongues/")
