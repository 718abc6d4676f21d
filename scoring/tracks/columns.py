"""The columns of run files that hold one response a line."""

from scoring.say import say

NEEDED = ("qid", "docid", "answer")
OPTIONAL = ("Q0", "rank", "score", "tag")


def columns_error(text: str) -> str:
    """What the columns of a run file must be, where a setting does not fit; "" where it does."""
    names = text.split()
    sound = set(NEEDED) <= set(names) <= {*NEEDED, *OPTIONAL} and len(set(names)) == len(names)
    if sound and names[-1] == "answer":
        return ""
    return say(
        "{needed} and, where the file has them, {optional}, each once, the answer last",
        needed=", ".join(NEEDED),
        optional=", ".join(OPTIONAL),
    )


def bare_columns_error(text: str) -> str:
    """The same where lines may also name documents alone."""
    return columns_error(text if "answer" in text.split() else f"{text} answer")
