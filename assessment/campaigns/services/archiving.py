"""Putting a campaign away so that nothing of it changes, and taking it out again."""

from django.db import transaction
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.locks import lock_campaign, refuse_unfinished
from assessment.jobs.models import Job
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say


@transaction.atomic
def archive(*, campaign: Campaign, by: Account | None) -> Campaign:
    """Let nothing of the campaign change any more: it can be read, and leaves the lists."""
    lock_campaign(campaign)
    if campaign.archived_at:
        raise Refused(
            say("{campaign} is archived already.", campaign=campaign.title),
            "archived_already",
            say("Reload the page."),
        )
    refuse_at_work(campaign, say("It was not archived."))
    campaign.archived_at, campaign.archived_by = timezone.now(), by
    campaign.save(update_fields=["archived_at", "archived_by"])
    record_event(by=by, campaign=campaign, verb="campaign:archived", subject=campaign.title)
    return campaign


@transaction.atomic
def unarchive(*, campaign: Campaign, by: Account | None) -> Campaign:
    """Let the campaign change again, as before it was archived."""
    lock_campaign(campaign)
    if not campaign.archived_at:
        raise Refused(
            say("{campaign} is not archived.", campaign=campaign.title),
            "not_archived",
            say("Reload the page."),
        )
    campaign.archived_at, campaign.archived_by = None, None
    campaign.save(update_fields=["archived_at", "archived_by"])
    record_event(by=by, campaign=campaign, verb="campaign:unarchived", subject=campaign.title)
    return campaign


def refuse_at_work(campaign: Campaign, consequence: str) -> None:
    """Refuse while a job works on the campaign, or waits to, or its pools are being made."""
    refuse_unfinished(campaign, consequence)
    jobs = [str(job) for job in Job.objects.active().filter(campaign=campaign).order_by("pk")[:3]]
    if jobs:
        raise Refused(
            say(
                "Work on {campaign} is under way: {jobs}. {consequence}",
                campaign=campaign.title,
                jobs=", ".join(jobs),
                consequence=consequence,
            ),
            "jobs_running",
            say("Wait until it has ended, or cancel it on its page."),
        )
