"""Collections, and for each document the place where its bytes lie in the collection's own files."""

from django.db import models

from documents.fields import MAX_DOCID, CodePointCharField
from documents.say import say


class VisibleCollections(models.Manager["Collection"]):
    """The collections that can be read: one of which the first import has not ended is not among them."""

    def get_queryset(self) -> "models.QuerySet[Collection]":
        return super().get_queryset().filter(edition__gt=0)


class Collection(models.Model):
    """A collection of documents: read-only files and an index, or only the ids where the texts are not held.

    Its index exists in editions: an import writes the next one beside that which readers see, and then changes
    `edition`. Whatever ends it early, readers have the last complete edition.
    """

    slug = models.SlugField(max_length=64, unique=True)
    title = models.CharField(max_length=200)
    format = models.CharField(
        max_length=40, blank=True, help_text="name of the reader; empty: only ids are known"
    )
    language = models.CharField(max_length=20, default="en")
    source_name = models.CharField(max_length=300, blank=True)
    licence = models.CharField(max_length=200, blank=True)
    licence_text = models.TextField(
        blank=True,
        help_text="what people accept before they take texts away; empty: the licence's name alone",
    )
    encoding = models.CharField(
        max_length=100, blank=True, help_text="codecs to try, as in `utf-8 else windows-1252`"
    )
    mapping = models.JSONField(default=dict, blank=True, help_text="how its XML differs from the usual shape")
    path = models.CharField(max_length=1000, blank=True, help_text="absolute folder of the files")
    held = models.BooleanField(default=False, help_text="whether the texts are here, or only the ids")
    documents = models.PositiveIntegerField(default=0)
    promised = models.PositiveIntegerField(null=True, help_text="documents there must be by the manifest")
    edition = models.PositiveIntegerField(default=1, help_text="what readers see; 0: nothing yet")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = models.Manager()
    visible = VisibleCollections()

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.title


class VisibleEntries(models.Manager["DocumentEntry"]):
    """The documents as readers see them: those of the complete edition of each collection."""

    def get_queryset(self) -> "models.QuerySet[DocumentEntry]":
        return super().get_queryset().filter(edition=models.F("collection__edition"))


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
    edition = models.PositiveIntegerField(default=1, help_text="of the collection's index")

    objects = models.Manager()
    visible = VisibleEntries()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["collection", "docid", "edition"], name="documents_entry_docid_edition"
            )
        ]

    def __str__(self) -> str:
        return self.docid


class ScanState(models.TextChoices):
    """Where a scan stands. Of a collection at most one is being read and one complete; obsolete ones are on their way out."""

    READING = "reading", "Being read"
    COMPLETE = "complete", "Complete"
    OBSOLETE = "obsolete", "Obsolete"


class Scan(models.Model):
    """A reading of a collection's files into one edition of its index: how far it is, and what came of it.

    One that was cut off is gone on with by the next import, as long as the files read so far have not changed.
    """

    collection = models.ForeignKey(Collection, models.CASCADE, related_name="scans", db_index=False)
    edition = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=ScanState, default=ScanState.READING)
    terms = models.JSONField(default=dict, help_text="what the index depends on besides the files")
    described = models.JSONField(default=dict, help_text="what is said of the collection once it is complete")
    turn = models.PositiveIntegerField(
        default=0, help_text="raised by whoever takes it up; others are out then"
    )
    position = models.JSONField(default=dict, help_text="the file that is not finished, and how far it is")
    documents = models.PositiveIntegerField(default=0)
    problems_found = models.PositiveIntegerField(default=0, help_text="those not listed too")
    size = models.PositiveBigIntegerField(default=0, help_text="bytes of the documents, unpacked")
    begun_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["collection", "edition"], name="documents_scan_edition")
        ]

    def __str__(self) -> str:
        return f"edition {self.edition} of {self.collection}"


class SourceFile(models.Model):
    """A file that a scan has finished, as it was then."""

    scan = models.ForeignKey(Scan, models.CASCADE, related_name="files")
    name = models.CharField(max_length=500, help_text="relative to the collection's folder")
    size = models.PositiveBigIntegerField(help_text="bytes on the disk")
    mtime = models.BigIntegerField(help_text="nanoseconds; 0: written so lately that it might change unseen")
    sha256 = models.CharField(max_length=64, blank=True, help_text="of the file, where the manifest gives it")
    documents = models.PositiveIntegerField()
    problems_found = models.PositiveIntegerField()

    def __str__(self) -> str:
        return self.name


class ScanProblem(models.Model):
    """A record that a scan left out, or a thing worth checking."""

    scan = models.ForeignKey(Scan, models.CASCADE, related_name="problems")
    file = models.CharField(max_length=500)
    line = models.PositiveIntegerField()
    code = models.CharField(max_length=40)
    message = models.TextField()
    hint = models.TextField(blank=True)
    offset = models.BigIntegerField(help_text="bytes, in the uncompressed file")

    def __str__(self) -> str:
        return f"{self.file}: {self.code}"


class Snapshot(models.Model):
    """A document as it was copied for assessors, whatever becomes of the collection's files. Never changed.

    `record`, `html`, `text` and `nodes` are zlib-compressed. Of a page of the web that can be shown, the last three
    are what `documents.sanitise` made of it; of other documents they are empty, and the page is set from the record.
    """

    collection = models.ForeignKey(Collection, models.CASCADE, related_name="snapshots", db_index=False)
    docid = CodePointCharField(max_length=MAX_DOCID)
    revision = models.PositiveIntegerField(help_text="1, 2, … of this document")
    renderer_version = models.PositiveIntegerField(help_text="of the code that made it")
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


class ReadingOutcome(models.TextChoices):
    """What a second reading of a page came to."""

    SAME = "same", "Same text"
    DIFFERS = "differs", "Different text"
    UNREAD = "unread", "Not read"


class SecondOpinion(models.Model):
    """What another parser reads in a copied page, compared with what is shown."""

    snapshot = models.OneToOneField(Snapshot, models.CASCADE, related_name="opinion")
    outcome = models.CharField(max_length=10, choices=ReadingOutcome)
    first_words = models.CharField(
        max_length=200, blank=True, help_text="what is shown where the two begin to differ"
    )
    second_words = models.CharField(max_length=200, blank=True, help_text="what the other parser reads there")
    text = models.BinaryField(
        default=bytes, help_text="all that the other parser reads, zlib-compressed, where it differs"
    )
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.snapshot}: {self.outcome}"

    @property
    def sentence(self) -> str:
        """What the reader of the page should know of it; empty where both read the same."""
        if self.outcome == ReadingOutcome.SAME:
            return ""
        if self.outcome == ReadingOutcome.UNREAD:
            return say("A second program could not read this page.")
        ours, theirs = (
            say("“{text}”", text=words) if words else say("nothing more")
            for words in (self.first_words, self.second_words)
        )
        return say(
            "Another program reads this page differently: {theirs} where this text has {ours}. Compare its source.",
            theirs=theirs,
            ours=ours,
        )


class PageLayout(models.Model):
    """Where tokens and boxes are on a copied page of Natural Questions, and the page as annotators see it.

    `tokens`, `boxes`, `words` and `page` are zlib-compressed; `documents.layouts` writes and reads the first three,
    `documents.boxes` the others. What an older `version` of that code made is made again.
    """

    snapshot = models.OneToOneField(Snapshot, models.CASCADE, related_name="layout")
    version = models.PositiveIntegerField(help_text="of the code that made it")
    tokens = models.BinaryField(help_text="where each begins and ends, and whether it is a word")
    boxes = models.BinaryField(help_text="the candidates, each with what makes it unfit")
    words = models.BinaryField(help_text="the text of each token, a line for each")
    page = models.BinaryField(default=bytes, help_text="the clean page with signs around its words")
    described = models.JSONField(default=dict, help_text="what the script of the page is told")

    def __str__(self) -> str:
        return f"layout of {self.snapshot}"


class RemoteFile(models.Model):
    """A picture or style sheet that pages of a collection name, as the archive had it. Fetched once."""

    collection = models.ForeignKey(Collection, models.CASCADE, related_name="remote_files", db_index=False)
    digest = models.CharField(max_length=64, help_text="SHA-256 of the address")
    address = models.CharField(max_length=1500)
    type = models.CharField(max_length=20, blank=True, help_text="image/png, …, text/css; empty: not had")
    body = models.BinaryField(default=bytes)
    error = models.CharField(max_length=200, blank=True, help_text="why it could not be had")
    fetched_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["collection", "digest"], name="documents_remote_file_address")
        ]

    def __str__(self) -> str:
        return self.address
