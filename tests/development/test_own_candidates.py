"""Candidate questions of assessors and participants: while a setting lets them, so many, and nobody sees another's."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from assessment.campaigns.models import Campaign, Candidate, CandidateQuestion
from assessment.campaigns.services.candidates import enter_candidate
from assessment.campaigns.services.drafts import Draft, DraftQuestion
from assessment.shared.errors import AssizeError
from tests.client import Client
from tests.development.whole import accept_by_page, enter_rows, sent
from tests.factory import make_account, make_campaign, make_member
from tests.submissions.scene import at_once

Enter = Callable[[Campaign | None, str], Client]
LIST = "/campaigns/harbour/candidates/"
ASKED = {"type": "factoid", "text": "Who rang the bell?", "known": "Ada Rehn | WIRE-1"}
QUOTA = 2


@pytest.fixture
def campaign(db: None) -> Campaign:
    """A draft in which assessors may enter two questions each, and participants none."""
    return make_campaign("harbour", candidates_of_assessors=QUOTA)


def end_it(campaign: Campaign, minutes: int) -> None:
    """Set the end, minutes from now."""
    end = timezone.now() + timedelta(minutes=minutes)
    Campaign.objects.filter(pk=campaign.pk).update(candidates_until=f"{end:%Y-%m-%d %H:%M} UTC")


def test_the_setting_opens_it_and_the_first_page_shows_the_door(enter: Enter) -> None:
    campaign = make_campaign("harbour")
    organizer, assessor, participant = (
        enter(campaign, role) for role in ("organizer", "assessor", "participant")
    )
    for client in (assessor, participant):
        assert client.get(LIST).status_code == 404
        assert LIST not in client.get("/").text
    page = organizer.get("/campaigns/harbour/settings/").text
    assert "Candidate questions of each assessor" in page
    until = "2136-12-01 23:59 Europe/Paris"
    call_command("settings", "harbour", "candidates_of_assessors=10", f"candidates_until={until}")
    assert assessor.get(LIST).status_code == 200
    assert participant.get(LIST).status_code == 404
    door = assessor.get("/").text
    assert LIST in door
    assert "0 of 10" in " ".join(door.replace('<span class="num">', "").replace("</span>", "").split())
    call_command("settings", "harbour", "candidates_of_participants=3")
    assert participant.post(f"{LIST}new/", sent((ASKED,))).status_code == 302
    assert CandidateQuestion.objects.get().source == "participant"
    call_command("settings", "harbour", "candidates_of_assessors=none")
    assert assessor.get(LIST).status_code == 404


def test_everybody_sees_their_own_alone_and_organizers_all(campaign: Campaign, enter: Enter) -> None:
    organizer, ann = enter(campaign, "organizer"), enter(campaign, "assessor")
    ben = Client()
    ben.force_login(make_member(campaign, "ben", "assessor"))
    mine = enter_rows(ann, campaign, ASKED)
    theirs = enter_rows(ben, campaign, ASKED | {"text": "When was it cast?"})
    assert "When was it cast?" not in ann.get(LIST).text
    assert "When was it cast?" not in ann.get(f"{LIST}?find=cast").text
    for page in ("", "edit/"):
        assert ann.get(f"{LIST}{mine.pk}/{page}").status_code == 200
        assert ann.get(f"{LIST}{theirs.pk}/{page}").status_code == 404
    for act in ("reject", "reconsider", "accept"):
        assert ann.post(f"{LIST}{mine.pk}/{act}/", {"reason": "mine"}).status_code == 404
    listed = organizer.get(LIST).text
    assert "Who rang the bell?" in listed
    assert "When was it cast?" in listed
    assert '<td class="r">2</td>' in listed  # two questions of assessors under consideration
    assert "Who rang the bell?" not in organizer.get(f"{LIST}?person=ben").text
    assert "When was it cast?" not in organizer.get(f"{LIST}?find=RANG").text
    assert "Who rang the bell?" not in organizer.get(f"{LIST}?source=organizer").text
    assert "Who rang the bell?" not in organizer.get(f"{LIST}?state=accepted").text


def test_an_answer_and_its_document_are_asked_for(campaign: Campaign, enter: Enter) -> None:
    ann = enter(campaign, "assessor")
    page = ann.get(f"{LIST}new/").text
    assert "Rejected because" not in page
    for known in ("", "Ada Rehn"):
        response = ann.post(f"{LIST}new/", sent((ASKED | {"known": known},)))
        assert response.status_code == 422
        assert "Name its answer and the document" in response.text
    assert not Candidate.objects.exists()


def test_nothing_goes_beyond_the_quota_or_comes_after_the_end(campaign: Campaign, enter: Enter) -> None:
    ann = enter(campaign, "assessor")
    three = ann.post(f"{LIST}new/", sent((ASKED,) * 3))
    assert (three.status_code, Candidate.objects.count()) == (422, 0)
    assert "You may enter 2 candidate questions" in three.text
    row = enter_rows(ann, campaign, ASKED, ASKED)
    assert f"{LIST}new/" not in ann.get(LIST).text
    more = sent((ASKED,) * 3, seen="1")
    assert ann.post(f"{LIST}{row.pk}/edit/", more).status_code == 422
    fewer = sent((ASKED, ASKED | {"DELETE": "on"}), seen="1") | {"q-INITIAL_FORMS": "2"}
    assert ann.post(f"{LIST}{row.pk}/edit/", fewer).status_code == 302
    end_it(campaign, -1)
    late = ann.post(f"{LIST}new/", sent((ASKED,)))
    assert (late.status_code, Candidate.objects.count()) == (422, 1)
    assert "could be entered until" in late.text
    assert ann.post(f"{LIST}{row.pk}/edit/", sent((ASKED,), seen="2")).status_code == 422
    assert "closed since" in " ".join(ann.get(LIST).text.split())
    assert LIST not in ann.get("/").text
    end_it(campaign, 60)
    assert ann.post(f"{LIST}new/", sent((ASKED,))).status_code == 302


def test_what_an_organizer_rejected_of_it_stays_so_and_is_not_told(campaign: Campaign, enter: Enter) -> None:
    organizer, ann = enter(campaign, "organizer"), enter(campaign, "assessor")
    row = enter_rows(ann, campaign, ASKED)
    question = row.questions.get()
    by_organizer = ASKED | {"row": str(question.pk), "source": "a friend", "reason": "too vague"}
    organizer.post(f"{LIST}{row.pk}/edit/", sent((by_organizer,), seen="1"))
    assert "too vague" not in ann.get(f"{LIST}{row.pk}/").text
    assert "too vague" not in ann.get(LIST).text
    by_ann = ASKED | {"row": str(question.pk), "text": "Who tolled it?"}
    assert ann.post(f"{LIST}{row.pk}/edit/", sent((by_ann,), seen="2")).status_code == 302
    question.refresh_from_db()
    assert (question.text, question.source, question.reason) == ("Who tolled it?", "a friend", "too vague")


@pytest.mark.parametrize("act", ["accept", "reject"])
def test_what_became_of_it_is_told_after_the_release(campaign: Campaign, enter: Enter, act: str) -> None:
    organizer, ann = enter(campaign, "organizer"), enter(campaign, "assessor")
    row = enter_rows(ann, campaign, ASKED)
    pages = (LIST, f"{LIST}{row.pk}/", "/api/v1/campaigns/harbour/candidates/")
    if act == "accept":
        accept_by_page(organizer, row, key="7")
    else:
        organizer.post(f"{LIST}{row.pk}/reject/", {"reason": "too vague"})
    for page in pages:
        told = ann.get(page).text
        assert "ecided" in told
        assert not any(word in told for word in ("ccepted", "ejected", "too vague"))
    Campaign.objects.update(state="released")
    told = ann.get(f"{LIST}{row.pk}/").text
    assert ("Accepted" if act == "accept" else "too vague") in told


@pytest.mark.parametrize("act", ["accept", "reject"])
def test_nor_is_it_told_to_whoever_changes_it_before(enter: Enter, act: str) -> None:
    campaign = make_campaign("harbour", "respubliqa2010", candidates_of_participants=QUOTA)
    organizer, ann = enter(campaign, "organizer"), enter(campaign, "participant")
    known = "the Council | jrc31990D0001-en | 12"
    asked = ASKED | {"type": "Factoid", "language": "EN", "known": known}
    row = enter_rows(ann, campaign, asked)
    if act == "accept":
        accept_by_page(organizer, row, key="7", pairs="EN:EN")
    else:
        organizer.post(f"{LIST}{row.pk}/reject/", {"reason": "too vague"})
    row.refresh_from_db()
    assert not row.is_open
    seen, question = str(row.version), row.questions.get().pk
    api = f"/api/v1{LIST}{row.pk}/"
    text = {"question": question, "language": "IT", "text": "Chi?"}
    answers = (
        ann.post(f"{LIST}{row.pk}/edit/", sent((asked,), seen=seen)),
        ann.put(api, {"questions": [asked]}, content_type="application/json"),
        ann.post(f"{LIST}{row.pk}/languages/", {"seen": seen}),
        ann.post(f"{api}languages/", {"texts": [text]}, content_type="application/json"),
    )
    for told in answers:
        assert told.status_code == 422
        assert "This candidate is decided. Nothing was changed." in told.text
        assert not any(word in told.text for word in ("ccepted", "ejected", "too vague"))
    assert ann.get(f"{LIST}{row.pk}/edit/").headers["Location"] == f"{LIST}{row.pk}/"
    assert f"{act}ed before" in organizer.post(f"{LIST}{row.pk}/edit/", sent((asked,), seen=seen)).text


def test_who_else_translates_it_is_told_to_organizers_alone(enter: Enter) -> None:
    campaign = make_campaign("harbour", "respubliqa2010", candidates_of_participants=QUOTA)
    organizer, ann = enter(campaign, "organizer"), enter(campaign, "participant")
    known = "the Council | jrc31990D0001-en | 12"
    row = enter_rows(ann, campaign, ASKED | {"type": "Factoid", "language": "EN", "known": known})
    translator = Client()
    translator.force_login(make_member(campaign, "zuleika", "organizer"))
    name = f"text-{row.questions.get().pk}-IT"
    fields = {name: "Chi suona?", f"{name}-checked": "on", "seen": "1"}
    assert translator.post(f"{LIST}{row.pk}/languages/", fields).status_code == 302
    api = f"/api/v1{LIST}"
    for page in (f"{LIST}{row.pk}/", f"{LIST}{row.pk}/languages/", f"{api}{row.pk}/", api):
        for client, is_named in ((organizer, True), (ann, False)):
            told = client.get(page).text
            assert "Chi suona?" in told
            assert ("zuleika" in told) is is_named, page


def test_programs_are_held_to_the_same(campaign: Campaign, enter: Enter) -> None:
    ann = enter(campaign, "assessor")
    address = "/api/v1/campaigns/harbour/candidates/"
    body = {"questions": [ASKED]}
    made = ann.post(address, body, content_type="application/json")
    assert (made.status_code, made.json()["entered_by"]) == (201, "assessor")
    one = f"{address}{made.json()['id']}/"
    assert ann.put(one, {"questions": [ASKED] * 3}, content_type="application/json").status_code == 422
    refused = ann.post(f"{one}decision/", {"do": "accept"}, content_type="application/json")
    assert refused.status_code == 404
    row = enter_rows(enter(campaign, "organizer"), campaign, ASKED)
    assert ann.get(f"{address}{row.pk}/").status_code == 404
    assert len(ann.get(address).json()) == 1


def test_programs_read_candidates_a_page_at_a_time(campaign: Campaign, enter: Enter) -> None:
    organizer, ann = enter(campaign, "organizer"), enter(campaign, "assessor")
    rows = [enter_rows(ann, campaign, ASKED) for _ in range(QUOTA)]
    organizer.post(f"{LIST}{rows[0].pk}/reject/", {"reason": "too vague"})
    address = "/api/v1/campaigns/harbour/candidates/?limit=1"
    with CaptureQueriesContext(connection) as first:
        page = ann.get(address)
    assert [one["id"] for one in page.json()] == [rows[1].pk]
    assert all("LIMIT" in one["sql"] for one in first if 'FROM "campaigns_candidate" ' in one["sql"])
    following = ann.get(page.headers["Link"].partition("<")[2].partition(">")[0])
    assert [(one["id"], one["state"], one["reason"]) for one in following.json()] == [
        (rows[0].pk, "decided", "")
    ]


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_candidates_entered_at_once_do_not_slip_over_the_quota(transactional_db: None) -> None:
    campaign = make_campaign("harbour", candidates_of_assessors=QUOTA)
    ann = make_account("ann")
    draft = Draft([DraftQuestion("factoid", "Who?", known="Ada | WIRE-1")])

    def enter_one() -> object:
        own = Campaign.objects.get(pk=campaign.pk)
        return enter_candidate(campaign=own, draft=draft, by=ann, roles={"assessor"})

    outcomes = at_once(*[enter_one] * 6)
    codes = sorted(one.code if isinstance(one, AssizeError) else "entered" for one in outcomes)
    assert codes == ["candidate_quota"] * 4 + ["entered"] * QUOTA
    assert CandidateQuestion.objects.count() == QUOTA
