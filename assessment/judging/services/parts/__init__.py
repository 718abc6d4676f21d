"""The parts of what people decide, and how their states are read and written."""

from collections.abc import Mapping

from assessment.judging.services.parts import (
    annotations,
    cells,
    classes,
    decisions,
    judgments,
    notes,
    nuggets,
)
from assessment.judging.services.parts.part import Part, State, Subject, Values

# A class or nugget is written before anything refers to it.
PARTS: Mapping[str, Part] = {
    "labels": classes.LABELS,
    "removed_classes": classes.REMOVED_CLASSES,
    judgments.NAME: judgments.PART,
    "classes": classes.CLASSES,
    "texts": nuggets.TEXTS,
    "removed": nuggets.REMOVED,
    "drafts": nuggets.DRAFTS,
    "documents": nuggets.DOCUMENTS,
    "groups": nuggets.GROUPS,
    "places": nuggets.PLACES,
    "votes": nuggets.VOTES,
    "settled_votes": nuggets.SETTLED_VOTES,
    "matches": nuggets.MATCHES,
    cells.NAME: cells.CELLS,
    "readings": nuggets.READINGS,
    notes.NAME: notes.PART,
    decisions.NAME: decisions.PART,
    annotations.NAME: annotations.PART,
}


def read_state(subject: Subject, *like: Mapping[str, Values]) -> State:
    """What stands for the keys of other states."""
    keys = {name: {key for state in like for key in state.get(name, ())} for state in like for name in state}
    return {name: PARTS[name].read(subject, wanted) for name, wanted in keys.items()}


def write_state(subject: Subject, state: Mapping[str, Values]) -> None:
    """Store a state, part by part."""
    for name, part in PARTS.items():
        if values := state.get(name):
            part.write(subject, values)
