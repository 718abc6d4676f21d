"""The columns of run files that hold one response a line."""

from collections.abc import Sequence

from scoring.say import say

NEEDED = ("qid", "docid", "answer")
OPTIONAL = ("Q0", "rank", "score", "tag")


def columns_error(text: str) -> str:
    """What the columns of a run file must be, where a setting does not fit; "" where it does."""
    names = text.split()
    return "" if _is_sound(names) and names[-1] == "answer" else _expected()


def bare_columns_error(text: str) -> str:
    """The same where lines may also name documents alone."""
    names = text.split()
    is_bare = "answer" not in names and _is_sound([*names, "answer"])
    return "" if is_bare else columns_error(text)


def _is_sound(names: Sequence[str]) -> bool:
    return set(NEEDED) <= set(names) <= {*NEEDED, *OPTIONAL} and len(set(names)) == len(names)


def _expected() -> str:
    return say(
        "{needed} and, where the file has them, {optional}, each once, the answer last",
        needed=", ".join(NEEDED),
        optional=", ".join(OPTIONAL),
    )
