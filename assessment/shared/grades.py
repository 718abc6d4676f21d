"""The names of grades for people, in the reader's language; programs, forms and files have the grades themselves."""

from assessment.shared.say import say, sentence

# Each grade that is a word, as it stands in a sentence and as it begins one. Those of one or two letters are signs.
_NAMES = {
    "yes": (sentence("yes"), sentence("Yes")),
    "no": (sentence("no"), sentence("No")),
    "correct": (sentence("correct"), sentence("Correct")),
    "locally_correct": (sentence("locally correct"), sentence("Locally correct")),
    "inexact": (sentence("inexact"), sentence("Inexact")),
    "unsupported": (sentence("unsupported"), sentence("Unsupported")),
    "incorrect": (sentence("incorrect"), sentence("Incorrect")),
    "vital": (sentence("vital"), sentence("Vital")),
    "okay": (sentence("okay"), sentence("Okay")),
}
# What the grades of one or two letters mean, in few words.
_MEANT = {
    "R": sentence("right"),
    "X": sentence("inexact"),
    "M": sentence("missed"),
    "W": sentence("wrong"),
    "C": sentence("correct"),
    "Cd": sentence("correct but debatable"),
}


def grade_name(grade: str) -> str:
    """A grade within a sentence: locally_correct as "locally correct"; R stays R, and so does what is no grade."""
    return say(_NAMES[grade][0]) if grade in _NAMES else grade.replace("_", " ")


def grade_title(grade: str) -> str:
    """A grade that begins a sentence or labels a button: "Locally correct"; R stays R."""
    if grade in _NAMES:
        return say(_NAMES[grade][1])
    return grade[:1].upper() + grade[1:].replace("_", " ")


def grade_words(grade: str) -> str:
    """What a grade of one or two letters means; empty for one that is a word itself."""
    return say(_MEANT[grade]) if grade in _MEANT else ""
