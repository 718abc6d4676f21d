"""Files that were imported into a campaign: what each is, what it made, and whether it was undone.

The apps up the street register the kinds of files that they read; this app knows none of them by name.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy

from assessment.campaigns.models.campaigns import Campaign
from assessment.jobs.models import Job
from assessment.people.models import Account
from assessment.shared.registered import Registered


class FileImportState(models.TextChoices):
    """How far an import is. Only what is made can be undone."""

    MAKING = "making", gettext_lazy("Being imported")
    MADE = "made", gettext_lazy("Imported")
    UNDOING = "undoing", gettext_lazy("Being undone")
    UNDONE = "undone", gettext_lazy("Undone")


UNFINISHED = (FileImportState.MAKING, FileImportState.UNDOING)
# Kinds of files that become judgments: while one of them is being stored or undone, nothing is counted from the campaign.
JUDGMENTS, ANNOTATIONS = OF_JUDGMENTS = ("judgments", "annotations")


class FileImportQuerySet(models.QuerySet["FileImport"]):
    """Ways of choosing imports."""

    def of_judgments(self) -> "FileImportQuerySet":
        """Those of files that become judgments."""
        return self.filter(kind__in=OF_JUDGMENTS)

    def unfinished(self) -> "FileImportQuerySet":
        """Those that are being stored or undone."""
        return self.filter(state__in=UNFINISHED)


class FileImport(models.Model):
    """One import of one file, or of a file with another beside it. `sentence` and `counts` say what it made.

    `report` says more where there is more to say: whom it brought, which rows were left out, and why.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="imports", db_index=False)
    number = models.PositiveIntegerField(help_text="in its campaign, from 1")
    kind = models.CharField(max_length=40)  # a name of KINDS
    file = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64, help_text="of all its files")
    state = models.CharField(max_length=8, choices=FileImportState, default=FileImportState.MADE)
    sentence = models.TextField(help_text="what it made, for people")
    counts = models.JSONField(default=dict)
    report = models.JSONField(default=dict)
    job = models.ForeignKey(
        Job, models.SET_NULL, null=True, related_name="+", help_text="at work on it, or last"
    )
    made_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    undone_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True)
    reason = models.TextField(blank=True, help_text="why it was undone")
    outcome = models.TextField(blank=True, help_text="what the undo did, for people")

    objects = FileImportQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="file_import_number"),
            models.UniqueConstraint(
                fields=["campaign"],
                condition=models.Q(state__in=UNFINISHED, kind__in=OF_JUDGMENTS),
                name="file_import_of_judgments_one_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"import {self.number} ({self.file})"

    @property
    def title(self) -> str:
        """What the file is, for people."""
        return KINDS[self.kind].title if self.kind in KINDS else self.kind

    @property
    def is_open(self) -> bool:
        """Whether it may be undone: it counts, or its own job left it half done."""
        has_job = self.kind in KINDS and bool(KINDS[self.kind].job)
        return self.state == FileImportState.MADE or (has_job and self.state != FileImportState.UNDONE)


class ImportedFile(models.Model):
    """A file of an import, packed by zlib; of a very large one only name, size and checksum are kept."""

    source = models.ForeignKey(FileImport, models.CASCADE, related_name="files", db_index=False)
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=255)
    size = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)
    packed = models.BinaryField(null=True)
    is_kept = models.BooleanField(default=True, help_text="whether its bytes are")
    columns = models.JSONField(default=dict, help_text="ours -> the file's, where it calls them otherwise")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["source", "position"], name="imported_file_position")]

    def __str__(self) -> str:
        return self.name


class ImportTrace(models.Model):
    """Which rows an import made, changed and removed (selectors.traces.Trace), as JSON packed by zlib."""

    source = models.OneToOneField(FileImport, models.CASCADE, related_name="trace")
    packed = models.BinaryField()


class ImportKind(NamedTuple):
    """A kind of imported file.

    `dependents` lists what was built on an import since, in sentences; while it lists anything, the import stays.
    `undo` takes it back, in the caller's transaction and under the campaign's lock, and says what it did. A kind
    whose undo is a job of its own (`job`) gives that job's arguments instead, or raises Refused. `remarks` say what
    else somebody should know before an undo.
    """

    name: str
    title: str
    dependents: Callable[[FileImport], Sequence[str]]
    undo: Callable[[FileImport, Account | None], str] | None = None
    job: str = ""
    arguments: Callable[[FileImport, str], Mapping[str, Any]] | None = None
    remarks: Callable[[FileImport], Sequence[str]] = lambda source: ()


KINDS: Registered[ImportKind] = Registered()
