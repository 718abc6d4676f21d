"""What requests say: a name in a body or a query that nobody reads is refused, since it may be one that somebody misspelled.

`check_onyl` would otherwise submit the run that was only to be checked.
"""

from collections.abc import Collection, Mapping
from http import HTTPStatus
from itertools import islice
from typing import Any

from django.utils.datastructures import MultiValueDict
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.views import APIView

from assessment.shared.errors import AssizeError, Refused
from assessment.shared.pages import upload_refused

LONGEST_NAME = 50  # characters of a name that is told back
MOST_NAMES = 20  # that are told back
TWICE = "Give it once."


class Unmatched(AssizeError):
    """An ETag was sent to where nothing is compared with one."""

    status = HTTPStatus.PRECONDITION_FAILED


class Body(serializers.Serializer[Any]):
    """What a request says: nothing but its fields, each once."""

    @classmethod
    def with_file(cls, request: Request) -> dict[str, Any]:
        """What a request says that brings a file; Refused where that was dropped while it came in (assize/uploads)."""
        given = cls(data=request.data)
        if refused := upload_refused(request._request):
            raise Refused(refused, "file_too_large")
        given.is_valid(raise_exception=True)
        return dict(given.validated_data)

    def to_internal_value(self, data: Any) -> Any:
        """The values of its fields; ValidationError with all that is wrong."""
        wrong = self._not_read(data) if isinstance(data, Mapping) else {}
        try:
            found = super().to_internal_value(data)
        except ValidationError as error:
            raise ValidationError(wrong | dict(error.detail)) from error  # type: ignore[arg-type]  # by field
        if wrong:
            raise ValidationError(wrong)
        return found

    def _not_read(self, data: Mapping[str, Any]) -> dict[str, list[str]]:
        fields = {name: field for name, field in self.fields.items() if not field.read_only}
        one = [name for name, field in fields.items() if not isinstance(field, serializers.ListField)]
        return unknown_in(data, fields) | {name: [TWICE] for name in one if _is_double(data, name)}


def unknown_in(data: Mapping[str, Any], known: Collection[str], kind: str = "field") -> dict[str, list[str]]:
    """What is wrong with names that are not known; of very many, the first."""
    there = f"there are {', '.join(known)}" if known else "there is none here"
    odd = list(islice((name for name in data if name not in known), MOST_NAMES))
    return {name[:LONGEST_NAME]: [f"There is no such {kind}; {there}."] for name in odd}


def refuse_unknown(body: Mapping[str, Any], *known: str) -> None:
    """Raise ValidationError where a body that is read by hand has anything else."""
    if wrong := unknown_in(body, known):
        raise ValidationError(wrong)


def refuse_unknown_queries(request: Request, view: APIView) -> None:
    """Raise ValidationError where a query has what the description of the API does not name here, or names twice."""
    given: MultiValueDict[str, str] = request.query_params
    if not given:
        return
    known = _described(view, str(request.method), "query")
    wrong = unknown_in(given, known, "parameter") | {
        name: [TWICE] for name in known if _is_double(given, name)
    }
    if wrong:
        raise ValidationError(wrong)


def refuse_unread_match(request: Request, view: APIView) -> None:
    """Raise Unmatched where a write is bound to an ETag and nothing has one there: it would be done whatever was changed."""
    asked = request.headers.get("If-Match", "").strip()
    if asked in ("", "*") or request.method in SAFE_METHODS:
        return
    if "If-Match" not in _described(view, str(request.method), "header"):
        raise Unmatched(
            "This cannot be bound to an ETag (If-Match). Nothing was done.",
            "no_etag",
            "Send it without If-Match.",
        )


def _described(view: APIView, method: str, place: str) -> list[str]:
    """The parameters in the query, or headers, that a method is described with."""
    described = getattr(getattr(view, method.lower(), None), "kwargs", {}).get("schema")
    if described is None:
        return []
    schema = described()
    schema.view = view
    return [one.name for one in schema.get_override_parameters() if one.location == place]


def _is_double(data: Mapping[str, Any], name: str) -> bool:
    return isinstance(data, MultiValueDict) and len(data.getlist(name)) > 1
