"""What programs show to act for a person, and the answers that are kept for those who ask twice."""

from django.db import models
from django.utils import timezone

from assessment.people.models.limits import Limits
from assessment.people.models.people import Account, RoleName


class ApiToken(models.Model):
    """A secret with which a program acts for one account. Only its hash is kept.

    It never does more than its person: `campaign` and `role` (empty: all) narrow what they may do at the moment.
    One that was revoked stays as a row, so that the list tells what there was.
    """

    account = models.ForeignKey(Account, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=100, help_text="what it is for; one that is in force has it alone")
    token_hash = models.CharField(max_length=64, unique=True)
    begins = models.CharField(max_length=12, help_text="its first characters, to tell tokens apart")
    campaign = models.ForeignKey("campaigns.Campaign", models.CASCADE, null=True, related_name="+")
    role = models.CharField(max_length=20, choices=RoleName, blank=True)
    writes = models.BooleanField(default=True, help_text="whether it changes anything")
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    used_at = models.DateTimeField(null=True, help_text="to the minute")
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "name"],
                condition=models.Q(revoked_at__isnull=True),
                name="token_name_unique",
            )
        ]

    @property
    def limits(self) -> Limits:
        """How far it goes."""
        return Limits(self.campaign_id, self.role)

    @property
    def state(self) -> str:
        """What became of it: valid, expired or revoked."""
        if self.revoked_at:
            return "revoked"
        return "expired" if self.expires_at and self.expires_at <= timezone.now() else "valid"


class KeptAnswer(models.Model):
    """The answer to a request that came with an Idempotency-Key: whoever sends it again gets it again."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=200)
    request_hash = models.CharField(max_length=64, help_text="of method, address and body")
    status = models.PositiveSmallIntegerField(null=True, help_text="empty: not answered yet")
    body = models.JSONField(null=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "key"], name="kept_answer_unique")]
