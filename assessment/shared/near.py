"""What a name that nobody knows may be meant for."""

from collections.abc import Collection
from difflib import get_close_matches

from assessment.shared.say import say

MOST = 300  # known names with which one is compared: more would take longer than all else of a file


def meant(name: str, known: Collection[str], otherwise: str) -> str:
    """The known name that it is nearest to, as a question; where none is near, what else is to be done."""
    near = get_close_matches(name, sorted(known), n=1) if len(known) <= MOST else ()
    return say("Is {name} meant?", name=near[0]) if near else otherwise
