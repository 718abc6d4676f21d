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
