"""What pages of a question, or of a sample of one, are headed with."""

from scoring.formats.narratives import wording_of
from scoring.tracks.base import QuestionType


def headline_of(text: str, kind: QuestionType, target: str) -> str:
    """What is asked; the target of its series where that is but “Other”, or nothing."""
    asked = wording_of(text)
    says_nothing = asked.strip().casefold() in ("", kind.label.casefold(), kind.name.casefold())
    return target if target and says_nothing else asked
