"""Requests that no browser of ours sends: NUL characters, numbers of thousands of digits, ids of ten thousand letters."""

from urllib.parse import quote

import pytest

from assessment.campaigns.models import Campaign, Question
from assessment.people.models import Member
from tests.client import Client
from tests.factory import make_account, make_campaign, make_member, make_questions

pytestmark = pytest.mark.django_db

ODD = [
    "\0",
    "1\0",
    "9" * 30,
    "9" * 5000,
    "-1",
    "²",
    "x" * 10_000,
    "\u202e1",
    "😀",
    "../../etc/passwd",
    "'\";--",
]
HOME = "/campaigns/house"


@pytest.fixture
def campaign() -> Campaign:
    made = make_campaign("house")
    make_questions(made, "1", "2", type="factoid")
    make_account("sam")
    return made


@pytest.fixture
def organizer(campaign: Campaign) -> Client:
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


@pytest.mark.parametrize("odd", ODD, ids=ascii)
@pytest.mark.parametrize(
    "address",
    [
        "questions/{}/",
        "pool/{}/",
        "runs/{}/",
        "runs/{}/file/",
        "assign/question/{}/",
        "adjudicate/{}/",
        "results/{}/",
        "results/1/questions/{}/",
        "exports/tables/{}",
        "exports/qrels/{}.txt",
    ],
)
def test_an_odd_address_is_no_failure(organizer: Client, address: str, odd: str) -> None:
    answer = organizer.get(f"{HOME}/{address.format(quote(odd, safe=''))}")
    assert answer.status_code == (400 if "\0" in odd else 404)


@pytest.mark.parametrize(
    "address",
    ["/invitations/%00/", "/password/%00/%00/", "/documents/wire/%00/", "/?q=%00", "/api/v1/campaigns/%00/"],
)
def test_a_nul_in_an_address_is_refused_to_strangers_too(client: Client, address: str) -> None:
    assert client.get(address).status_code in (400, 404)


@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_an_odd_query_is_no_failure(organizer: Client, odd: str) -> None:
    names = ("version", "page", "sort", "order", "item", "show", "q", "view")
    for page in ("guidelines/", "questions/", "pool/", "agreement/", "adjudicate/", "runs/"):
        answer = organizer.get(f"{HOME}/{page}", dict.fromkeys(names, odd))
        assert answer.status_code in ((400,) if "\0" in odd else (200, 404)), page
    api = organizer.get("/api/v1/campaigns/house/scores/", {"version": odd})
    assert api.status_code == 400


@pytest.mark.parametrize(
    ("page", "fields"),
    [
        ("drop/", {"id": "1\0", "reason": "because"}),
        ("drop/", {"id": "1", "reason": "because\0"}),
        ("restore/", {"id": "1\0"}),
        ("settle-nil/", {"id": "1\0", "nil": "right"}),
        ("settle-nil/", {"id": "1", "nil": "\0"}),
        ("people/add/", {"add-username": "sam\0", "add-roles": "organizer"}),
        ("people/invite/", {"invite-name": "Z\0"}),
        ("questions/1/", {"text": "Who\0?"}),
        ("guidelines/", {"text": "Be\0fair", "seen": "0"}),
        ("settings/", {"title": "T\0"}),
        ("state/", {"to": "open\0"}),
        ("deadline/", {"clock": "2126-12-01T23:59\0", "zone": "UTC"}),
        ("teams/", {"name": "t\0"}),
        ("assign/", {"judges": "\0", "seed": "1"}),
    ],
)
def test_a_nul_in_a_form_stores_nothing(
    organizer: Client, campaign: Campaign, page: str, fields: dict[str, str]
) -> None:
    def stored() -> list[object]:
        rows = [Question.objects, Member.objects, campaign.events, campaign.guidelines, campaign.teams]
        return [list(row.order_by("pk").values()) for row in rows]

    before = stored()
    answer = organizer.post(f"{HOME}/{page}", fields)
    assert answer.status_code in (302, 404, 422)
    assert stored() == before


def test_a_nul_while_signing_in_is_a_wrong_name(client: Client) -> None:
    make_account("ada")
    for fields in ({"username": "ada\0", "password": "correct horse"}, {"username": "ada", "password": "\0"}):
        assert client.post("/sign-in/", fields).status_code == 422
    assert client.post("/password/", {"username": "ada\0"}).status_code in (200, 422)


def test_a_long_number_in_a_body_is_refused_in_our_words(organizer: Client) -> None:
    body = f'{{"title": {"9" * 5000}}}'
    answer = organizer.patch("/api/v1/campaigns/house/", body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["message"] == "The body is not JSON: a number with thousands of digits"
