"""Giving questions to teams. A team's first download starts its clock, once, whoever of the team is faster."""

from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from assessment.campaigns.models import Campaign, State
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.datetimes import format_datetime
from assessment.shared.errors import Refused
from assessment.shared.say import say, sentence
from assessment.submissions.models import Download, Registration
from assessment.submissions.selectors.registrations import PairState, pairs_of
from assessment.submissions.selectors.topics import topics_of

_CLOSED = {
    State.DRAFT: sentence(
        "The campaign is a draft; its questions are available while it is open for runs. Nothing was downloaded, and no clock was started."
    ),
    State.CLOSED: sentence(
        "The campaign is closed; its questions are available while it is open for runs. Nothing was downloaded, and no clock was started."
    ),
    State.RELEASED: sentence(
        "The campaign is released; its questions are available while it is open for runs. Nothing was downloaded, and no clock was started."
    ),
}


class TopicsDownload(NamedTuple):
    """A topics file, and whether giving it started the team's clock."""

    name: str
    data: bytes
    started: bool


@transaction.atomic
def download_topics(*, by: Account, registration: Registration, pair: str) -> TopicsDownload:
    """Give a pair's questions to a team that registered for it. Raises Refused where the team cannot have them now."""
    campaign = Campaign.visible.select_for_update(no_key=True).get(pk=registration.team.campaign_id)
    registration = Registration.objects.select_related("team").get(pk=registration.pk)
    refuse_download(campaign, registration, pair)
    now, row = timezone.now(), registration.pairs.get(source=pair[:2], target=pair[3:])
    Download.objects.create(registration=registration, pair=row, at=now, by=by)
    started = registration.started_at is None
    name = registration.team.name
    record_event(by=by, campaign=campaign, verb="topics:downloaded", subject=pair, team=name)
    if started:
        registration.started_at = now
        registration.save(update_fields=["started_at"])
        record_event(by=by, campaign=campaign, verb="clock:started", subject=name, pair=pair)
    return _file(campaign, pair, started)


@transaction.atomic
def fetch_topics(*, by: Account, campaign: Campaign, pair: str) -> TopicsDownload:
    """Give a pair's questions to an organizer, at any time; no clock starts."""
    state = pairs_of(campaign).states.get(pair)
    _refuse_without_questions(state, pair)
    record_event(by=by, campaign=campaign, verb="topics:downloaded", subject=pair)
    return _file(campaign, pair, started=False)


def refuse_download(campaign: Campaign, registration: Registration, pair: str) -> None:
    """Refuse to give a pair's questions to a team: not open, not its pair, not active, or too late to begin."""
    if campaign.state != State.OPEN:
        raise Refused(
            say(_CLOSED[State(campaign.state)]),
            "campaign_not_open",
            say("Come back once the organizers have opened it."),
        )
    state = pairs_of(campaign).states.get(pair)
    if state is None or pair not in {one.label for one in registration.pairs.all()}:
        raise Refused(
            say(
                "{team} did not register for {pair}. Nothing was downloaded, and no clock was started.",
                team=registration.team.name,
                pair=pair,
            ),
            "pair_not_registered",
            say("Register for the pair first, or write to the organizers."),
        )
    _refuse_inactive(state)
    _refuse_without_questions(state, pair)
    if registration.started_at is None:
        _refuse_late_start(campaign)


def _refuse_inactive(state: PairState) -> None:
    if not state.active:
        raise Refused(
            say(
                "{pair} does not run yet: {lacks}. Nothing was downloaded, and no clock was started.",
                pair=state.label,
                lacks=state.status,
            ),
            "pair_not_active",
            say("Wait for another team, or ask the organizers to let it run regardless."),
        )


def _refuse_without_questions(state: PairState | None, pair: str) -> None:
    if state is None or not state.questions:
        raise Refused(
            say(
                "There are no questions in {pair} yet. Nothing was downloaded, and no clock was started.",
                pair=pair,
            ),
            "no_questions",
            say("Ask the organizers for them."),
        )


def _refuse_late_start(campaign: Campaign) -> None:
    now = timezone.now()
    if campaign.deadline and now > campaign.deadline:
        over = format_datetime(campaign.deadline, campaign.deadline_zone)
        raise Refused(
            say(
                "The hard deadline was {deadline}, so there is no time left to start. "
                "Nothing was downloaded, and no clock was started.",
                deadline=over,
            ),
            "deadline_over",
            say("Write to the organizers."),
        )


def _file(campaign: Campaign, pair: str, started: bool) -> TopicsDownload:
    data = campaign.track.write_topics(topics_of(campaign, pair))
    suffix = campaign.track.questions_file.rpartition(".")[2]
    return TopicsDownload(f"{campaign.slug}-{pair.replace(':', '-').lower()}.{suffix}", data, started)
