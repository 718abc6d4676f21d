"""How much people worked on which day, for progress and forecasts."""

from django.db import models

from assessment.people.models import Member


class WorkDay(models.Model):
    """What one person saved on one day (UTC): active seconds, and how many judgments more there were at its end.

    Kept in the transaction of each save by the person's own account. Imports are not work.
    """

    member = models.ForeignKey(Member, models.CASCADE, related_name="work_days", db_index=False)
    day = models.DateField()
    seconds = models.PositiveIntegerField(default=0, help_text="active time")
    judged = models.IntegerField(default=0, help_text="judgments made, less those taken back")
    last_at = models.DateTimeField(help_text="the last save")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["member", "day"], name="work_day_unique")]

    def __str__(self) -> str:
        return f"{self.member} {self.day}"
