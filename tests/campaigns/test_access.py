"""Who sees and does what on the pages of a campaign: every role at every page and every form."""

import re
from collections.abc import Callable

import pytest

from assessment.campaigns.models import Campaign
from assessment.people.models import Event
from tests.campaigns.conftest import BLOCKS, ROLES, upload
from tests.client import Client
from tests.factory import make_items

Enter = Callable[[Campaign | None, str], Client]

EVERYBODY = (*ROLES, "site admin", "stranger")
STAFF = {"admin", "organizer", "site admin"}
PAGES = {
    "settings/": STAFF | {"adjudicator"},
    "guidelines/": {*ROLES, "site admin"},
    "questions/": STAFF | {"adjudicator", "participant"},
    "questions/1.1/": STAFF | {"adjudicator", "participant"},
}
FORMS = {
    "settings/": {"title": "Taken over"},
    "state/": {"to": "closed"},
    "deadline/": {"clock": "2126-12-01T23:59", "zone": "UTC"},
    "guidelines/": {"text": "Be fair.", "seen": "0"},
    "questions/1.1/": {"text": "Taken over?"},
    "drop/": {"id": "1.1", "reason": "because"},
    "restore/": {"id": "1.1"},
    "settle-nil/": {"id": "1.1", "nil": "right"},
    "import-questions/": {},
}


@pytest.mark.parametrize("role", EVERYBODY)
def test_pages_are_seen_by_those_they_are_for(series: Campaign, enter: Enter, role: str) -> None:
    client = enter(series, role)
    for page, allowed in PAGES.items():
        expected = 200 if role in allowed else 404
        assert client.get(f"/campaigns/comet/{page}").status_code == expected, (role, page)


@pytest.mark.parametrize("role", EVERYBODY)
def test_forms_are_taken_from_organizers_alone(series: Campaign, enter: Enter, role: str) -> None:
    client = enter(series, role)
    events = Event.objects.filter(campaign=series).count()
    for page, fields in FORMS.items():
        status = client.post(f"/campaigns/comet/{page}", fields).status_code
        assert (status != 404) == (role in STAFF), (role, page, status)
    if role not in STAFF:
        assert Event.objects.filter(campaign=series).count() == events
        assert "Taken over" not in Campaign.objects.get().title


@pytest.mark.parametrize("role", EVERYBODY)
def test_only_site_admins_make_campaigns(db: None, enter: Enter, role: str) -> None:
    client = enter(None, role)
    expected = 200 if role == "site admin" else 404
    assert client.get("/campaigns/new/").status_code == expected
    client.post("/campaigns/new/", {"title": "Mine", "slug": "mine", "track": "trec8"})
    assert Campaign.objects.filter(slug="mine").exists() == (role == "site admin")


def test_strangers_sign_in_first_and_keep_what_they_typed(series: Campaign) -> None:
    for page in (*PAGES, "../"):
        assert Client().get(f"/campaigns/comet/{page}", follow=False).status_code in (302, 404)
    answer = Client().post("/campaigns/comet/guidelines/", {"text": "Half an hour of work", "seen": "0"})
    assert answer.status_code == 401
    assert 'name="carried"' in answer.content.decode()


def test_a_campaign_that_is_not_there_looks_like_one_that_is_not_shown(
    series: Campaign, enter: Enter
) -> None:
    client = enter(series, "stranger")
    there, nowhere = (client.get(f"/campaigns/{slug}/questions/") for slug in ("comet", "nowhere"))
    assert (there.status_code, nowhere.status_code) == (404, 404)
    pages = [
        re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page.content.decode())
        for page in (there, nowhere)
    ]
    assert pages[0] == pages[1]


def test_participants_never_see_where_questions_come_from(series: Campaign, enter: Enter) -> None:
    question = series.questions.get(qid="1.1")
    question.source, question.suggested_answer, question.suggested_docid = (
        "query log 77",
        "in 1910",
        "HNW-0007",
    )
    question.save()
    question.entries.create(kind="class", name="1", text="the tenth of May", origin="development")
    make_items(question, ("HNW-0007", "1910"))
    secrets = (
        "query log 77",
        "in 1910",
        "HNW-0007",
        "the tenth of May",
        "Pool items",
        "1 item in 1 document",
    )
    pages = {}
    for role in ("participant", "adjudicator"):
        client = enter(series, role)
        answers = [client.get(f"/campaigns/comet/questions/{qid}") for qid in ("", "1.1/")]
        pages[role] = "".join(answer.content.decode() for answer in answers)
    assert "When was it seen?" in pages["participant"]
    assert [secret for secret in secrets if secret in pages["participant"]] == []
    assert [secret for secret in secrets if secret not in pages["adjudicator"]] == []


def test_questions_are_out_for_teams_when_the_campaign_opens(blocks: Campaign, enter: Enter) -> None:
    team = enter(blocks, "participant")
    before = team.get("/campaigns/harbour/questions/")
    assert before.status_code == 200
    assert "harbour clock" not in before.content.decode()
    assert team.get("/campaigns/harbour/questions/1/").status_code == 404
    assert enter(blocks, "organizer").post("/campaigns/harbour/state/", {"to": "open"}).status_code == 302
    assert "harbour clock" in team.get("/campaigns/harbour/questions/").content.decode()
    assert team.get("/campaigns/harbour/questions/1/").status_code == 200


def test_the_list_shows_the_own_campaigns(series: Campaign, blocks: Campaign, enter: Enter) -> None:
    shown = {
        role: enter(blocks, role).get("/campaigns/").content.decode()
        for role in ("assessor", "participant", "site admin", "stranger")
    }
    for role in ("assessor", "participant"):
        assert "Harbour" in shown[role]
        assert role in shown[role]
        assert "Comet series" not in shown[role]
    assert "Comet series" in shown["site admin"]
    assert "You are in no campaign yet" in shown["stranger"]


def test_a_whole_import_needs_the_right_to_edit(blocks: Campaign, enter: Enter) -> None:
    new = {"file": upload("more.txt", BLOCKS.replace(b"Number: 2", b"Number: 3"))}
    assert enter(blocks, "adjudicator").post("/campaigns/harbour/import-questions/", new).status_code == 404
    assert [question.qid for question in blocks.questions.in_order()] == ["1", "2"]
