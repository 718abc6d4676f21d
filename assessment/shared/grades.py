"""The words of grades for people, in the reader's language; programs, forms and files have the grades themselves.

A campaign with an evaluation of its own has its own words for its grades, which nobody translates: `track` is the
campaign's, None where what is said is no campaign's grade.
"""

from collections.abc import Iterable

from assessment.shared.say import say
from scoring.scales import BY_LABEL, Grade, Scale
from scoring.tracks.base import Track

KEYS = "1234567890"


def grade_name(grade: str, track: Track | None) -> str:
    """A grade within a sentence: locally_correct as "locally correct"; R stays R, and so does what is no grade."""
    if own := _own(grade, track):
        return own.name or own.title or own.label
    known = BY_LABEL.get(grade)
    return say(known.name) if known and known.name else grade.replace("_", " ")


def grade_title(grade: str, track: Track | None) -> str:
    """A grade that begins a sentence or labels a button: "Locally correct"; R stays R."""
    if own := _own(grade, track):
        return own.title or own.name or own.label
    known = BY_LABEL.get(grade)
    return say(known.title) if known and known.title else grade[:1].upper() + grade[1:].replace("_", " ")


def grade_words(grade: str, track: Track | None) -> str:
    """What a grade of one or two letters means; empty for one that is a word itself."""
    if own := _own(grade, track):
        return own.meant
    known = BY_LABEL.get(grade)
    return say(known.meant) if known and known.meant else ""


def grade_class(grade: str, track: Track | None) -> str:
    """The class in which style sheets show a grade: itself; the tone of one that is a campaign's own."""
    own = _own(grade, track)
    return own.tone if own else grade


def keys_of(scale: Scale) -> dict[str, str]:
    """The usual key of each grade: that of its file where it is somebody's own and names one, else its number, or the
    next that is free."""
    free = dict.fromkeys(key for key in KEYS if key not in {grade.key for grade in scale.declared})
    found = {}
    for number, grade in enumerate(scale.declared, 1):
        key = grade.key or (str(number) if str(number) in free else next(iter(free)))
        free.pop(key, None)
        found[grade.label] = key
    return found


def grade_names(tracks: Iterable[Track]) -> dict[str, str]:
    """How each grade that has a name is called within a sentence, for scripts of a page of these campaigns.

    A grade that two of them call otherwise is called by its label.
    """
    names = {label: say(grade.name) for label, grade in BY_LABEL.items() if grade.name}
    own: dict[str, str] = {}
    for track in tracks:
        for label in track.own_grades:
            name = grade_name(label, track)
            own[label] = name if own.get(label, name) == name else label
    return names | own


def grade_tones(tracks: Iterable[Track]) -> dict[str, str]:
    """The tone of each grade of an own scale, for scripts; of the others style sheets know it."""
    return {label: grade.tone for track in tracks for label, grade in track.own_grades.items()}


def _own(grade: str, track: Track | None) -> Grade | None:
    """A grade of the track's own scales, in the reader's language where the track is built in."""
    own = track.own_grades.get(grade) if track else None
    if own is None or track is None or track.is_own:
        return own
    name, title, meant = (say(text) if text else "" for text in (own.name, own.title, own.meant))
    return own._replace(name=name, title=title, meant=meant)
