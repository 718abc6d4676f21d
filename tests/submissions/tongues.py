"""A campaign for which teams register: questions in three pairs of languages, ann in no team yet, tom in another."""

from datetime import UTC, datetime
from typing import Any

import pytest

from assessment.campaigns.models import Campaign, Question, State
from assessment.submissions.models import Registration
from assessment.submissions.services.registrations import Person, RegistrationEntry, register_team
from tests.factory import make_campaign, make_member

HARD = datetime(2130, 5, 27, 21, 59, tzinfo=UTC)
PAIRS = (("EN", "EN"), ("EN", "IT"), ("DE", "DE"))
EMAILS = {"clct": "pia@celct.example", "uned": "alvaro@uned.example", "iles": "anne@limsi.example"}


def entry(team_id: str = "clct", **other: Any) -> RegistrationEntry:
    """What a team registers."""
    person = Person(f"Pia {team_id}", "CELCT", EMAILS.get(team_id, "x@example.org"))
    fields: dict[str, Any] = {
        "group": f"Group {team_id}",
        "affiliation": "CELCT, Trento",
        "people": (person,),
        "tasks": ("PS",),
        "pairs": ("EN:EN",),
    }
    return RegistrationEntry(team_id, **(fields | other))


def sent(team_id: str = "clct", **other: Any) -> dict[str, Any]:
    """What the registration form sends."""
    return {
        "action": "save",
        "rows": "2",
        "team_id": team_id,
        "group": f"Group {team_id}",
        "affiliation": "CELCT, Trento",
        "p0-full_name": "Pia Förner",
        "p0-affiliation": "CELCT",
        "p0-email": EMAILS.get(team_id, "x@example.org"),
        "p1-full_name": "",
        "p1-affiliation": "",
        "p1-email": "",
        "tasks": ["PS"],
        "pairs": ["EN:EN"],
    } | other


def register(campaign: Campaign, team_id: str, *pairs: str, **other: Any) -> Registration:
    """A team registered by an organizer, without members."""
    return register_team(
        by=None,
        campaign=campaign,
        entry=entry(team_id, pairs=pairs or ("EN:EN",), **other),
        organizer=True,
    )


def campaign_in_tongues(state: State = State.OPEN, slug: str = "tongues", **fields: Any) -> Campaign:
    """A campaign with two questions in each of three pairs, and its participants ann and tom."""
    campaign = make_campaign(slug, "respubliqa2010", state=state, **{"deadline": HARD, **fields})
    Question.objects.bulk_create(
        Question(
            campaign=campaign,
            qid=f"000{n}:{source}:{target}",
            position=2 * row + n,
            type="Factoid",
            text=f"Which harbour is number {n}, {source} to {target}?",
            source_lang=source,
            target_lang=target,
        )
        for row, (source, target) in enumerate(PAIRS)
        for n in (1, 2)
    )
    return campaign


def people_of(campaign: Campaign) -> None:
    """Two participants and the organizer."""
    for name, role in (("ann", "participant"), ("tom", "participant"), ("olga", "organizer")):
        make_member(campaign, name, role)


@pytest.fixture
def tongues(db: None) -> Campaign:
    """The campaign, open, with its people."""
    campaign = campaign_in_tongues()
    people_of(campaign)
    return campaign
