"""The pages of an evaluation that people bring: written, tried, taken from a file, created, exchanged; hostile texts stay texts."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import create_campaign
from assessment.people.models import Account
from scoring.evaluations.gallery import gallery
from tests.client import Client
from tests.factory import make_account, make_member

NEW = "/campaigns/new/evaluation/"
GRADED = next(entry.text for entry in gallery() if entry.name == "graded")
HOSTILE = (
    GRADED.replace("Perfect", "<img src=x onerror=alert(1)>")
    .replace("A run ranks", "[here](javascript:alert(1)) <script>alert(2)</script> **A run** ranks")
    .replace('label = "Question"', 'label = "<b>{n}%</b>"')
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Account:
    return make_account("ada", may_create=True)


@pytest.fixture
def client(ada: Account) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def test_who_may_not_create_campaigns_finds_no_page() -> None:
    client = Client()
    client.force_login(make_account("eve"))
    assert client.get(NEW).status_code == 404
    assert client.post(NEW, {"do": "try", "text": GRADED}).status_code == 404


def test_the_page_begins_with_an_entry_of_the_gallery(client: Client) -> None:
    assert NEW in client.get("/campaigns/new/").content.decode()
    for entry in gallery():
        page = client.get(NEW, {"from": entry.name}).content.decode()
        assert "No problems" in page
        assert entry.text.split("\n")[0].replace('"', "&quot;") in page
    assert client.get(NEW, {"from": "none"}).status_code == 404


def test_the_page_says_until_when_what_can_change(client: Client) -> None:
    page = " ".join(client.get(NEW).content.decode().split())
    assert "Everything except types that have questions can change" in page
    assert "scales and measures until answers are pooled; titles, about and help until the release." in page


def test_what_is_typed_is_checked_line_by_line_and_shown_as_it_is_judged(client: Client) -> None:
    sent = {"do": "try", "text": GRADED, "question": "Who tends it?", "answer": "The Mardens"}
    part = client.post(NEW, sent, headers={"X-Part": "answers"}).content.decode()
    assert "<html" not in part
    assert '<kbd aria-hidden="true">0</kbd>Off topic' in part
    assert '<span class="g">3 Perfect</span>' in part
    assert 'data-tone="inexact"' in part
    assert "Who tends it?" in part
    assert "The Mardens" in part
    wrong = client.post(NEW, sent | {"text": GRADED.replace("value = 1", 'value = "one"')}).content.decode()
    assert "1 problem" in wrong
    assert "Line 18" in wrong
    assert "value = &quot;one&quot;" in wrong
    assert "No problems" not in wrong
    assert not Campaign.objects.exists()


def test_a_file_is_taken_into_the_page_whatever_is_wrong_with_it(client: Client) -> None:
    file = SimpleUploadedFile("ours.toml", GRADED.replace("title", "titel", 1).encode())
    page = client.post(NEW, {"do": "load", "text": "", "file": file}).content.decode()
    assert "titel = &quot;Graded answers&quot;" in page
    assert "Is title meant?" in page
    latin = SimpleUploadedFile("ours.toml", 'title = "Grün"\n'.encode("latin-1"))
    assert "is not utf-8" in client.post(NEW, {"do": "load", "text": "", "file": latin}).content.decode()
    large = SimpleUploadedFile("ours.toml", b"#" * 300_000)
    assert "at most 262,144" in client.post(NEW, {"do": "load", "text": "", "file": large}).content.decode()


def test_a_campaign_is_created_of_what_was_typed(client: Client, ada: Account) -> None:
    sent = {"do": "create", "text": GRADED.replace("\n", "\r\n"), "title": "Ours", "slug": "ours"}
    refused = client.post(NEW, sent | {"slug": "", "text": GRADED.replace("mean_grade", "mean_grad")})
    assert refused.status_code == 422
    assert "Is mean_grade meant?" in refused.content.decode()
    assert client.post(NEW, sent | {"text": GRADED.replace("mean_grade", "mean_grad")}).status_code == 422
    assert not Campaign.objects.exists()
    assert client.post(NEW, sent).headers["Location"] == "/campaigns/ours/"
    made = Campaign.objects.get(slug="ours")
    assert (made.definition, made.created_by, made.track.title) == (GRADED, ada, "Graded answers")
    assert "/campaigns/ours/evaluation/" in client.get("/campaigns/ours/settings/").content.decode()


def test_organizers_exchange_it_and_adjudicators_read_it() -> None:
    campaign = create_campaign(slug="ours", title="Ours", evaluation=GRADED, by=None)
    olga, jude = Client(), Client()
    olga.force_login(make_member(campaign, "olga", "organizer"))
    jude.force_login(make_member(campaign, "jude", "adjudicator"))
    place = "/campaigns/ours/evaluation/"
    assert "Save the evaluation" not in jude.get(place).content.decode()
    assert jude.post(place, {"do": "save", "text": GRADED}).status_code == 404
    seen = str(campaign.evaluation_id)
    words = GRADED.replace("Perfect", "Just so")
    assert olga.post(place, {"do": "save", "text": words, "seen": seen}).status_code == 302
    campaign.refresh_from_db()
    assert campaign.definition == words
    late = olga.post(place, {"do": "save", "text": GRADED.replace("Perfect", "Best"), "seen": seen})
    assert late.status_code == 422
    assert "while you had the page open" in late.content.decode()
    campaign.refresh_from_db()
    assert campaign.definition == words


def test_hostile_texts_are_shown_and_do_nothing(client: Client) -> None:
    page = client.post(NEW, {"do": "try", "text": HOSTILE, "answer": "<script>1</script>"}).content.decode()
    assert "No problems" in page
    assert "<img" not in page
    assert "<script>alert" not in page
    assert "<script>1" not in page
    assert 'href="javascript' not in page
    assert "<strong>A run</strong>" in page
    create_campaign(slug="odd", title="", evaluation=HOSTILE, by=None)
    make = Client()
    make.force_login(make_account("root", site_admin=True))
    for part in ("settings", "questions", "evaluation"):
        page = make.get(f"/campaigns/odd/{part}/").content.decode()
        assert "<img src=x" not in page
        assert 'href="javascript' not in page
