"""A campaign for which teams register: questions in three pairs of languages, ann in no team yet, tom in another."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import pytest

from assessment.campaigns.models import Campaign, Question, State
from assessment.submissions.models import Registration
from assessment.submissions.services.registrations import Entry, Person, register_team
from scoring import tracks
from scoring.records import Problem, Response, Topics
from scoring.scales import YES_NO
from scoring.tracks.base import CheckedRun, Declaration, QuestionType, Track
from scoring.tracks.settings import Setting
from tests.factory import make_campaign, make_member

LANGUAGES = ("BG", "DE", "EN", "ES", "FR", "IT", "NL", "PT", "RO")
HARD = datetime(2030, 5, 27, 21, 59, tzinfo=UTC)
PAIRS = (("EN", "EN"), ("EN", "IT"), ("DE", "DE"))
EMAILS = {"clct": "pia@celct.example", "uned": "alvaro@uned.example", "iles": "anne@limsi.example"}


def entry(team_id: str = "clct", **other: Any) -> Entry:
    """What a team registers."""
    person = Person(f"Pia {team_id}", "CELCT", EMAILS.get(team_id, "x@example.org"))
    fields: dict[str, Any] = {
        "group": f"Group {team_id}",
        "affiliation": "CELCT, Trento",
        "people": (person,),
        "tasks": ("PS",),
        "pairs": ("EN:EN",),
    }
    return Entry(team_id, **(fields | other))


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
    kind = next(iter(campaign.track.question_types))
    Question.objects.bulk_create(
        Question(
            campaign=campaign,
            qid=f"000{n}:{source}:{target}",
            position=2 * row + n,
            type=kind,
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


@dataclass(frozen=True, kw_only=True)
class Tongues(Track):
    """A stand-in of the track while only registration is looked at."""

    def task_of(self, run_id: str) -> str:
        return run_id[7:9]

    def run_ids(self, team: str, task: str, pair: str) -> tuple[str, ...]:
        return tuple(f"{team}10{n}{task}{pair.replace(':', '').lower()}" for n in (1, 2))

    def questions_of(self, run_id: str, topics: Topics) -> Any:
        pair = f"{run_id[9:11]}:{run_id[11:13]}".upper()
        return tuple(question for question in topics.questions if question.pair == pair)

    def read_topics(self, data: bytes, name: str) -> tuple[Topics, list[Problem]]:
        raise NotImplementedError

    def write_topics(self, topics: Topics) -> bytes:
        lines = [
            f'<q q_id="{one.qid[:4]}" source_lang="{one.source_lang}" target_lang="{one.target_lang}">{one.text}</q>\n'
            for one in topics.questions
        ]
        return f"<input>\n{''.join(lines)}</input>\n".encode()

    def check_run(
        self,
        data: bytes,
        name: str,
        topics: Topics,
        declaration: Declaration,
        settings: Mapping[str, Any],
        known_docids: Any = None,
        given_out: Any = None,
        paragraphs: Any = None,
    ) -> CheckedRun:
        found = re.search(rb'run_id="(\w+)"', data)
        run_id = found[1].decode() if found else ""
        asked: Collection[Any] = self.questions_of(run_id, topics)
        responses = tuple(Response(one.qid, "", "", noa=True, line=n) for n, one in enumerate(asked, 1))
        return CheckedRun(run_id, responses, [], [])


STAND_IN = Tongues(
    slug="respubliqa2010",
    title="ResPubliQA 2010",
    question_types=MappingProxyType(
        {
            "Factoid": QuestionType(
                name="Factoid",
                label="Factoid",
                scale=YES_NO,
                ranked=False,
                nil_allowed=False,
                single=True,
                judged=True,
            )
        }
    ),
    settings=(
        Setting("max_runs", "int", 2, "Runs of a team", "At most.", optional=True),
        Setting("submission_days", "int", 5, "Days", "From the first download.", optional=True),
    ),
    measures=("c1",),
    score="c1",
    in_series=False,
    questions_file="questions.xml",
    run_suffix=".xml",
    tasks=("PS", "AS"),
    languages=LANGUAGES,
    gold=True,
)


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stand-in, where the track itself is not there."""
    if "respubliqa2010" not in tracks.TRACKS:
        monkeypatch.setattr(tracks, "TRACKS", {**tracks.TRACKS, "respubliqa2010": STAND_IN})


@pytest.fixture
def tongues(stand_in: None, db: None) -> Campaign:
    """The campaign, open, with its people."""
    campaign = campaign_in_tongues()
    people_of(campaign)
    return campaign
