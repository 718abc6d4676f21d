"""Notices: what people are told by mail, each once, and which of them they want."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy

from assessment.campaigns.models import Campaign
from assessment.people.models import Invitation
from documents.fields import CodePointCharField


class NoticeKind(models.TextChoices):
    """What a notice is about, in the order of a campaign."""

    INVITATION = "invitation", gettext_lazy("Invitation")
    REGISTRATION = "registration", gettext_lazy("Your team was registered, or not accepted")
    PAIR_ACTIVE = "pair_active", gettext_lazy("A language pair of your team runs")
    QUESTIONS_OUT = "questions_out", gettext_lazy("The questions are out")
    RECEIPT = "receipt", gettext_lazy("A run of your team was received")
    DATE_MOVED = "date_moved", gettext_lazy("A date of the schedule was moved")
    DATE_MISSED = "date_missed", gettext_lazy("The site could not keep a date")
    DEADLINE_MOVED = "deadline_moved", gettext_lazy("The deadline was moved")
    DEADLINE_NEAR = "deadline_near", gettext_lazy("The deadline is near")
    WORK_ASSIGNED = "work_assigned", gettext_lazy("Questions were assigned to you")
    QUESTION_REOPENED = "question_reopened", gettext_lazy("A question of yours was reopened")
    RULING_ASKED = "ruling_asked", gettext_lazy("An assessor asks how to judge")
    RULING_MADE = "ruling_made", gettext_lazy("What you asked the organizers was answered")
    JUDGING_DONE = "judging_done", gettext_lazy("All questions of a campaign are judged")
    RELEASED = "released", gettext_lazy("Results were released")
    WEBHOOK_FAILS = "webhook_fails", gettext_lazy("A webhook of a campaign fails")
    TOKEN_MADE = "token_made", gettext_lazy("An API token was made for you")
    MESSAGE = "message", gettext_lazy("Message of the organizers")


ALWAYS = (NoticeKind.INVITATION, NoticeKind.TOKEN_MADE, NoticeKind.MESSAGE)
CHOOSABLE = tuple(kind for kind in NoticeKind if kind not in ALWAYS)


class NoticeState(models.TextChoices):
    """Where a notice stands. One that was being sent when its process died may have gone out: it is not sent again."""

    WAITING = "waiting", gettext_lazy("Waiting to be sent")
    SENDING = "sending", gettext_lazy("Being sent")
    SENT = "sent", gettext_lazy("Sent")
    FAILED = "failed", gettext_lazy("Not sent")
    TO_HAND_OVER = "to_hand_over", gettext_lazy("To hand over")
    HANDED_OVER = "handed_over", gettext_lazy("Handed over")


class Notice(models.Model):
    """One message to one person. `key` says what it is about, so that nobody is told the same twice."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, null=True, related_name="notices", db_index=False)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="notices")
    invitation = models.ForeignKey(
        Invitation, models.CASCADE, null=True, related_name="notices", help_text="whose link goes out with it"
    )
    kind = models.CharField(max_length=20, choices=NoticeKind)
    key = CodePointCharField(max_length=200)
    name = models.CharField(max_length=150, help_text="whom it is to")
    email = models.EmailField(blank=True)
    subject = models.CharField(max_length=200)
    text = models.TextField(blank=True)
    state = models.CharField(max_length=12, choices=NoticeState)
    error = models.CharField(max_length=300, blank=True, help_text="why it was not sent")
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    ended_at = models.DateTimeField(null=True, help_text="when it was sent or handed over")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["key"], name="notice_made_once")]
        indexes = [
            models.Index(fields=["campaign", "-id"], name="notice_of_campaign"),
            models.Index(fields=["id"], condition=models.Q(state="waiting"), name="notice_waiting"),
        ]

    def __str__(self) -> str:
        return self.subject


class Unwanted(models.Model):
    """A kind of notice that somebody does not want."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="unwanted_notices", db_index=False
    )
    kind = models.CharField(max_length=20, choices=NoticeKind)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "kind"], name="unwanted_notice_unique")]

    def __str__(self) -> str:
        return self.kind
