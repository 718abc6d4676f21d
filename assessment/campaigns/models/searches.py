"""What people looked for in the collection of a campaign: the record of question development."""

from django.db import models

from assessment.campaigns.models.campaigns import State
from assessment.people.models import Account


class KeptSearch(models.Model):
    """A search, how many documents it found, and which of them its person opened, in that order."""

    campaign = models.ForeignKey(
        "campaigns.Campaign", models.CASCADE, related_name="searches", db_index=False
    )
    account = models.ForeignKey(Account, models.PROTECT, related_name="searches")
    uid = models.UUIDField(help_text="names the search in the addresses of its pages")
    at = models.DateTimeField(auto_now_add=True)
    stage = models.CharField(max_length=10, choices=State, help_text="of the campaign when it was made")
    query = models.TextField()
    folded = models.TextField(help_text="the query as it is found again: letters without their dress")
    found = models.PositiveIntegerField()
    opened = models.JSONField(default=list, help_text="of each document: document, rank, at")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "account", "uid", "query"], name="search_kept_once")
        ]
        indexes = [models.Index(fields=["campaign", "-id"], name="search_of_campaign")]

    def __str__(self) -> str:
        return self.query
