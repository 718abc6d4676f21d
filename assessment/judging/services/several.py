"""Several changes of classes, nuggets or votes, as the pages make them one by one: all of them are made, or none."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction

from assessment.judging.services.changes import ChangeResult
from assessment.judging.services.classes import NotCorrect
from assessment.judging.services.listed import Wrong, nothing_stored, wrong_by
from assessment.judging.services.parts.part import ChangeConflict
from assessment.people.models import Account
from assessment.shared.errors import Conflict, Refused

PLACE = "changes"  # what problems call the list that was sent


class Asked(NamedTuple):
    """One change: its place in the list, from 1, the service that makes it, and what that is to be told."""

    line: int
    make: Callable[..., ChangeResult]
    arguments: Mapping[str, Any]


class ChangeStale(Conflict):
    """A change of something that somebody else changed meanwhile: `now` has what stands, with the place in the list."""

    def __init__(self, line: int, error: ChangeConflict) -> None:
        super().__init__(error.message, error.code, error.hint)
        self.line, self.now = line, error.for_pages

    @property
    def for_pages(self) -> dict[str, Any]:
        """What stands now, by part and key, as the history keeps it."""
        return {PLACE: [{"line": self.line, **self.now}]}


@transaction.atomic
def make_changes(*, by: Account, assignment_id: int, asked: Sequence[Asked]) -> list[ChangeResult]:
    """Make changes in the order of the list, each as if it had been sent alone. The first that is refused ends all.

    Raises Http404 for an assignment of somebody else, FileRefused with the place of what was refused, ChangeStale.
    """
    return [_made(one, by, assignment_id) for one in asked]


def _made(one: Asked, by: Account, assignment_id: int) -> ChangeResult:
    try:
        return one.make(by=by, assignment_id=assignment_id, **one.arguments)
    except ChangeConflict as error:
        raise ChangeStale(one.line, error) from error
    except NotCorrect as error:
        raise nothing_stored(_of_items(one.line, error)) from error
    except Refused as error:
        raise nothing_stored([wrong_by(one.line, error, PLACE)]) from error


def _of_items(line: int, error: NotCorrect) -> list[Wrong]:
    """What is wrong with one change of thousands of answers, answer by answer."""
    said = [f"Item {pk}: {error.message}" for pk in error.items]
    return [Wrong(line, error.code, message, error.hint, PLACE) for message in said or [error.message]]
