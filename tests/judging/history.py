"""What the history keeps of judgments and decisions, for the tests that read it."""

from collections.abc import Mapping
from typing import Any

from assessment.judging.models import Change, ChangeKind


def changes(kind: ChangeKind = ChangeKind.GRADE) -> list[Change]:
    """The changes of a kind, oldest first."""
    return list(Change.objects.filter(kind=kind).order_by("pk"))


def said_in(state: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    """The only judgment or decision in what stood before or after a change."""
    ((found,),) = (state[part].values() for part in state if part in ("judgments", "decisions"))
    return dict(found)
