"""Which kinds of job there are. The apps up the street register theirs; jobs knows none of them by name."""

from collections.abc import Callable, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

from assessment.shared.registered import Registered


class Link(NamedTuple):
    """A page of the site. Its address is put together where it is shown: a command would load all pages for it."""

    view: str
    args: Sequence[str | int] = ()
    query: str = ""

    def asking(self, **values: str | int) -> "Link":
        """The same with a query."""
        return self._replace(query=urlencode(values))

    @property
    def address(self) -> str:
        """Where the page is."""
        path = reverse(self.view, args=list(self.args))
        return f"{path}?{self.query}" if self.query else path


class Result(NamedTuple):
    """What came of a job: one sentence, and the address where it is to be seen."""

    sentence: str
    link: Link | str = ""


Work = Callable[..., Result]  # (handle, **arguments)


class JobKind(NamedTuple):
    """A kind of job. An atomic one is a single transaction, marked done by the same commit.

    Any other keeps what it did by `handle.step()` or does what may be repeated without harm; its last
    act is not in the transaction that marks it done. `undo` names the kind of job that takes back what the steps
    kept, where this one was cancelled or failed; its argument `of_job` is the number of this job.
    A final one cannot be cancelled: once asked for, it goes on to its end.

    A job works and reports in the language of whoever asked for it. What must be the same for everybody (scores,
    studies, exports, bundles) is made in English where it is made; a kind with `english` works in English as a whole.

    One with `archived` changes nothing of its campaign, and is done in an archived one too.
    """

    name: str
    title: str
    work: Work
    atomic: bool
    undo: str = ""
    final: bool = False
    english: bool = False
    archived: bool = False


KINDS: Registered[JobKind] = Registered()


def register(
    name: str,
    title: str,
    *,
    atomic: bool = False,
    undo: str = "",
    final: bool = False,
    english: bool = False,
    archived: bool = False,
) -> Callable[[Work], Work]:
    """Decorate the function that does a kind of job: `(handle: JobHandle, **arguments) -> Result`.

    The title is marked (`sentence`), and said where it is shown.
    """

    def keep(work: Work) -> Work:
        KINDS.keep(name, JobKind(name, title, work, atomic, undo, final, english, archived))
        return work

    return keep


def is_taken_back(name: str) -> bool:
    """Whether what a job of this kind kept is taken back when it is cancelled or fails."""
    return name in KINDS and bool(KINDS[name].undo)


def is_final(name: str) -> bool:
    """Whether a job of this kind goes on to its end once it was asked for."""
    return name in KINDS and KINDS[name].final


def title_of(name: str) -> str:
    """The English words for a kind; its name where this version no longer has it."""
    kind = KINDS.get(name)
    return kind.title if kind else name
