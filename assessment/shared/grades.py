"""The words of grades for people, in the reader's language; programs, forms and files have the grades themselves."""

from assessment.shared.say import say
from scoring.scales import BY_LABEL


def grade_name(grade: str) -> str:
    """A grade within a sentence: locally_correct as "locally correct"; R stays R, and so does what is no grade."""
    known = BY_LABEL.get(grade)
    return say(known.name) if known and known.name else grade.replace("_", " ")


def grade_title(grade: str) -> str:
    """A grade that begins a sentence or labels a button: "Locally correct"; R stays R."""
    known = BY_LABEL.get(grade)
    return say(known.title) if known and known.title else grade[:1].upper() + grade[1:].replace("_", " ")


def grade_words(grade: str) -> str:
    """What a grade of one or two letters means; empty for one that is a word itself."""
    known = BY_LABEL.get(grade)
    return say(known.meant) if known and known.meant else ""


def grade_names() -> dict[str, str]:
    """How each grade that has a name is called within a sentence, for scripts."""
    return {label: say(grade.name) for label, grade in BY_LABEL.items() if grade.name}
