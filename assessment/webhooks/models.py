"""Webhooks: addresses that are told what happens in a campaign, and each message to one of them."""

from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy

from assessment.campaigns.models import Campaign
from documents.fields import CodePointCharField


class Happening(models.TextChoices):
    """What a webhook can be told, as messages name it."""

    JOB_DONE = "job.done", gettext_lazy("A job is done")
    JOB_FAILED = "job.failed", gettext_lazy("A job failed or was cancelled")
    QUESTION_FINISHED = "question.finished", gettext_lazy("An assessor finished a question")
    SCORES_MADE = "scores.made", gettext_lazy("Scores were made")
    TRIAL = "webhook.trial", gettext_lazy("Test message")


CHOOSABLE = tuple(one for one in Happening if one is not Happening.TRIAL)


class Webhook(models.Model):
    """An address that is told of some kinds of happening in a campaign.

    What signs its messages is made of a seed and the secret key of the site, so that the database alone signs nothing.
    The last fields are those of whoever delivers: a lease as a job has, and how its receiver has been doing.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="webhooks", db_index=False)
    url = CodePointCharField(max_length=500)
    happenings = models.JSONField(default=list, help_text="values of Happening")
    is_on = models.BooleanField(default=True)
    secret_seed = models.CharField(max_length=32)
    former_seed = models.CharField(max_length=32, blank=True, help_text="of the secret before, for some time")
    former_until = models.DateTimeField(null=True)
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    failures = models.PositiveIntegerField(default=0, help_text="attempts in a row that failed")
    paused_until = models.DateTimeField(null=True, help_text="before which nothing is tried")
    reported_at = models.DateTimeField(
        null=True, help_text="when organizers heard that it fails; empty: it does not"
    )
    owner = models.CharField(max_length=32, blank=True)
    lease_until = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "url"], name="webhook_url_unique")]

    def __str__(self) -> str:
        return self.host

    @property
    def host(self) -> str:
        """What may be told of the address to those who do not manage it: the rest of it may be a secret."""
        return urlsplit(self.url).netloc

    @property
    def happening_labels(self) -> list[str]:
        """What it is told, for people."""
        return [str(one.label) for one in CHOOSABLE if one.value in self.happenings]


class DeliveryState(models.TextChoices):
    """What became of a message."""

    WAITING = "waiting", gettext_lazy("Waiting")
    DELIVERED = "delivered", gettext_lazy("Delivered")
    GIVEN_UP = "given_up", gettext_lazy("Given up")


class Failure(models.TextChoices):
    """Why a try failed where no answer came. The words of the answer itself are never kept or shown."""

    NAME = "name", gettext_lazy("host name not found")
    ADDRESS = "address", gettext_lazy("this network is not allowed")
    CERTIFICATE = "certificate", gettext_lazy("invalid certificate")
    TIME = "time", gettext_lazy("no answer in time")
    CONNECTION = "connection", gettext_lazy("connection failed")
    ANSWER = "answer", gettext_lazy("the answer is not valid HTTP")


class Delivery(models.Model):
    """One message to one webhook, written in the transaction of what it tells. Its bytes never change."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries", db_index=False)
    event_id = models.CharField(max_length=40, help_text="the same in every try, and for every webhook")
    happening = models.CharField(max_length=30, choices=Happening)
    body = models.TextField(help_text="JSON, as it is sent")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField(help_text="when it is given up")
    state = models.CharField(max_length=10, choices=DeliveryState, default=DeliveryState.WAITING)
    attempts = models.PositiveIntegerField(default=0)
    next_at = models.DateTimeField()
    tried_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True, help_text="of the last answer")
    failure = models.CharField(max_length=12, choices=Failure, blank=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["webhook", "event_id"], name="delivery_event_unique")]
        indexes = [
            models.Index(fields=["webhook", "-id"], name="delivery_of_webhook"),
            models.Index(
                fields=["webhook", "id"], condition=models.Q(state="waiting"), name="delivery_waiting"
            ),
            models.Index(fields=["ended_at"], name="delivery_ended"),
        ]

    def __str__(self) -> str:
        return self.event_id

    @property
    def is_waiting(self) -> bool:
        """Whether it is still to be delivered."""
        return self.state == DeliveryState.WAITING
