"""An import of a bundle in short steps: its campaign is hidden until all of it is there, and removed if it never is."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet
from django.db.models.functions import Now

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.removal import delete_rows
from assessment.jobs.services.handle import JobHandle
from assessment.shared.errors import Conflict, Refused
from assessment.shared.leases import lately
from assessment.shared.say import say
from documents.steps import short_step, write_in_steps

Row = TypeVar("Row")

ABANDONED = 300.0  # seconds without a sign of life: whoever imported is gone


class Steps:
    """What an import tells somebody who waits for it; by itself nobody. A job keeps its first and last step."""

    total = done = 0  # rows that are stored

    @contextmanager
    def first(self) -> Iterator[dict[str, Any]]:
        """The transaction that makes the campaign; what is put in is known to whoever takes the work up."""
        with transaction.atomic():
            yield {}

    @contextmanager
    def last(self, sentence: str) -> Iterator[None]:
        """The transaction that shows the campaign."""
        with transaction.atomic():
            yield

    def tell(self, done: int, total: int, what: str) -> None:
        """How far it is. Raises where the work is to end."""

    def count(self, rows: int) -> None:
        """Say that so many rows more are stored."""
        self.done += rows
        if self.total:
            self.tell(self.done, self.total, say("rows stored"))

    def counting(self, write: Callable[[list[Row]], object]) -> Callable[[list[Row]], None]:
        """The same, which then says how many rows are stored."""

        def counted(some: list[Row]) -> None:
            write(some)
            self.count(len(some))

        return counted


class JobSteps(Steps):
    """The same for a job, whose checkpoint names the half campaign and, at the end, what came of it."""

    def __init__(self, job: JobHandle) -> None:
        self.job = job
        self.state: dict[str, Any] = {}

    @contextmanager
    def first(self) -> Iterator[dict[str, Any]]:
        with self.job.step(self.state):
            yield self.state

    @contextmanager
    def last(self, sentence: str) -> Iterator[None]:
        self.state["sentence"] = sentence
        with self.job.step(self.state):
            yield

    def tell(self, done: int, total: int, what: str) -> None:
        self.job.progress(done, total, what)


def remove_half(pk: int) -> bool:
    """Remove the campaign of an import that did not come to its end; whether there was one."""
    half = Campaign.objects.filter(pk=pk, importing__isnull=False).first()
    if half:
        remove(half)
    return half is not None


def store_rows(rows: Iterable[Model]) -> None:
    """Store rows of one model, some in each step."""
    write_in_steps(rows, _create)


def _create(some: list[Model]) -> None:
    type(some[0])._default_manager.bulk_create(some)


def go_on(campaign: Campaign) -> None:
    """Say that the import is at work; Conflict where somebody has removed what it stored, as abandoned."""
    if not Campaign.objects.filter(pk=campaign.pk, importing__isnull=False).update(importing=Now()):
        raise Conflict(
            say(
                "The import of {campaign} was taken for an interrupted one. Nothing of it is kept.",
                campaign=campaign.slug,
            ),
            "import_overtaken",
            say("Import it again."),
        )


def abandoned() -> QuerySet[Campaign]:
    """What imports that were cut off have left, and nobody is at work on."""
    return Campaign.objects.filter(importing__isnull=False).exclude(lately("importing", ABANDONED))


def clear_abandoned(slug: str) -> None:
    """Remove what imports that were cut off have left; Refused while one of this slug is at work."""
    for left in abandoned():
        remove(left)
    if Campaign.objects.filter(slug=slug, importing__isnull=False).exists():
        raise Refused(
            say("A campaign {campaign} is being imported. Nothing was changed.", campaign=slug),
            "import_under_way",
            say("Wait for it. Remains of an interrupted import are removed after five minutes."),
        )


def remove(campaign: Campaign) -> None:
    """Delete all of a campaign whose import did not come to its end."""
    Campaign.objects.filter(pk=campaign.pk).update(importing=Now())
    for _ in delete_rows(campaign, short_step):
        pass
    Campaign.objects.filter(pk=campaign.pk).delete()
