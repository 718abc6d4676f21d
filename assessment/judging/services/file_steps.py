"""Files that a job stores in steps: judgments, annotations, decisions, nugget matches, nugget votes.

What is the same for all of them is written here, once. A job checks the whole file without locking anything, keeps it
in the record of imports, and stores some rows in each step, a short transaction of its own, so that others save beside
it. Whoever goes on after a kill goes on behind the last step; an import that is cancelled, or fails, is undone by
another job. What differs is a `FileInSteps`: how its file is checked, how some of its rows are stored, what is said;
from it follow its intake (`register`) and what its job does (`stored_by`).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from assessment.campaigns.models import Campaign, FileImport, ImportedFile
from assessment.campaigns.selectors.imports import said_again, same_before
from assessment.campaigns.services.imports import note_made, pack, record_making, sha256_of
from assessment.campaigns.services.intakes import Intake, Sent, Taken, register_intake, store_by_job
from assessment.campaigns.services.source_files import SourceFile
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.uploads import read_once
from assessment.judging.services.disputes import refuse_released
from assessment.people.selectors.access import Access, Permission
from assessment.people.services.events import record_event
from assessment.shared.say import say, say_n
from documents.steps import Pace
from scoring.formats.columns import Columns
from scoring.progress import listened

LISTED = 200  # rows that were left out, with their reasons; the others are counted


class Found(Protocol):
    """What a check found, in numbers and in values that JSON has."""

    @property
    def unchanged(self) -> int:
        """How many of them say what is there already."""

    def as_data(self) -> dict[str, Any]:
        """All of it."""


Row = TypeVar("Row")
Checked = TypeVar("Checked", bound=Found)


class CrossedError(Exception):
    """Another job was faster, while this one waited for nobody: it is to wait again, and to check again."""


class FileInSteps(ABC, Generic[Row, Checked]):
    """One file of one kind: checked, or at work in the hands of a job."""

    kind: ClassVar[str]  # of its import
    verb: ClassVar[str]  # of its event
    things: ClassVar[str]  # as `refuse_released` names them
    storing: ClassVar[str]  # what the job counts meanwhile, behind the number: "judgments stored"
    news: ClassVar[tuple[str, ...]]  # as what rows are counted that say something new
    there: ClassVar[str]  # as what those that do not
    alone: ClassVar[bool] = False  # whether each row has a step of its own
    called: ClassVar[str] = ""  # such files, where their imports are called otherwise
    job: ClassVar[str]  # that stores it
    page: ClassVar[str]  # its address, by name
    manual: ClassVar[str]  # where it tells of such files
    permission: ClassVar[Permission] = Permission.ASSIGN
    options: ClassVar[frozenset[str]] = frozenset()  # fields of Sent that are said beside the file
    checked_at_once: ClassVar[float] = float("inf")  # bytes

    handle: JobHandle
    source: FileImport

    def __init__(self, sent: Sent) -> None:
        self.sent, self.campaign, self.file = sent, sent.campaign, sent.file
        self.details: Mapping[str, Any] = {}  # what else its import and its event tell

    @classmethod
    def register(cls) -> None:
        """Make such files known."""
        register_intake(
            Intake(
                cls.called or cls.kind,
                cls.permission,
                lambda sent: cls(sent).looked_at(),
                lambda sent: cls(sent).asked_for(),
                cls.example,
                cls.manual,
                cls.options,
                is_there=cls.is_there,
                page=cls.page,
                kept_as=cls.kind,
                columns=cls.columns,
                by_job=True,
                checked_at_once=cls.checked_at_once,
                refuse=lambda sent, review: cls(sent).refuse(review),
            )
        )

    @classmethod
    def is_there(cls, access: Access) -> bool:
        """Whether the campaign has such files."""
        return True

    @classmethod
    @abstractmethod
    def example(cls, campaign: Campaign) -> SourceFile:
        """A file that the check takes."""

    @classmethod
    def columns(cls, sent: Sent) -> Columns | None:
        """Those of a table, whatever a file calls them."""
        return None

    @abstractmethod
    def looked_at(self) -> Taken:
        """What the file would do, for whoever sent it; nothing is stored."""

    def refuse_now(self) -> None:
        """Refuse such files where what they change may not change now."""
        refuse_released(self.campaign, self.things)

    def said(self) -> dict[str, Any]:
        """What its job is told beside the file; `stored_by` is given it again."""
        return {}

    def asked_for(self) -> Taken:
        """Have the file stored by a job, which raises everything that is wrong with it."""
        self.refuse_now()
        return store_by_job(self.sent, self.job, **self.said())

    @classmethod
    def stored_by(
        cls, handle: JobHandle, *, path: str, columns: Mapping[str, str] = MappingProxyType({}), **said: Any
    ) -> str:
        """Do the job; what was done."""
        file = SourceFile(Path(path).name, path=Path(path), columns=columns)
        return cls(Sent(handle.campaign, file, handle.by, **said)).store(handle)

    @abstractmethod
    def check(self) -> Checked:
        """Hold the file against the campaign; nothing is stored. Raises everything that is wrong with it."""

    @abstractmethod
    def prepare(self) -> None:
        """Find what all rows need, in each attempt."""

    @abstractmethod
    def rows(self, start: int) -> Iterable[Row]:
        """What is stored, in its order, from a place on (0 is the first)."""

    @abstractmethod
    def store_some(self, some: Sequence[Row], tally: dict[str, Any]) -> None:
        """Store some rows and count them in the tally; what is no longer possible since the check is left out."""

    @abstractmethod
    def sentence(self, report: Mapping[str, Any]) -> str:
        """What was stored: the review, with what was counted."""

    def wait(self) -> None:
        """Wait for others who change the same, or raise Refused."""

    def refuse_crossing(self) -> None:
        """Raise CrossedError where others have begun to change the same since `wait`; under the campaign's lock."""

    def refuse(self, review: Mapping[str, Any]) -> None:
        """Refuse what nobody asked for, by what a check found."""

    def is_new(self, found: Checked) -> bool:
        """Whether storing the file would do anything."""
        return any(map(found.as_data().get, self.news))

    def packed(self) -> Sequence[ImportedFile]:
        """The file as it is kept."""
        return pack(self.file)

    def begin(self, found: Checked) -> Mapping[str, Any]:
        """Note what else is to be there before the first row, in the first step; what to add to the checkpoint."""
        return {}

    def pace(self) -> Pace:
        """How many rows a step stores."""
        return Pace(500, most=500)

    def total(self) -> int:
        """How many rows are stored in steps."""
        return int(self.source.report["rows"])

    def end(self, report: Mapping[str, Any]) -> None:
        """Note what else is whole, in the last step."""

    def store(self, handle: JobHandle) -> str:
        """Do the job: check the file and store it, or go on behind the last step that was kept; what was done."""
        self.handle = handle
        if said := handle.checkpoint.get("sentence"):  # an earlier attempt ended after its last step
            return str(said)
        assert self.file.path
        with read_once(self.file.path) as path:
            self.file = self.file._replace(path=path)
            while not handle.checkpoint:
                self.wait()
                with listened(handle.progress):
                    found = self.check()
                self.refuse(found.as_data())
                if not self.is_new(found):
                    return self._nothing_new(found)
                self._begin(found)
            self.source = FileImport.objects.get(pk=handle.checkpoint["import"])
            self.store_rows()
            return self._finish()

    def _nothing_new(self, found: Checked) -> str:
        """What is said of a file all of which is there already: no import is made of it."""
        again = same_before(self.campaign, self.kind, sha256_of(self.packed()))
        counts = {**self._zeros(), self.there: found.unchanged}
        said = self.sentence(found.as_data() | counts) + said_again(again, is_new=False)
        nothing = say("Nothing changed, so no import was made.")
        return f"{said} {nothing}"

    def _zeros(self) -> dict[str, Any]:
        return {**dict.fromkeys((*self.news, self.there, "skipped"), 0), "skips": []}

    def _begin(self, found: Checked) -> None:
        """Record the import that begins; nothing where somebody was faster."""
        packed = self.packed()
        with suppress(CrossedError), self.handle.tallied() as tally:
            locked = Campaign.visible.select_for_update(no_key=True).get(pk=self.campaign.pk)
            refuse_released(locked, self.things)  # from this step on a release finds it at work
            self.refuse_crossing()
            self.source = record_making(
                campaign=self.campaign,
                kind=self.kind,
                files=packed,
                by=self.handle.by,
                job=self.handle.job,
                report={**found.as_data(), **self.details},
            )
            tally |= {"next": 0, **self._zeros(), "import": self.source.pk, **self.begin(found)}

    def store_rows(self) -> None:
        """All steps behind the last one that was kept."""
        self.prepare()
        rows, pace, total = iter(self.rows(self.handle.checkpoint["next"])), self.pace(), self.total()
        while some := list(islice(rows, 1 if self.alone else pace.rows)):
            self.handle.progress(self.handle.checkpoint["next"], total, say(self.storing))
            with self.handle.tallied(pace) as tally:
                self.store_some(some, tally)
                tally["next"] += len(some)
        self.handle.progress(total, total, say(self.storing))

    def _finish(self) -> str:
        with self.handle.tallied() as tally:
            source = FileImport.objects.select_for_update(no_key=True).get(pk=self.source.pk)
            counts = {name: tally[name] for name in (*self.news, self.there, "skipped")}
            report = source.report | counts | {"skips": tally["skips"]}
            again = same_before(self.campaign, self.kind, source.sha256)
            is_new = any(counts[name] for name in self.news)
            tally["sentence"] = said = self.sentence(report) + said_again(again, is_new=is_new)
            note_made(source=source, sentence=said, counts=counts, report=report)
            self.end(report | {"sentence": said})
            record_event(
                by=self.handle.by,
                campaign=self.campaign,
                verb=self.verb,
                subject=source.file,
                number=source.number,
                **counts,
                **self.details,
            )
        return said


def leave_out(tally: dict[str, Any], line: int, why: str) -> None:
    """Count a row that is not stored, and keep the reasons of the first of them."""
    tally["skipped"] += 1
    if len(tally["skips"]) < LISTED:
        tally["skips"].append([line, why])


def already_there(number: int) -> str:
    """How many rows repeat what is stored."""
    return say_n("{n} was there already.", "{n} were there already.", number)
