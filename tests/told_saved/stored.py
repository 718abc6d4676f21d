"""What the database holds of one assessor: her changes by the browser's names for them, and whether all of it agrees."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from assessment.judging.models import Assignment, Change, ChangeKind
from assessment.judging.services.counters import recount
from assessment.judging.services.parts import read_state
from assessment.judging.services.parts.part import Subject, differing, joined
from tests.told_saved.desks import Desks

Key = tuple[int | None, str]  # assignment (none: the adjudicator) and kind of change


class Stored:
    """The history, of which each change is read once, and what it comes to."""

    def __init__(self, desks: Desks) -> None:
        self._desks = desks
        self.changes: dict[str, Change] = {}
        self.states: dict[Key, Any] = {}
        self.versions: dict[
            tuple[int, int], dict[str, Any]
        ] = {}  # item and number of changes -> what was said
        self.was: dict[str, Any] = {}  # change -> the state just after it
        self.read()
        self.at_first = set(self.changes)

    def read(self) -> None:
        """Read what came since the last time. A name that is there twice is a save that was doubled."""
        mine = Q(assignment__in=[row.pk for row in self._desks.assignments])
        decided = Q(question=self._desks.disputed, assignment=None)
        known = [change.pk for change in self.changes.values()]
        for change in Change.objects.filter(mine | decided).exclude(pk__in=known).order_by("pk"):
            name = str(change.client_id)
            assert name not in self.changes, f"stored twice: {name}"
            key = (change.assignment_id, change.kind)
            self.states[key] = joined(self.states.get(key, {}), change.after)
            self.changes[name] = change
            self.was[name] = self.states[key]
            for item, said in change.after.get("judgments", {}).items():
                self.versions[int(item), said["changes"]] = self.states[key]["judgments"][item]

    @transaction.atomic
    def complaints(self) -> list[str]:
        """What does not agree: rows with their history, counters with a recount, changes with what was said."""
        found = []
        for (assignment, kind), state in self.states.items():
            row = (
                Assignment.objects.select_related("question__campaign", "member")
                .filter(pk=assignment or 0)
                .first()
            )
            question = row.question if row else self._desks.disputed
            subject = Subject(question, row.member if row else None, row, ChangeKind(kind))
            if wrong := differing(state, read_state(subject, state)):
                found.append(
                    f"{question} {kind}: the history comes to {wrong}, stored is {read_state(subject, wrong)}"
                )
        for campaign in self._desks.campaigns:
            found += [f"{campaign}: {one}" for one in recount(campaign=campaign, by=None)]
        return found

    def made_up(self, said: set[str]) -> set[str]:
        """Changes that nobody asked for."""
        return set(self.changes) - self.at_first - {str(UUID(name)) for name in said}
