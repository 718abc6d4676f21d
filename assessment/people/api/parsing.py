"""Bodies of requests: JSON whose texts a database can hold, and which says everything once."""

import codecs
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, get_encoding  # type: ignore[attr-defined]  # newer than its annotations
from rest_framework.utils.json import strict_constant

from scoring.formats.json_rows import why_no_json

LONGEST_NAME = 50  # characters of a name that is told back


class StorableJSONParser(BaseParser):
    """Refuses what no table takes (NUL, half of a pair of surrogates), what is nested without end, and names given twice.

    It is no JSONParser: of these the framework reads no more than DATA_UPLOAD_MAX_MEMORY_SIZE, and 10,000 judgments with
    their reasons are more. The frame of the views says how much there may be.
    """

    media_type = "application/json"

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The values of a body; ParseError where it is none."""
        reader = codecs.getreader(get_encoding(parser_context or {}))
        try:
            found = json.load(reader(stream), parse_constant=strict_constant, object_pairs_hook=_once)
        except RecursionError:
            raise ParseError("The body is nested too deeply.") from None
        except ValueError as error:
            raise ParseError(f"The body is not JSON: {why_no_json(error)}") from error
        if not _is_storable(found):
            raise ParseError("A text of the body has a character that cannot be stored.")
        return found


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An object. Of two values under one name, programs would not agree which counts."""
    found = dict(pairs)
    if len(found) < len(pairs):
        ((twice, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise ParseError(f"The body has an object with two values of {twice[:LONGEST_NAME]!r}.")
    return found


def _is_storable(body: Any) -> bool:
    left = [body]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            left += [*value, *value.values()]
        elif isinstance(value, list):
            left += value
        elif isinstance(value, str) and not is_text(value):
            return False
    return True


def is_text(value: str) -> bool:
    """Whether a text can be stored, and compared with what is."""
    try:
        return b"\0" not in value.encode()
    except UnicodeEncodeError:
        return False
