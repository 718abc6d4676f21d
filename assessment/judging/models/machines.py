"""Programs that judged: what is known of each version."""

from django.conf import settings
from django.db import models

from assessment.people.models import Member
from scoring.records import MachineAssessor


class Machine(models.Model):
    """One version of a program that judges. Its name as an assessor, NAME@VERSION, is that of the member.

    What it says of items are judgments of kind `machine`; other machines (answer patterns) have no such row.
    """

    member = models.OneToOneField(Member, models.CASCADE, related_name="machine")
    name = models.TextField()
    version = models.TextField()
    model = models.TextField()
    family = models.TextField(blank=True)
    team = models.TextField(blank=True, help_text="who made it")
    prompt_sha256 = models.TextField(blank=True)
    parameters = models.TextField(blank=True)
    made_on = models.TextField(blank=True, help_text="the day on which it judged: YYYY-MM-DD")
    brought_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    brought_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.name}@{self.version}"

    @property
    def facts(self) -> MachineAssessor:
        """What the bundle holds of it, with the member at hand."""
        fields = (self.name, self.version, self.model, self.family, self.team)
        return MachineAssessor(self.member.name, *fields, self.prompt_sha256, self.parameters, self.made_on)
