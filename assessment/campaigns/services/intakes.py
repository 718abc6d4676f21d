"""Kinds of files that people, programs and commands bring in: each room declares those that it reads.

What is the same for all of them is written once: the check by a job, the preview, storing and discarding
(`checked_files`), the page (`views/file_pages`), the address of the API (`api/imports`), the command
(`management/intakes`).
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from assessment.campaigns.models import Campaign
from assessment.campaigns.models.imports import KINDS
from assessment.campaigns.services.examples import FileExample, register_example
from assessment.campaigns.services.source_files import SourceFile
from assessment.jobs.models import Job, registry
from assessment.jobs.services.lifecycle import enqueue
from assessment.people.models import Account
from assessment.people.selectors.access import Access, Permission
from assessment.people.services.invitations import Link
from assessment.shared.registered import Registered
from assessment.shared.say import say
from scoring.formats.columns import Columns
from scoring.progress import counted

Row = TypeVar("Row")


CHECKS: set[str] = set()  # jobs that check files of no campaign, as bundles: these are kept as long as others
SEEN = "seen"  # among the options: a check gives a mark of what is there, by which storing knows what was looked at


class Sent(NamedTuple):
    """A file as it came, with what is said of it."""

    campaign: Campaign
    file: SourceFile
    by: Account | None
    types: SourceFile | None = None  # a file with the types of targets, beside questions
    machine: str = ""  # version of the program that gave judgments
    facts: Mapping[str, str] | None = None  # what is known of the program whose table it is
    newcomers: bool = False  # whether names that the campaign does not know join it
    replace: bool = False  # whether questions may go, and judgments become others
    review: Mapping[str, Any] | None = None  # what its check found, where it was checked before

    @property
    def source(self) -> SourceFile:
        """The file with its bytes."""
        return self.file.read()


class Taken(NamedTuple):
    """What became of a file. Stored at once: `number` of its import, where it changed anything. By a `job`: see there."""

    sentence: str
    number: int | None = None
    job: Job | None = None
    review: Mapping[str, Any] | None = (
        None  # what one that was only checked would do, or, where its kind says so, what it did; in values that JSON has
    )
    links: Sequence[Link] = ()  # of invitations: shown once, and kept nowhere


class Intake(NamedTuple):
    """A kind of file: who may send it, and what is done with it. The functions raise what the page of the kind shows."""

    kind: str
    permission: Permission
    check: Callable[[Sent], Taken]
    store: Callable[[Sent], Taken]
    example: Callable[[Campaign], SourceFile]  # which the check takes (`examples`)
    manual: str  # where the manual tells of such files: a page of docs/, and a heading
    options: frozenset[str] = frozenset()  # fields of Sent that are said beside the file; SEEN
    is_there: Callable[[Access], bool] = lambda access: True  # whether the campaign has such files
    page: str = ""  # its own address by name; without one it has the page of all kinds that have none
    says: Sequence[str] = ()  # on that page: what happens, in sentences
    heading: str = ""  # of that page, unless it is called as its files are
    title: str = ""  # where it is no kind of import (`KINDS`)
    kept_as: str = ""  # the kind of its imports, where they are called otherwise
    columns: Callable[[Sent], Columns | None] = lambda sent: None  # of a table, whatever a file calls them
    by_job: bool = False  # whether a job stores it, before which it is checked
    checked_at_once: float = float("inf")  # bytes: a larger file is checked by a job alone
    several: bool = False  # whether several files come in at once, packed as one
    largest: float = float("inf")  # bytes: a larger file is not read
    is_personal: bool = (
        False  # whether it holds addresses of people: nothing of it stays where it is not needed
    )
    refuse: Callable[[Sent, Mapping[str, Any]], None] = lambda sent, review: (
        None
    )  # by its review, what nobody asked for

    @property
    def name(self) -> str:
        """What such files are called, for people."""
        kept = self.kept_as or self.kind
        return say(self.title or KINDS[kept].title)

    @property
    def is_undone(self) -> bool:
        """Whether an import of it is kept, and can be undone as a whole."""
        return (self.kept_as or self.kind) in KINDS

    def link(self, slug: str, act: str = "", *of: int) -> registry.Link:
        """Its page in a campaign, or what is done there with a checked file."""
        page, args = (self.page, []) if self.page else ("campaigns:import-file", [self.kind])
        return registry.Link(f"{page}-{act}" if act else page, [slug, *args, *of])


INTAKES: Registered[Intake] = Registered()


def register_intake(intake: Intake) -> None:
    """Make a kind of file known."""
    INTAKES.keep(intake.kind, intake)
    register_example(
        FileExample(intake.kind, intake.example, intake.manual, intake.permission, intake.is_there)
    )


def compared(rows: Collection[Row]) -> Iterable[Row]:
    """The rows of a file while they are held against the campaign; the page of a job that does it says how many are."""
    return counted(rows, len(rows), say("rows compared with the campaign"))


def ways_in(access: Access) -> list[tuple[str, str]]:
    """Each kind of file that somebody may bring into a campaign: what it is called, and the address of its page."""
    there = [one for one in INTAKES.values() if one.is_there(access) and access.may(one.permission)]
    return sorted((one.name, one.link(access.campaign.slug).address) for one in there)


def taken_by(job: Job) -> Taken:
    """Of a file that a job reads."""
    return Taken(f"Job {job.pk} reads the file; it tells how far it is and what became of it.", job=job)


def store_by_job(sent: Sent, job: str, /, **arguments: Any) -> Taken:
    """Have a file stored by a job of this kind, which finds it at `path`, what came beside it, and what its columns are."""
    arguments["path"] = str(sent.file.kept())
    if sent.types:
        arguments["types"] = str(sent.types.kept())
    if sent.file.columns:
        arguments["columns"] = dict(sent.file.columns)
    return taken_by(enqueue(kind=job, by=sent.by, campaign=sent.campaign, arguments=arguments))
