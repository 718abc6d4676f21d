"""Deleting a whole campaign whose scores were never released: hidden at once, then its rows in steps, by a job.

What stays is one event in the log of the site: who deleted what, how much it held, and which export there is of it.
Nobody who took part in the campaign is named there.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import QuerySet, Sum
from django.utils import timezone

from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.services.archiving import refuse_at_work
from assessment.campaigns.services.evaluations import forget_evaluation
from assessment.campaigns.services.locks import lock_campaign
from assessment.campaigns.services.removal import delete_rows, rows_of
from assessment.jobs.models import Job
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.uploads import forget_upload
from assessment.judging.models import Judgment
from assessment.people.models import Account, Role
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n, sentence
from assessment.submissions.models import PoolItem
from documents.models import Collection, Snapshot
from documents.steps import Pace

DELETE = "results.delete_campaign"


def request_deletion(*, campaign: Campaign, confirm: str, by: Account | None) -> Job:
    """Hide the campaign from everybody and have its rows deleted. `confirm` is its short name, typed by hand."""
    with transaction.atomic():
        lock_campaign(campaign)
        refuse_undeletable(campaign)
        if confirm != campaign.slug:
            raise Refused(
                say("“{name}” is not the short name of the campaign. Nothing was deleted.", name=confirm),
                "not_confirmed",
                say("Type {name} to delete it.", name=campaign.slug),
            )
        arguments = {"pk": campaign.pk, "slug": campaign.slug}
        record_event(
            by=by,
            campaign=None,
            verb="campaign:deleted",
            subject=f"{campaign.title} ({campaign.slug})",
            number=campaign.pk,  # by which seals of the history name it
            slug=campaign.slug,
            track=campaign.track_slug,
            held=contents(campaign),
            export=last_export(campaign),
        )
        _hide(campaign)
        return enqueue(kind=DELETE, by=by, arguments=arguments)


def request_the_rest(*, slug: str, by: Account | None) -> Job | None:
    """Have a deletion go on whose job was given up; None where there is none of this name."""
    asked = Job.objects.filter(kind=DELETE, arguments__slug=slug).order_by("-pk").first()
    if asked and Campaign.objects.filter(pk=asked.arguments["pk"], deleting__isnull=False).exists():
        return enqueue(kind=DELETE, by=by, arguments=asked.arguments)
    return None


def refuse_undeletable(campaign: Campaign) -> None:
    """Refuse what must stay: a campaign whose scores were ever released; and one at work."""
    if campaign.releases.exists():
        raise Refused(
            say(
                "Scores of {campaign} were released, so others may rely on them. Nothing was deleted.",
                campaign=campaign.title,
            ),
            "released_once",
            say("Archive it instead: it leaves the lists and can be read."),
        )
    refuse_at_work(campaign, say("It was not deleted."))


NAMES: Mapping[str, str] = {
    "questions": sentence("Questions"),
    "teams": sentence("Teams"),
    "runs": sentence("Runs"),
    "responses": sentence("Responses"),
    "pool items": sentence("Pool items"),
    "judgments": sentence("Judgments"),
    "people": sentence("People"),
}  # of the contents, for pages


def contents(campaign: Campaign) -> dict[str, int]:
    """How much the campaign holds, in numbers."""
    runs = campaign.runs.aggregate(responses=Sum("responses_count"))
    rounds = list(
        campaign.pool_rounds.values_list("pk", flat=True)
    )  # few, by which PostgreSQL knows what to expect
    return {
        "questions": campaign.questions.count(),
        "teams": campaign.teams.count(),
        "runs": campaign.runs.count(),
        "responses": runs["responses"] or 0,
        "pool items": PoolItem.objects.filter(round__in=rounds).count(),
        "judgments": Judgment.ever.filter(item__round__in=rounds).count(),
        "people": campaign.members.count(),
    }


def last_export(campaign: Campaign) -> Mapping[str, str] | None:
    """When the campaign was last exported as a bundle, and the checksum of what was taken."""
    exported = campaign.events.filter(verb="campaign:exported", subject="the bundle").order_by("-pk").first()
    if exported is None:
        return None
    return {"at": exported.at.isoformat(timespec="seconds"), "sha256": exported.data.get("sha256", "")}


def _hide(campaign: Campaign) -> None:
    """Let nobody find the campaign any more; its short name is free for another one."""
    Role.objects.filter(member__campaign=campaign).delete()
    campaign.deleting, campaign.slug = timezone.now(), f"~{campaign.pk}"
    campaign.save(update_fields=["deleting", "slug"])


def delete_campaign(job: JobHandle, pk: int, slug: str) -> str:
    """Delete what is left of a hidden campaign, in steps; whoever takes the job up again goes on."""
    campaign = Campaign.objects.filter(pk=pk, deleting__isnull=False).first()
    if campaign is None:
        return say("The campaign {campaign} is deleted.", campaign=slug)
    total = int(job.checkpoint.get("total") or sum(rows.count() for rows in rows_of(campaign)))
    done = int(job.checkpoint.get("done", 0))
    job.progress(done, total, say("rows deleted"))

    def state() -> dict[str, Any]:
        return {"done": done, "total": total}

    _delete_copies(job, campaign, state())
    for earlier in campaign.jobs.only("arguments").iterator():
        if path := earlier.arguments.get("path"):
            forget_upload(Path(path))
    for count in delete_rows(campaign, lambda: job.step(state())):
        done += count
        job.progress(done, max(total, done), say("rows deleted"))
    with job.step(state()):
        Campaign.objects.filter(pk=pk).delete()
        forget_evaluation(campaign.evaluation_id)
    return say_n(
        "The campaign {campaign} is deleted: {n} row.",
        "The campaign {campaign} is deleted: {n} rows.",
        done,
        campaign=slug,
    )


def _delete_copies(job: JobHandle, campaign: Campaign, state: Mapping[str, Any]) -> None:
    """Delete the copies of its documents that no other campaign of the collection has pooled."""
    collection = Collection.objects.filter(slug=campaign.collection_slug).first()
    if collection is None or not collection.held:
        return
    others = Campaign.objects.filter(collection_slug=collection.slug).exclude(pk=campaign.pk)
    own = _docids(Campaign.objects.filter(pk=campaign.pk)) - _docids(others)
    copies = Snapshot.objects.filter(collection=collection)
    pace = Pace()
    for docids in pace.portions(sorted(own)):
        job.go_on()
        if copies.filter(docid__in=docids).exists():
            with job.step(state), pace.timed():
                copies.filter(docid__in=docids).delete()


def _docids(campaigns: "QuerySet[Campaign]") -> set[str]:
    """The documents in the pools of some campaigns, and the pages of their questions."""
    items = PoolItem.objects.filter(question__campaign__in=campaigns)
    pages = Question.objects.filter(campaign__in=campaigns)
    pooled = items.values_list("docid", flat=True).distinct()
    return {*pooled, *pages.values_list("suggested_docid", flat=True)}
