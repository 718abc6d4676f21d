"""Before a date nobody sees what it brings, at any address; after it those do to whom the table of access gives it."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from assessment.campaigns.models import Campaign, Question, ScheduledDate, State
from assessment.campaigns.services.dates import set_dates
from assessment.campaigns.services.due_dates import keep_dates
from assessment.shared.datetimes import ZonedDatetime
from tests.blindness.addresses import all_patterns, paths_of
from tests.blindness.phases import Phase
from tests.blindness.proof import forbidden
from tests.blindness.scene import Scene, build
from tests.blindness.secrets import Kind, Owner, Secret
from tests.blindness.walk import Walk
from tests.blindness.who import Who
from tests.sizes import FULL

# The answers are the same on both databases.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
WORD = "Quillmarsh"  # of a question
SHOWS_SCORES = ("results:results", "results:version", "submissions:own-team", "submissions:run", "api:scores")
SHOWS_QUESTIONS = ("campaigns:questions", "campaigns:question", "api:questions", "submissions:topics-file")
TELLS_DATES = ("campaigns:schedule", "campaigns:calendar", "api:schedule")


def _plan(campaign: Campaign, **days: int) -> None:
    """Set dates, each in so many days."""
    now = timezone.now()
    wanted = {kind: ZonedDatetime(now + timedelta(days=ahead), "UTC") for kind, ahead in days.items()}
    set_dates(campaign=campaign, wanted=wanted, by=None)


def _let_pass(campaign: Campaign, kind: str) -> None:
    """The site looks before the date, and once it has come."""
    for back in (timedelta(0), timedelta(days=200)):
        row = ScheduledDate.objects.get(campaign=campaign, kind=kind)
        assert row.at
        ScheduledDate.objects.filter(pk=row.pk).update(at=row.at - back)
        assert bool(ScheduledDate.objects.get(pk=row.pk).done_at) is False
        keep_dates(campaign)
    campaign.refresh_from_db()


def _where_shown(scene: Scene, who: str, only: Sequence[str] = ()) -> set[str]:
    """The addresses of the campaign, or those of them with such a name, at which somebody reads the question's word."""
    client = scene.clients[who]
    named = [one for one in all_patterns() if "slug" in one.parts and (not only or one.name in only)]
    return {
        pattern.name
        for pattern in named
        for path in paths_of(pattern, scene)[:1]
        if WORD.encode() in b"".join(client.get(path))
    }


def test_no_address_shows_questions_before_they_are_out(tmp_path: Path) -> None:
    scene = build("answers", Phase.DRAFT, tmp_path)
    campaign = scene.campaign
    Question.objects.filter(campaign=campaign).update(text=f"Where is {WORD}?")
    _plan(campaign, questions_out=2, closes=30)
    assert _where_shown(scene, Who.TEAM_A) == set()
    others = () if FULL else (*TELLS_DATES, *SHOWS_QUESTIONS)
    for who in (Who.FIRST, Who.STRANGER):
        assert _where_shown(scene, who, others) == set()
    _let_pass(campaign, "questions_out")
    assert campaign.state == State.OPEN
    assert _where_shown(scene, Who.TEAM_A, SHOWS_QUESTIONS) == set(SHOWS_QUESTIONS)
    for who in (Who.FIRST, Who.STRANGER):
        assert _where_shown(scene, who, others) == set()
    scene.phase = Phase.OPEN
    assert not forbidden(scene, Who.TEAM_A, (*TELLS_DATES, *SHOWS_SCORES), most=1)


def test_scores_come_to_teams_and_to_all_on_their_dates_and_not_before(tmp_path: Path) -> None:
    scene = build("answers", Phase.SCORED, tmp_path)
    campaign = scene.campaign
    _plan(campaign, results_to_teams=90, results_public=91)
    addresses = (*SHOWS_SCORES, *TELLS_DATES)
    for kind, phase in (("", None), ("results_to_teams", Phase.TO_TEAMS), ("results_public", Phase.RELEASED)):
        if phase:
            _let_pass(campaign, kind)
            scene.phase = phase
        for who in (Who.TEAM_A, Who.FIRST):
            assert not forbidden(scene, who, addresses, most=1)
        met = {secret for secret, _ in Walk(scene, Who.TEAM_A, addresses, 1).go().met}
        assert (Secret(Kind.SCORE, Owner.A) in met) is bool(phase)
        assert (Secret(Kind.SCORE, Owner.B) in met) is (phase is Phase.RELEASED)
