"""Where an account is signed in, for its own page: Django's sessions do not say whose they are."""

from django.db import models

from assessment.people.models.people import Account


class SignedInBrowser(models.Model):
    """A browser in which somebody signed in. It is signed in for as long as there is a session of its key."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="browsers")
    session_key = models.CharField(max_length=40, unique=True)
    name = models.CharField(
        max_length=60, blank=True, help_text="of the browser and its system; empty: not known"
    )
    began_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name
