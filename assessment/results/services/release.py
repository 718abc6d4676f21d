"""Letting participants see the scores, and taking them back."""

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.services.campaigns import set_state
from assessment.campaigns.services.locks import lock_campaign, needed_reason
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.results.models import Release
from assessment.results.selectors.release import Reason, reasons_against_release
from assessment.results.services.errors import ReleaseRefused
from assessment.results.services.scores import score_with, scorer_of
from assessment.shared.errors import Refused

OFFICIAL_RULE = "adjudicated"


def release(
    *, campaign: Campaign, by: Account | None, without: Collection[str] = (), alike: Collection[str] = ()
) -> Release:
    """Freeze and score by the adjudicated rule, and show these scores to all people of the campaign.

    `without` names the series that may leave the evaluation because something of them is unjudged, `alike` the
    questions whose answer classes of one label stay as they are.
    Raises ReleaseRefused with every reason while anything is unjudged or undecided.
    """
    refuse_released(campaign)
    scorer = scorer_of(campaign)
    reasons = [*state_reasons(campaign), *reasons_against_release(scorer, without, alike)]
    if reasons:
        raise ReleaseRefused(reasons)
    with transaction.atomic():
        lock_campaign(campaign)
        refuse_released(campaign)
        if late := state_reasons(campaign):
            raise ReleaseRefused(late)
        scored = score_with(campaign, scorer, OFFICIAL_RULE, by)
        row = Release.objects.create(campaign=campaign, scores=scored.score_set, made_by=by)
        set_state(campaign=campaign, to=State.RELEASED, by=by)
        version = scored.score_set.qrels.version
        record_event(
            by=by,
            campaign=campaign,
            verb="scores:released",
            subject=f"version {version}",
            without=sorted(without),
            alike=sorted(alike),
        )
    return row


def refuse_released(campaign: Campaign) -> None:
    if campaign.state == State.RELEASED:
        raise Refused(
            "The scores are released already. Nothing was changed.", "released", "Take them back first."
        )


def state_reasons(campaign: Campaign) -> list[Reason]:
    """Scores come out once the campaign is closed, so that no run comes in after them."""
    if campaign.state == State.CLOSED:
        return []
    state = campaign.get_state_display().lower()
    return [Reason("not_closed", f"The campaign is {state}.", "Close it on its settings page.")]


@transaction.atomic
def take_back(*, campaign: Campaign, reason: str, by: Account | None) -> Release:
    """Hide the official scores from participants and assessors again. The version itself stays."""
    lock_campaign(campaign)
    reason = needed_reason(reason)
    row = (
        Release.objects.filter(campaign=campaign, ended_at__isnull=True)
        .select_related("scores__qrels")
        .first()
    )
    if row is None or campaign.state != State.RELEASED:
        raise Refused("No scores are released. Nothing was changed.", "not_released", "Reload the page.")
    row.ended_at, row.ended_by, row.reason = timezone.now(), by, reason
    row.save(update_fields=["ended_at", "ended_by", "reason"])
    set_state(campaign=campaign, to=State.CLOSED, by=by, reason=reason)
    version = row.scores.qrels.version
    record_event(
        by=by, campaign=campaign, verb="scores:taken_back", subject=f"version {version}", reason=reason
    )
    return row
