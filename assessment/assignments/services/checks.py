"""Checking how assessors judge, and keeping what was found where the board finds it."""

from django.db import transaction
from django.utils import timezone

from assessment.assignments.selectors.checks import Alarm, alarms_in
from assessment.campaigns.models import Campaign
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.say import say, say_n


def check_assessors(*, campaign: Campaign, by: Account | None) -> list[Alarm]:
    """Look for order effects, assessors far off the others, and times unlike the others'; the newest findings stay."""
    found = alarms_in(campaign)
    checked = {"at": timezone.now().isoformat(), "alarms": [list(alarm) for alarm in found]}
    with transaction.atomic():
        Campaign.objects.filter(pk=campaign.pk).update(checked=checked)
        record_event(by=by, campaign=campaign, verb="assessors:checked", alarms=len(found))
    return found


def outcome_of(found: list[Alarm]) -> str:
    """What a check found, in a sentence."""
    if not found:
        return say("Checked all assessors: nothing unusual.")
    said = say_n(
        "Checked all assessors: {n} thing is unusual.",
        "Checked all assessors: {n} things are unusual.",
        len(found),
    )
    return " ".join([said, *(alarm.sentence for alarm in found)])
