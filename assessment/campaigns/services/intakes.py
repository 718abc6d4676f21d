"""Files that programs send: each room says what it does with the kinds that it reads; this one knows none by name."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.source_files import SourceFile
from assessment.jobs.models import Job
from assessment.people.models import Account
from assessment.people.selectors.access import Access, Permission
from assessment.shared.registered import Registered

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile


class Sent(NamedTuple):
    """A file as a program sent it, with what it says of it."""

    campaign: Campaign
    upload: "UploadedFile[bytes]"
    by: Account
    types: "UploadedFile[bytes] | None" = None  # a file with the types of targets, beside questions
    machine: str = ""  # version of the program that gave judgments
    newcomers: bool = False  # whether names that the campaign does not know join it
    replace: bool = False  # whether questions may go, and judgments become others

    @property
    def source(self) -> SourceFile:
        """The file with its bytes."""
        return source_of(self.upload)


class Taken(NamedTuple):
    """What became of a file. Stored at once: `number` of its import, where it changed anything. By a `job`: see there."""

    sentence: str
    number: int | None = None
    job: Job | None = None
    review: Mapping[str, Any] | None = None  # of one that was only checked: what it would do


class Intake(NamedTuple):
    """A kind of file: who may send it, and what is done with it. Both functions raise what the page of the kind shows."""

    kind: str
    permission: Permission
    check: Callable[[Sent], Taken]
    store: Callable[[Sent], Taken]
    options: frozenset[str] = frozenset()  # fields of Sent beside the file
    is_there: Callable[[Access], bool] = lambda access: True  # whether the campaign has such files


def taken_by(job: Job) -> Taken:
    """Of a file that a job reads."""
    return Taken(f"Job {job.pk} reads the file; it tells how far it is and what became of it.", job=job)


def source_of(upload: "UploadedFile[bytes]") -> SourceFile:
    """An upload with its bytes."""
    upload.seek(0)
    return SourceFile(upload.name or "file", upload.read())


INTAKES: Registered[Intake] = Registered()


def register_intake(intake: Intake) -> None:
    """Make a kind of file known."""
    INTAKES.keep(intake.kind, intake)
