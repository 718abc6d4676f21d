"""The second step of signing in: a code of an app on the phone, or one of the recovery codes."""

from django.db import models

from assessment.people.models.people import Account


class SecondStep(models.Model):
    """What an account and the app on its phone share. It counts once a first code proved that the app has it.

    The secret stands as it is: whoever checks a code needs it whole, and a key to hide it under would lie beside it.
    """

    account = models.OneToOneField(Account, models.CASCADE, related_name="second_step")
    secret = models.CharField(max_length=32, help_text="base32, as apps take it")
    made_at = models.DateTimeField(auto_now_add=True)
    confirmed_at = models.DateTimeField(null=True, help_text="empty: not in force")
    last_step = models.BigIntegerField(
        default=0, help_text="the time of the last code taken: none up to it is taken again"
    )

    def __str__(self) -> str:
        return f"second step of {self.account_id}"


class RecoveryCode(models.Model):
    """A code that takes the place of the phone, once. Only its hash is kept."""

    second_step = models.ForeignKey(SecondStep, models.CASCADE, related_name="codes", db_index=False)
    code_hash = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["second_step", "code_hash"], name="recovery_code_unique")
        ]
