"""What a search engine found for each target, and who accepted the licence of the texts."""

from django.db import models

from assessment.campaigns.models.campaigns import Campaign, Question, Series
from assessment.people.models import Account
from documents.fields import MAX_DOCID, CodePointCharField


class DocumentList(models.Model):
    """What a search engine found for one target: a series or, in campaigns without series, a question."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="document_lists")
    series = models.OneToOneField(Series, models.CASCADE, null=True, related_name="document_list")
    question = models.OneToOneField(Question, models.CASCADE, null=True, related_name="document_list")
    documents = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(series__isnull=True) ^ models.Q(question__isnull=True),
                name="document_list_one_target",
            )
        ]

    def __str__(self) -> str:
        return f"{self.target} {self.title}"

    @property
    def target(self) -> str:
        """The id of the series or question, as files name it."""
        return self.series.key if self.series else self.question.qid if self.question else ""

    @property
    def title(self) -> str:
        """The target in words, or the question."""
        return self.series.target if self.series else self.question.text if self.question else ""


class ListedDocument(models.Model):
    """A document in a list, at its rank; the score is the search engine's, larger is better."""

    document_list = models.ForeignKey(DocumentList, models.CASCADE, related_name="entries", db_index=False)
    rank = models.PositiveIntegerField()
    docid = CodePointCharField(max_length=MAX_DOCID)
    score = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["document_list", "rank"], name="listed_document_rank_unique"),
            models.UniqueConstraint(fields=["document_list", "docid"], name="listed_document_docid_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.rank} {self.docid}"


class LicenceAcceptance(models.Model):
    """Somebody's word that they accept the licence of a collection, with the very text that they read."""

    account = models.ForeignKey(Account, models.PROTECT, related_name="licences", db_index=False)
    collection_slug = models.CharField(max_length=64)
    text = models.TextField()
    sha256 = models.CharField(max_length=64, help_text="of the text in UTF-8")
    accepted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "collection_slug", "sha256"], name="licence_accepted_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.account} {self.collection_slug}"
