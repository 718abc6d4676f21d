"""The record of long work: what was asked for, how far it is, and what came of it. It survives every process."""

from math import ceil

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from assessment.jobs.models.registry import Link, is_final, is_taken_back, title_of
from assessment.people.models import Account
from assessment.shared.at_hand import REQUEST_ID_LENGTH
from assessment.shared.leases import lately, unheld
from assessment.shared.say import say, say_n
from documents.fields import CodePointCharField

MINUTE, HOUR = 60, 3_600  # seconds


class JobState(models.TextChoices):
    """Where a job stands. Waiting and running jobs are active; the others have ended and change no more."""

    WAITING = "waiting", gettext_lazy("Waiting")
    RUNNING = "running", gettext_lazy("Running")
    DONE = "done", gettext_lazy("Done")
    FAILED = "failed", gettext_lazy("Failed")
    CANCELLED = "cancelled", gettext_lazy("Cancelled")


ACTIVE = (JobState.WAITING, JobState.RUNNING)


class JobQuerySet(models.QuerySet["Job"]):
    """Ways of choosing jobs."""

    def active(self) -> "JobQuerySet":
        """Not ended."""
        return self.filter(state__in=ACTIVE)

    def unleased(self) -> "JobQuerySet":
        """Active, and in no living worker's hands."""
        return self.active().filter(unheld("lease_until", 2 * settings.JOB_LEASE_SECONDS))

    def unsent(self) -> "JobQuerySet":
        """In nobody's hands, and sent to no worker lately, or only before the clock was set back."""
        return self.unleased().filter(
            models.Q(sent_at=None) | ~lately("sent_at", settings.JOB_RESEND_SECONDS)
        )


class Job(models.Model):
    """One piece of long work. The row is the truth; a message to a worker only carries its number.

    A worker holds a job by a lease, which it extends while it works. `owner` is a new random text at each claim,
    so a worker that lost its lease can no longer write anything: every write asks for the owner.
    """

    kind = models.CharField(max_length=60)  # a name of models.registry
    campaign = models.ForeignKey(
        "campaigns.Campaign", models.CASCADE, null=True, related_name="jobs", db_index=False
    )
    arguments = models.JSONField(default=dict)
    key = CodePointCharField(max_length=200)  # the same work has the same key
    state = models.CharField(max_length=10, choices=JobState, default=JobState.WAITING)
    cancel_asked = models.BooleanField(default=False)

    owner = models.CharField(max_length=32, blank=True)
    lease_until = models.DateTimeField(null=True)
    attempts = models.PositiveIntegerField(default=0)  # since the last step that was kept
    sent_at = models.DateTimeField(null=True)

    done = models.PositiveBigIntegerField(default=0)
    total = models.PositiveBigIntegerField(default=0)  # 0: not known
    message = models.CharField(max_length=200, blank=True)
    seconds_left = models.PositiveIntegerField(null=True)
    checkpoint = models.JSONField(default=dict)  # where the next attempt goes on
    log = models.JSONField(default=list)  # [time, line]
    result = models.JSONField(default=dict)  # sentence, link as its parts (formerly as an address)
    error = models.JSONField(default=dict)  # message, code, hint, problems and what the error adds

    asked_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")
    asked_at = models.DateTimeField(auto_now_add=True)
    language = models.CharField(
        max_length=8, blank=True, help_text="of whoever asked, in which it reports; empty: English"
    )
    request_id = models.CharField(
        max_length=REQUEST_ID_LENGTH, blank=True, help_text="of the request that asked for it, as in the log"
    )
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["key"], condition=models.Q(state__in=ACTIVE), name="job_key_unique_while_active"
            ),
            models.CheckConstraint(condition=models.Q(state__in=JobState.values), name="job_state_known"),
            models.CheckConstraint(
                condition=models.Q(state__in=ACTIVE, ended_at=None)
                | ~models.Q(state__in=ACTIVE) & models.Q(ended_at__isnull=False),
                name="job_ended_has_its_moment",
            ),
        ]
        indexes = [
            models.Index(fields=["id"], condition=models.Q(state__in=ACTIVE), name="job_active"),
            models.Index(fields=["campaign", "-id"], name="job_of_campaign"),
        ]

    def __str__(self) -> str:
        return f"{title_of(self.kind)} (job {self.pk})"  # English: the log and the record of events have it

    @property
    def title(self) -> str:
        """What the work is, for people."""
        return say(title_of(self.kind))

    @property
    def name(self) -> str:
        """The title with the number, for people."""
        return say("{title} (job {number})", title=self.title, number=str(self.pk))

    @property
    def progress(self) -> str:
        """How much of it is done, where its whole is known."""
        return say("{done} of {total}", done=self.done, total=self.total)

    @property
    def rest(self) -> str:
        """How long the rest of what it counts may take, going by its pace so far; empty where nobody can know."""
        seconds = self.seconds_left
        if seconds is None:
            return ""
        if seconds < MINUTE:
            return say_n("about one second left", "about {n} seconds left", _roundly(seconds))
        if seconds < HOUR:
            return say_n("about one minute left", "about {n} minutes left", round(seconds / MINUTE))
        return say_n("about one hour left", "about {n} hours left", round(seconds / HOUR))

    @property
    def leaves(self) -> str:
        """What becomes of its kept steps where it is cancelled, in a sentence."""
        if is_taken_back(self.kind):
            return say("Another job takes back whatever it stored; none of it counts.")
        return say("What was stored before stays.")

    @property
    def can_be_cancelled(self) -> bool:
        """Whether it may be asked to end early."""
        return self.is_active and not is_final(self.kind)

    @property
    def is_active(self) -> bool:
        """Whether it has not ended."""
        return self.state in ACTIVE

    @property
    def waits_long(self) -> bool:
        """Whether nobody took it up for ten seconds, which means that workers are busy or that none runs."""
        age = timezone.now() - self.asked_at
        return self.state == JobState.WAITING and age.total_seconds() > 10

    @property
    def lines(self) -> list[tuple[str, str]]:
        """The log as (time of day, line)."""
        return [(at[11:19], line) for at, line in self.log]

    @property
    def outcome(self) -> str:
        """Result, or how far it is, in one sentence."""
        counted = self.progress if self.total else ""
        said = self.result.get("sentence") or self.error.get("message")
        return said or " ".join(filter(None, (counted, self.message)))

    @property
    def link(self) -> str:
        """Where the result is to be seen; empty where it is nowhere."""
        kept = self.result.get("link", "")
        return kept if isinstance(kept, str) else Link(*kept).address

    def get_absolute_url(self) -> str:
        """The job's page."""
        return self.address("job")

    @property
    def part_url(self) -> str:
        """Its progress alone."""
        return self.address("part")

    @property
    def cancel_url(self) -> str:
        """Where a wish to cancel goes."""
        return self.address("cancel")

    def address(self, name: str) -> str:
        if self.campaign is None:
            return reverse(f"jobs:site-{name}", args=[self.pk])
        return reverse(f"jobs:{name}", args=[self.campaign.slug, self.pk])


def _roundly(seconds: int) -> int:
    """At least one, and by fives where there are many: nobody knows it to the second."""
    return max(seconds, 1) if seconds <= 10 else 5 * ceil(seconds / 5)
