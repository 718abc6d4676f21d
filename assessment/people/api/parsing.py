"""Bodies of requests: JSON whose texts a database can hold."""

from collections.abc import Mapping
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class StorableJSONParser(JSONParser):
    """Refuses what no table takes (NUL, half of a pair of surrogates) and what is nested without end."""

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The values of a body; ParseError where it is none."""
        try:
            found = super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError("The body is nested too deeply.") from None
        if not _is_storable(found):
            raise ParseError("A text of the body has a character that cannot be stored.")
        return found


def _is_storable(body: Any) -> bool:
    left = [body]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            left += [*value, *value.values()]
        elif isinstance(value, list):
            left += value
        elif isinstance(value, str) and not _is_text(value):
            return False
    return True


def _is_text(value: str) -> bool:
    try:
        return b"\0" not in value.encode()
    except UnicodeEncodeError:
        return False
