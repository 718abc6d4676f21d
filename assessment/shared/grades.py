"""The words of grades for people, in the reader's language; programs, forms and files have the grades themselves."""

from assessment.shared.say import say
from scoring.scales import BY_LABEL, Scale


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


def names_on(scale: Scale) -> dict[str, str]:
    """How all that can be said of an answer is called within a sentence; a scale of people's own has its own words."""
    own = {one.label: one.name or one.title for one in scale.declared if BY_LABEL.get(one.label) != one}
    return {label: own.get(label) or grade_name(label) for label in scale.answers}


def titles_on(scale: Scale) -> dict[str, str]:
    """The same where it labels a button."""
    own = {one.label: one.title or one.name for one in scale.declared if BY_LABEL.get(one.label) != one}
    return {label: own.get(label) or grade_title(label) for label in scale.answers}


def grade_names() -> dict[str, str]:
    """How each grade that has a name is called within a sentence, for scripts."""
    return {label: say(grade.name) for label, grade in BY_LABEL.items() if grade.name}
