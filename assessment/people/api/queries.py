"""Values behind the question mark of an address: each is understood, or refused by its name.

What is there but empty is refused, too: a script whose variable is empty would else get something it did not ask for.
"""

from collections.abc import Collection

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

MOST = 2**31 - 1  # no number of the site is larger


def number_in(request: Request, name: str, *, least: int = 0, most: int = MOST) -> int | None:
    """A whole number; None where it is not given."""
    said = request.query_params.get(name)
    if said is None:
        return None
    is_number = said.isascii() and said.isdecimal() and len(said) <= len(str(most))
    if not (is_number and least <= int(said) <= most):
        raise ValidationError({name: f"Give a whole number from {least} to {most}."})
    return int(said)


def choice_in(request: Request, name: str, choices: Collection[str], usual: str) -> str:
    """One of some words; the usual one where none is given."""
    said = request.query_params.get(name, usual)
    if said not in choices:
        raise ValidationError({name: f"Give one of {', '.join(choices)}."})
    return said


def flag_in(request: Request, name: str) -> bool:
    """`true` or `false`; not given is `false`."""
    return choice_in(request, name, ("true", "false"), "false") == "true"


def text_in(request: Request, name: str, longest: int, wanted: str) -> str:
    """A text that has to be given; `wanted` says what it is for."""
    said = request.query_params.get(name, "").strip()
    if not said or len(said) > longest:
        raise ValidationError({name: f"{wanted}, in at most {longest} characters."})
    return said
