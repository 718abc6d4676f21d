"""Models of question development: series and questions that are considered for a campaign."""

from django.db import models
from django.utils.translation import gettext_lazy

from assessment.campaigns.models.known import parse_known
from assessment.people.models import Account
from documents.fields import MAX_DOCID, CodePointCharField
from scoring.tracks.base import Track


class CandidateState(models.TextChoices):
    """What became of a candidate."""

    CONSIDERED = "considered", gettext_lazy("Under consideration")
    REJECTED = "rejected", gettext_lazy("Rejected")
    ACCEPTED = "accepted", gettext_lazy("Accepted")


CLOSED = gettext_lazy("Decided")  # all that people who do not run the campaign read of a decision


class Candidate(models.Model):
    """A series, or questions outside of any, that somebody entered. Not part of the campaign until accepted."""

    campaign = models.ForeignKey("campaigns.Campaign", models.CASCADE, related_name="candidates")
    target = models.TextField(blank=True, help_text="empty in tracks without series")
    target_type = models.CharField(max_length=40, blank=True)
    state = models.CharField(max_length=10, choices=CandidateState, default=CandidateState.CONSIDERED)
    reason = models.TextField(blank=True, help_text="why it was rejected")
    series = models.ForeignKey(
        "campaigns.Series", models.SET_NULL, null=True, related_name="+", help_text="what it became"
    )
    version = models.PositiveIntegerField(default=1, help_text="changes so far; a save names the one it saw")
    entered_at = models.DateTimeField(auto_now_add=True)
    entered_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")

    is_concealed = False  # whether this copy of the row is for somebody who may not know what was decided

    def __str__(self) -> str:
        return self.target or f"questions {self.pk}"

    def conceal(self) -> None:
        """Take out of this copy, which is never stored, what was decided and by whom."""
        self.is_concealed = True
        self.reason, self.series = "", None
        self.decided_at = self.decided_by = None

    @property
    def shown_state(self) -> str:
        """The state as its reader may know it: a CandidateState, or "decided"."""
        return "decided" if self.is_concealed and not self.is_open else self.state

    @property
    def state_label(self) -> str:
        """The same in words."""
        return str(CLOSED) if self.shown_state == "decided" else self.get_state_display()

    @property
    def is_open(self) -> bool:
        """Whether it can still be changed."""
        return self.state == CandidateState.CONSIDERED


class CandidateQuestion(models.Model):
    """One question of a candidate, with what its developer knows. With a reason it is rejected by itself."""

    candidate = models.ForeignKey(Candidate, models.CASCADE, related_name="questions", db_index=False)
    position = models.PositiveIntegerField()
    type = models.CharField(max_length=40)
    text = models.TextField()
    source = models.CharField(max_length=200, blank=True)
    known = models.TextField(blank=True, help_text="answers or nuggets, a line each")
    reason = models.TextField(blank=True, help_text="not empty: rejected, and why")
    language = models.CharField(max_length=2, blank=True, help_text="of the text, in capitals")
    page = CodePointCharField(
        max_length=MAX_DOCID, blank=True, help_text="the document on which it is to be annotated"
    )
    question = models.ForeignKey(
        "campaigns.Question", models.SET_NULL, null=True, related_name="+", help_text="what it became"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["candidate", "position"], name="candidate_question_position")
        ]

    def __str__(self) -> str:
        return self.text

    def named_documents(self, track: Track) -> list[str]:
        """The documents that are named with what is known of it."""
        known, _ = parse_known(self.known, track.question_types[self.type])
        return [self.page, *(one.docid for one in known)]

    @property
    def label(self) -> str:
        """Its type in words."""
        return self.candidate.campaign.track.question_types[self.type].label


class CandidateText(models.Model):
    """A candidate's question in a further language. Where there is none, the text is missing in that language."""

    question = models.ForeignKey(
        CandidateQuestion, models.CASCADE, related_name="translations", db_index=False
    )
    language = models.CharField(max_length=2, help_text="in capitals")
    text = models.TextField()
    translated_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")
    translated_at = models.DateTimeField()
    checked = models.BooleanField(default=False, help_text="somebody held it against the question's own text")
    checked_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["question", "language"], name="candidate_text_language")
        ]

    def __str__(self) -> str:
        return self.text

    @property
    def state(self) -> str:
        """How far it is: translated, or checked."""
        return "checked" if self.checked else "translated"
