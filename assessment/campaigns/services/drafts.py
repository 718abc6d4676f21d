"""What somebody wants a candidate to be, before it is stored."""

from collections.abc import Sequence
from typing import NamedTuple


class DraftQuestion(NamedTuple):
    """One question of a draft. A reason rejects it by itself."""

    type: str
    text: str
    source: str = ""
    known: str = ""  # a line each, as assessment.campaigns.models.known reads them
    reason: str = ""
    language: str = ""  # of the text, in capitals, where the track has several
    page: str = ""  # the document on which it is annotated, where it is
    row: int | None = None  # the key of the question that this changes


class Draft(NamedTuple):
    """What somebody wants a candidate to be."""

    questions: Sequence[DraftQuestion]  # in their order
    target: str = ""
    target_type: str = ""
