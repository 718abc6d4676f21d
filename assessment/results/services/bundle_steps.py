"""An import of a bundle in short steps: its campaign is hidden until all of it is there, and removed if it never is."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db.models import Model, QuerySet
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.judging.models import (
    Adjudication,
    AnswerClass,
    Assignment,
    Judgment,
    Nugget,
    NuggetMatch,
    NuggetVote,
    PageAnnotation,
    Reading,
)
from assessment.shared.errors import Conflict, Refused
from assessment.submissions.models import PoolItem, PoolRound, Response, Run
from documents.steps import delete_in_steps, write_in_steps

ABANDONED = timedelta(minutes=5)  # without a sign of life: whoever imported is gone


def store_rows(rows: Iterable[Model]) -> None:
    """Store rows of one model, some in each step."""
    write_in_steps(rows, _create)


def _create(some: list[Model]) -> None:
    type(some[0])._default_manager.bulk_create(some)


def go_on(campaign: Campaign) -> None:
    """Say that the import is at work; Conflict where somebody has removed what it stored, as abandoned."""
    if not Campaign.objects.filter(pk=campaign.pk, importing__isnull=False).update(importing=timezone.now()):
        raise Conflict(
            f"The import of {campaign.slug} was taken for an interrupted one. Nothing of it is kept.",
            "import_overtaken",
            "Import it again.",
        )


def clear_abandoned(slug: str) -> None:
    """Remove what imports that were cut off have left; Refused while one of this slug is at work."""
    for left in Campaign.objects.filter(importing__isnull=False):
        if left.importing and timezone.now() - left.importing > ABANDONED:
            remove(left)
        elif left.slug == slug:
            raise Refused(
                f"A campaign {slug} is being imported. Nothing was changed.",
                "import_under_way",
                "Wait for it. Remains of an interrupted import are removed after five minutes.",
            )


def remove(campaign: Campaign) -> None:
    """Delete all of a campaign whose import did not come to its end."""
    Campaign.objects.filter(pk=campaign.pk).update(importing=timezone.now())
    for rows in _parts(campaign):
        delete_in_steps(rows)
    Campaign.objects.filter(pk=campaign.pk).delete()


def _parts(campaign: Campaign) -> "list[QuerySet[Any]]":
    """The big tables of a campaign, each before those that it refers to."""
    return [
        NuggetMatch.objects.filter(item__question__campaign=campaign),
        Reading.objects.filter(item__question__campaign=campaign),
        NuggetVote.objects.filter(nugget__question__campaign=campaign),
        Nugget.objects.filter(question__campaign=campaign),
        Judgment.objects.filter(item__question__campaign=campaign),
        Adjudication.objects.filter(item__question__campaign=campaign),
        PageAnnotation.objects.filter(assignment__question__campaign=campaign),
        Assignment.objects.filter(question__campaign=campaign),
        AnswerClass.objects.filter(question__campaign=campaign),
        PoolItem.objects.filter(question__campaign=campaign),
        PoolRound.objects.filter(campaign=campaign),
        Response.objects.filter(question__campaign=campaign),
        Run.objects.filter(campaign=campaign),
        campaign.questions.all(),
    ]
