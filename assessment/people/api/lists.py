"""Pages of lists: a plain array, and the address of the next page in the header Link (RFC 8288). Nothing is counted.

A cursor holds the keys of the last row, so a page costs the same wherever it is, and rows that come and go move no page.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from django.core.exceptions import FieldError
from django.core.exceptions import ValidationError as FieldValidationError
from django.db.models import Q, QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.people.api.parsing import is_text
from assessment.people.api.queries import number_in

USUAL, MOST = 1_000, 10_000

PAGE = [
    OpenApiParameter(
        "limit",
        {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL},
        description="rows of a page",
    ),
    OpenApiParameter("cursor", str, description="from the header Link of the page before"),
]
Row = TypeVar("Row")


def page_of_rows(
    request: Request,
    rows: QuerySet[Any, Any],
    order: str,
    serializer: type[serializers.BaseSerializer[Any]],
    context: Mapping[str, Any] | None = None,
    read: Callable[[Iterable[Any]], Sequence[Any]] = list,
) -> Response:
    """A page of rows in the order of one unique field; `-` before it: backwards. `context` is the serializer's.

    `read` makes the rows of a page what they are to be.
    """
    limit, after = limit_of(request), cursor_of(request)
    name, way = order.lstrip("-"), "lt" if order.startswith("-") else "gt"
    try:
        beyond = rows.filter(Q(**{f"{name}__{way}": after})) if after is not None else rows
    except (ValueError, TypeError, FieldError, FieldValidationError, OverflowError) as error:
        raise _not_ours() from error
    found = read(beyond.order_by(order)[: limit + 1])
    return answer(request, found, limit, lambda row: getattr(row, name), serializer, context)


def page_of_list(
    request: Request,
    rows: Sequence[Any] | QuerySet[Any],
    serializer: type[serializers.BaseSerializer[Any]],
    read: Callable[[Iterable[Any]], Sequence[Any]] = list,
) -> Response:
    """A page of what was read as a whole, or of a QuerySet; `read` makes the rows of a page what they are to be."""
    limit, place = limit_of(request), number_of(request)
    following = place + limit
    found = read(rows[place : following + 1])
    return answer(request, found, limit, lambda _: following, serializer)


def answer(
    request: Request,
    found: Sequence[Row],
    limit: int,
    key: Callable[[Row], Any],
    serializer: type[serializers.BaseSerializer[Any]],
    context: Mapping[str, Any] | None = None,
) -> Response:
    """The page; `found` has one row more than it where there is a next one."""
    shown = found[:limit]
    headers = {}
    if len(found) > limit:
        headers["Link"] = f'<{_following(request, limit, _written(key(shown[-1])))}>; rel="next"'
    return Response(serializer(shown, many=True, context=dict(context or {})).data, headers=headers)


def _following(request: Request, limit: int, cursor: str) -> str:
    """The address of the next page, which asks for the same rows."""
    query = request.query_params.copy()
    query["limit"], query["cursor"] = str(limit), cursor
    return f"{request.build_absolute_uri(request.path)}?{query.urlencode()}"


def limit_of(request: Request) -> int:
    """How many rows are asked for."""
    return number_in(request, "limit", least=1, most=MOST) or USUAL


def cursor_of(request: Request) -> Any:
    """Behind which key the page begins; None for the first."""
    asked = request.query_params.get("cursor", "")
    if not asked:
        return None
    try:
        (found,) = json.loads(urlsafe_b64decode(asked.encode() + b"=="))
    except (ValueError, TypeError, RecursionError):
        raise _not_ours() from None
    if not isinstance(found, (int, str)) or isinstance(found, bool) or len(str(found)) > 1_000:
        raise _not_ours()
    if (isinstance(found, int) and not 0 <= found < 2**63) or not is_text(str(found)):
        raise _not_ours()
    if asked != _written(found):
        raise _not_ours()
    return found


def number_of(request: Request) -> int:
    """The same where rows are known by numbers, or counted; 0 for the first page."""
    found = cursor_of(request) or 0
    if not isinstance(found, int):
        raise _not_ours()
    return found


def _written(key: Any) -> str:
    """The cursor of a key: an array, so that what is cut off is none."""
    return urlsafe_b64encode(json.dumps([key]).encode()).decode().rstrip("=")


def _not_ours() -> ValidationError:
    return ValidationError({"cursor": "This is not a cursor of this list. Leave it out to begin anew."})
