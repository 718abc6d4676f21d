"""Acts that move much of somebody's work at once: handed over, relieved, or set aside with the person."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job
from assessment.judging.models.assignments import Assignment
from assessment.people.models import Member


class MoveKind(models.TextChoices):
    """What becomes of the work."""

    HANDED_OVER = "handed_over", gettext_lazy("Handed over")
    RELIEVED = "relieved", gettext_lazy("Relieved")
    SET_ASIDE = "set_aside", gettext_lazy("Set aside")


class MoveState(models.TextChoices):
    """How far the act is. While it is under way, nothing is counted from the campaign."""

    MOVING = "moving", gettext_lazy("Being moved")
    MOVED = "moved", gettext_lazy("Moved")
    GIVING_BACK = "giving_back", gettext_lazy("Being given back")
    GIVEN_BACK = "given_back", gettext_lazy("Given back")


UNDER_WAY = (MoveState.MOVING, MoveState.GIVING_BACK)


class WorkMove(models.Model):
    """One act: whose work, what becomes of it, and the plan by which it is carried out."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="work_moves", db_index=False)
    member = models.ForeignKey(Member, models.PROTECT, related_name="work_moves")
    kind = models.CharField(max_length=12, choices=MoveKind)
    state = models.CharField(max_length=12, choices=MoveState, default=MoveState.MOVING)
    plan = models.JSONField(
        default=list, help_text="pairs: an assignment, and the member who gets it or null"
    )
    reason = models.TextField(blank=True)
    job = models.ForeignKey(
        Job, models.SET_NULL, null=True, related_name="+", help_text="at work on it, or last"
    )
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign"],
                condition=models.Q(state__in=UNDER_WAY),
                name="work_move_one_at_a_time",
            )
        ]
        indexes = [models.Index(fields=["campaign", "-id"], name="work_move_of_campaign")]

    def __str__(self) -> str:
        return f"move {self.pk} of {self.member}"


class MovedAssignment(models.Model):
    """One assignment that an act took from somebody, and what has to be as before when it is given back."""

    move = models.ForeignKey(WorkMove, models.CASCADE, related_name="moved", db_index=False)
    assignment = models.ForeignKey(Assignment, models.PROTECT, related_name="+")
    taken = models.ForeignKey(
        Assignment, models.SET_NULL, null=True, related_name="+", help_text="the taker's, where there is one"
    )
    promoted = models.ForeignKey(
        Assignment, models.SET_NULL, null=True, related_name="+", help_text="who became primary instead"
    )
    promoted_from = models.CharField(max_length=40, blank=True, help_text="the stage that they did before")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["move", "assignment"], name="moved_assignment_once")]

    def __str__(self) -> str:
        return f"{self.assignment_id} in {self.move_id}"
