"""Who sees a machine's grades before judging: declared for a campaign before anything is assigned."""

from django.conf import settings
from django.db import models

from assessment.campaigns.models import Campaign
from assessment.people.models import Member
from scoring.records import PostEditing


class PostEditingPlan(models.Model):
    """What was declared. It never changes; as long as nothing is assigned under it, it can be withdrawn.

    Which assignment it makes a post-edited one is drawn when it is made, and stands there (`Assignment.shown`).
    """

    campaign = models.OneToOneField(Campaign, models.CASCADE, related_name="post_editing")
    machine = models.ForeignKey(Member, models.PROTECT, related_name="+")
    share = models.PositiveSmallIntegerField(
        help_text="percent of each assessor's questions, drawn by the seed"
    )
    seed = models.BigIntegerField()
    machine_sha256 = models.CharField(
        max_length=64, help_text="of what the machine said when it was declared"
    )
    questions = models.JSONField(default=list, help_text="ids of those it is limited to; empty: all")
    declared_at = models.DateTimeField(auto_now_add=True)
    declared_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    def __str__(self) -> str:
        return f"post-editing of {self.share} % of the questions"

    @property
    def record(self) -> PostEditing:
        """The same as scoring knows it, with the machine at hand."""
        fields = (self.machine.name, self.share, self.seed, self.machine_sha256)
        return PostEditing(*fields, questions=tuple(self.questions))
