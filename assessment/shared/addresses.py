"""Parts of addresses that follow a rule of their own."""

from django.http import HttpRequest
from django.urls import register_converter
from django.urls.converters import StringConverter

from scoring.formats.run_names import RUN_ID


class RunIdConverter(StringConverter):
    """The id of a run; anything else is not found. Addresses are made of any id, so that no list of runs fails."""

    def to_python(self, value: str) -> str:
        if not RUN_ID.fullmatch(value):
            raise ValueError(value)
        return value


register_converter(RunIdConverter, "run")

THEN_BOARD = "?next=board"  # behind the address of a form to which the board led


def then_board(request: HttpRequest) -> bool:
    """Whether the board comes next, once the form has done what it is for."""
    return request.GET.get("next") == "board"
