"""Models of question development: series and questions that are considered for a campaign."""

from django.db import models
from django.utils.translation import gettext_lazy

from assessment.people.models import Account
from documents.fields import MAX_DOCID, CodePointCharField


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
    is_nameless = False  # whether it is for somebody who is not told who else works on it

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


class Vote(models.TextChoices):
    """What a second reader would do with a question."""

    KEEP = "keep", gettext_lazy("Keep")
    REJECT = "reject", gettext_lazy("Reject")
    UNSURE = "unsure", gettext_lazy("Unsure")


class CandidateReading(models.Model):
    """What somebody other than its writer says of a candidate's question. Their latest word; the log has the others."""

    question = models.ForeignKey(CandidateQuestion, models.CASCADE, related_name="readings", db_index=False)
    reader = models.ForeignKey(Account, models.PROTECT, related_name="+")
    vote = models.CharField(max_length=10, choices=Vote)
    ticked = models.JSONField(default=list, help_text="what of the track's checklist it has, by name")
    note = models.TextField(blank=True)
    text = models.TextField(help_text="the question as it was read")
    read_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["question", "reader"], name="candidate_reading_reader")
        ]

    def __str__(self) -> str:
        return f"{self.get_vote_display()} {self.note}".strip()

    @property
    def is_of_other_words(self) -> bool:
        """Whether the question was put otherwise when it was read."""
        return self.text != self.question.text

    @property
    def labels(self) -> list[str]:
        """What of the checklist was ticked, in words."""
        checklist = dict(self.question.candidate.campaign.track.checklist)
        return [checklist[name] for name in self.ticked if name in checklist]
