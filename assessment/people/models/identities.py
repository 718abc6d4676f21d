"""Who somebody is at the provider that the site lets people sign in at (OpenID Connect)."""

from django.db import models

from assessment.people.models.people import Account
from documents.fields import CodePointCharField


class LinkedIdentity(models.Model):
    """An identity at a provider that signs an account in. The pair of issuer and subject alone says who it is.

    The address is what the provider last said, to tell identities apart on the account's page; nobody is known by it.
    """

    account = models.ForeignKey(Account, models.CASCADE, related_name="identities", db_index=False)
    issuer = CodePointCharField(max_length=255)
    subject = CodePointCharField(max_length=255, help_text="the provider's own name for the person, for good")
    email = models.CharField(max_length=254, blank=True)
    linked_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["issuer", "subject"], name="identity_unique"),
            models.UniqueConstraint(fields=["account", "issuer"], name="identity_of_account_unique"),
        ]

    def __str__(self) -> str:
        return f"identity of {self.account_id}"
