"""Whether the site is well, for site admins: its workers and their queue, the disk, the last backup."""

import json
import shutil
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import Count, Min, Q
from django.db.models.functions import Now

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job, JobState

LONG = timedelta(seconds=10)  # after which a job should have been taken up
TIGHT = 0.1  # of the disk; with less than this left it is time to act
SHOWN = 12  # campaigns
RECENTLY = timedelta(days=1)


class Queue(NamedTuple):
    """Jobs that have not ended, and those that failed of late."""

    running: int
    waiting: int
    since: datetime | None  # when the longest waiting was asked for
    failed: int


class Backup(NamedTuple):
    """The last backup that was made of this data folder."""

    at: datetime
    folder: str


class Health(NamedTuple):
    """What a site admin looks at first."""

    queue: Queue
    free: int  # bytes
    disk: int
    backup: Backup | None
    newest: list[Campaign]  # one more than are shown, where there are more
    now: datetime

    @property
    def is_stuck(self) -> bool:
        """Whether jobs wait and nobody works."""
        queue = self.queue
        return bool(queue.since and not queue.running and self.now - queue.since > LONG)

    @property
    def campaigns(self) -> list[Campaign]:
        """The newest campaigns of the site."""
        return self.newest[:SHOWN]

    @property
    def is_tight(self) -> bool:
        """Whether the disk is nearly full."""
        return self.free < TIGHT * self.disk


def health(now: datetime) -> Health:
    """Look at the site (two queries)."""
    folder = settings.DATA_DIR
    while not folder.exists():  # with PostgreSQL nothing may have been kept in it yet
        folder = folder.parent
    disk = shutil.disk_usage(folder)
    campaigns = Campaign.visible.order_by("-created_at", "-pk")[: SHOWN + 1]
    return Health(_queue(now), disk.free, disk.total, last_backup(), list(campaigns), now)


def _queue(now: datetime) -> Queue:
    waiting = Q(state=JobState.WAITING)
    failed = Q(state=JobState.FAILED, ended_at__gte=now - RECENTLY)
    counted = Job.objects.aggregate(
        running=Count("pk", filter=Q(state=JobState.RUNNING, lease_until__gte=Now())),
        waiting=Count("pk", filter=waiting),
        since=Min("asked_at", filter=waiting),
        failed=Count("pk", filter=failed),
    )
    return Queue(**counted)


def last_backup() -> Backup | None:
    """What `manage.py backup` noted when it last ended well; None where it never did, or the note cannot be read."""
    try:
        said = json.loads(settings.BACKUP_NOTE.read_text("utf-8"))
        return Backup(datetime.fromisoformat(said["at"]), str(said["folder"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
