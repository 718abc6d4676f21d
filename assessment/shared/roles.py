"""The names of roles for people, in the reader's language; programs, forms and files have the roles themselves."""

from collections.abc import Iterable

from assessment.shared.say import say, sentence

_NAMES = {
    "admin": sentence("admin"),
    "organizer": sentence("organizer"),
    "adjudicator": sentence("adjudicator"),
    "assessor": sentence("assessor"),
    "participant": sentence("participant"),
}


def role_words(roles: Iterable[str]) -> str:
    """Roles within a sentence or beside a name: "adjudicator, assessor"."""
    return ", ".join(say(_NAMES.get(role, role)) for role in roles)
