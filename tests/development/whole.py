"""A candidate of each evaluation, as its form sends it, and what the question files of a campaign say."""

from typing import Any

from assessment.campaigns.models import Campaign, Candidate
from tests.campaigns.conftest import upload
from tests.client import Client

# What the form sends of a candidate's questions in each evaluation.
ROWS: dict[str, tuple[dict[str, str], ...]] = {
    "trec8": (
        {"type": "factoid", "text": "Who rang the bell?", "source": "assessor", "known": "Ada Rehn | WIRE-1"},
        {"type": "factoid", "text": "When was it cast?", "source": "question log"},
    ),
    "series2004": (
        {"type": "FACTOID", "text": "Who rang it?", "source": "assessor", "known": "Ada Rehn | WIRE-1"},
        {"type": "LIST", "text": "Who heard it?"},
        {"type": "OTHER", "text": "Other", "known": "vital | rung since 1910 | WIRE-2"},
    ),
    "tac2008": (
        {"type": "RigidList", "text": "Who likes the bell?", "known": "Ada Rehn | BLOG-1"},
        {"type": "SquishyList", "text": "Why?", "known": "okay | it is loud"},
    ),
    "respubliqa2010": (
        {
            "type": "Factoid",
            "text": "Who fixes the levies?",
            "language": "EN",
            "known": "the Council | jrc31990D0001-en | 12\n| jrc31990D0001-it | 13",
        },
        {"type": "Procedure", "text": "How is a levy fixed?", "language": "EN"},
    ),
    "rag": (
        {"type": "NUGGETS", "text": "Who rang the bell, and why?", "known": "vital | rung by Ada Rehn"},
        {"type": "NUGGETS", "text": "How old is the bell?", "source": "question log"},
    ),
    "nq": (
        {"type": "question", "text": "when was the comet found", "page": "72"},
        {"type": "question", "text": "who found the comet", "page": "-71", "source": "question log"},
    ),
}


def sent(rows: tuple[dict[str, str], ...], *, empty: int = 2, **more: str) -> dict[str, str]:
    """What the form of a candidate sends; `empty` rows stay as the page shows them, with what is chosen there."""
    fields = {"q-TOTAL_FORMS": str(len(rows) + empty), "q-INITIAL_FORMS": "0"}
    for number, row in enumerate([*rows, *[{}] * empty]):
        fields |= {f"q-{number}-{name}": value for name, value in row.items()}
    return fields | {"target": "Harbour bell", "target_type": "THING"} | more


def enter_rows(client: Client, campaign: Campaign, *rows: dict[str, str]) -> Candidate:
    """Enter questions by the form."""
    response = client.post(f"/campaigns/{campaign.slug}/candidates/new/", sent(rows))
    assert response.status_code == 302, response.text
    return campaign.candidates.order_by("-pk")[0]


def accept_by_page(client: Client, row: Candidate, **fields: str) -> str:
    """Accept a candidate by its page; what the page says then."""
    address = f"/campaigns/{row.campaign.slug}/candidates/{row.pk}/accept/"
    return client.post(address, fields, follow=True).text


def question_files(client: Client, campaign: Campaign) -> dict[str, Any]:
    """The campaign's question files as its page of exports gives them, as the page of questions takes them."""
    files = {}
    for field, name in (("file", campaign.track.questions_file), ("target_types", "questions.csv")):
        response = client.get(f"/campaigns/{campaign.slug}/exports/tables/{name}")
        assert response.status_code == 200
        files[field] = upload(name, response.getvalue())
    return files


def asked_in(campaign: Campaign) -> list[tuple[Any, ...]]:
    """All that question files say of a campaign's questions, in their order."""
    columns = ("qid", "type", "text", "source", "suggested_answer", "suggested_docid")
    series = ("series__key", "series__target", "series__target_type")
    return list(campaign.questions.in_order().values_list(*columns, "source_lang", "target_lang", *series))
