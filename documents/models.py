"""Collections, and for each document the place where its bytes lie in the collection's own files."""

from django.db import models

from documents.fields import CodePointCharField

MAX_DOCID = 200  # characters


class Collection(models.Model):
    """A collection of documents: read-only files and an index, or only the ids where the texts are not held."""

    slug = models.SlugField(max_length=64, unique=True)
    title = models.CharField(max_length=200)
    format = models.CharField(
        max_length=40, blank=True, help_text="name of the reader; empty: only ids are known"
    )
    language = models.CharField(max_length=20, default="en")
    source_name = models.CharField(max_length=300, blank=True)
    licence = models.CharField(max_length=200, blank=True)
    encoding = models.CharField(
        max_length=100, blank=True, help_text="codecs to try, as in `utf-8 else windows-1252`"
    )
    mapping = models.JSONField(default=dict, blank=True, help_text="how its XML differs from the usual shape")
    path = models.CharField(max_length=1000, blank=True, help_text="absolute folder of the files")
    held = models.BooleanField(default=False, help_text="whether the texts are here, or only the ids")
    documents = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.title


class DocumentEntry(models.Model):
    """One document: its id, and where its bytes stand. In a collection of ids alone, all but the id is empty."""

    collection = models.ForeignKey(Collection, models.CASCADE, related_name="entries", db_index=False)
    docid = CodePointCharField(max_length=MAX_DOCID)
    file = models.CharField(max_length=500, blank=True, help_text="relative to the collection's folder")
    offset = models.BigIntegerField(default=0, help_text="bytes, in the uncompressed file")
    length = models.PositiveIntegerField(default=0, help_text="bytes")
    sha256 = models.CharField(max_length=64, blank=True, help_text="of these bytes")
    date = models.CharField(max_length=100, blank=True, help_text="as it is shown")
    source = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["collection", "docid"], name="documents_entry_docid")]

    def __str__(self) -> str:
        return self.docid


class Snapshot(models.Model):
    """A document as it was copied for assessors, whatever becomes of the collection's files. Never changed.

    `record`, `html`, `text` and `nodes` are zlib-compressed. Of a page of the web that can be shown, the last three
    are what `documents.sanitise` made of it; of other documents they are empty, and the page is set from the record.
    """

    collection = models.ForeignKey(Collection, models.CASCADE, related_name="snapshots", db_index=False)
    docid = CodePointCharField(max_length=MAX_DOCID)
    revision = models.PositiveIntegerField(help_text="1, 2, … of this document")
    maker = models.PositiveIntegerField(help_text="version of the code that made it")
    sha256 = models.CharField(max_length=64, help_text="of the record's bytes")
    record = models.BinaryField()
    encoding = models.CharField(max_length=40)
    encoding_reason = models.CharField(max_length=100)
    address = models.CharField(max_length=2000, blank=True, help_text="where relative links start from")
    date = models.CharField(max_length=100, blank=True)
    source = models.CharField(max_length=200, blank=True)
    html = models.BinaryField(default=bytes)
    text = models.BinaryField(default=bytes)
    nodes = models.BinaryField(default=bytes)
    facts = models.JSONField(
        default=dict, help_text="title, removed, remarks, why it is shown as text, packed"
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["collection", "docid", "revision"], name="documents_snapshot_revision"
            )
        ]

    def __str__(self) -> str:
        return f"{self.docid}, revision {self.revision}"


class Outcome(models.TextChoices):
    """What a second reading of a page came to."""

    SAME = "same", "Same text"
    DIFFERS = "differs", "Different text"
    UNREAD = "unread", "Not read"


class SecondOpinion(models.Model):
    """What another parser reads in a copied page, compared with what is shown."""

    snapshot = models.OneToOneField(Snapshot, models.CASCADE, related_name="opinion")
    outcome = models.CharField(max_length=10, choices=Outcome)
    first_words = models.CharField(
        max_length=200, blank=True, help_text="what is shown where the two begin to differ"
    )
    second_words = models.CharField(max_length=200, blank=True, help_text="what the other parser reads there")
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.snapshot}: {self.outcome}"

    @property
    def sentence(self) -> str:
        """What the reader of the page should know of it; empty where both read the same."""
        if self.outcome == Outcome.SAME:
            return ""
        if self.outcome == Outcome.UNREAD:
            return "A second program could not read this page."
        ours, theirs = (
            f"“{words}”" if words else "nothing more" for words in (self.first_words, self.second_words)
        )
        return f"Another program reads this page differently: {theirs} where this text has {ours}. Compare its source."
