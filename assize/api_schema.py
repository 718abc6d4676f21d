"""What the schema of the API says of every operation alike."""

from functools import cache
from typing import Any

from django.utils.translation import get_language
from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
    OpenApiSerializerFieldExtension,
)
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.plumbing import force_instance
from rest_framework.fields import empty
from rest_framework.serializers import ModelSerializer

_DESCRIPTION = """\
What people do on pages, for programs: by the same rules, with the same access and in the same words.

* **Who asks.** Make a token on your account page and send it with each request: `Authorization: Bearer assize_…`.
* **Lists** are arrays. Where one goes on, the header `Link` has the address of the next page (`rel="next"`).
* **Failures** are problem details (RFC 9457). `code` never changes; `detail` and `remedy` say what happened and what to do;
  `problems` lists what is wrong with a file or a list, by line. What you may not see does not exist (404).
* **Slips.** A field or a parameter that is not named here is refused (400), and nothing is done.
* **Sending again.** An `id` of yours, or the header `Idempotency-Key`, has a thing done once. `If-Match` with an `ETag`
  changes only what is as you saw it (else 412).
* **Long work** is a job (202): its address says how far it is, and webhooks tell when it is done.

Examples from an empty site to released scores are in `docs/api.md` of the program, the webhooks in `docs/webhooks.md`."""
_ERROR = {"$ref": "#/components/schemas/Error"}
_READ = {
    "400": "The address or the query is not understood.",
    "401": "No token, or one that does not work.",
    "403": "The token goes less far than its person, or the account may not create campaigns.",
    "404": "It does not exist, or you have no access.",
    "429": "Too many requests; Retry-After says in how many seconds there may be more.",
}
_WRITE = {
    "400": "The body is not understood; nothing was stored.",
    "409": "Somebody else was faster; nothing was stored.",
    "412": "It is no longer as you saw it (If-Match); nothing was stored.",
    "413": "The body is too large; nothing was stored.",
    "415": "The body is in a form that is not read here.",
    "422": "Refused; nothing was stored.",
}


_HEADERS = {
    "Link": 'Where the list goes on: the address of the next page, with rel="next".',
    "ETag": "Names this state: to be sent back as If-Match, or If-None-Match.",
    "Idempotent-Replayed": "true where the answer was given before, under the same Idempotency-Key.",
    "Retry-After": "How many seconds to wait.",
}
_IF_NONE_MATCH = {
    "in": "header",
    "name": "If-None-Match",
    "schema": {"type": "string"},
    "description": "the ETag of what you have: where that is as it was, the answer is 304 and has no body",
}


def say_of_all(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Say what all have in common, and in each operation where it belongs, how it may be refused, and which headers it gives."""
    result["info"]["description"] = _DESCRIPTION
    for path, operations in result["paths"].items():
        marked = any("If-Match" in _asked(operation) for operation in operations.values())
        for method, operation in operations.items():
            operation["tags"] = [_room(path)]
            operation["summary"] = operation["description"].partition("\n")[0]
            _name_refusals(method, operation)
            _name_headers(method, operation, marked)
    return result


def _room(path: str) -> str:
    """What an address is about: the list of addresses is long."""
    parts = path.strip("/").split("/")[2:]
    return (parts[2:] or parts)[0]


def _asked(operation: dict[str, Any]) -> set[str]:
    return {one["name"] for one in operation.get("parameters", ())}


def _name_refusals(method: str, operation: dict[str, Any]) -> None:
    refusals = _READ | (_WRITE if method != "get" else {})
    for status, description in refusals.items():
        operation["responses"].setdefault(status, {"description": description})
    for status, response in operation["responses"].items():
        if status >= "400":
            response["content"] = {"application/problem+json": {"schema": _ERROR}}


def _name_headers(method: str, operation: dict[str, Any], marked: bool) -> None:
    answers, asked = operation["responses"], _asked(operation)
    names = {"cursor": "Link", "Idempotency-Key": "Idempotent-Replayed"}
    found = [header for name, header in names.items() if name in asked] + ["ETag"] * marked
    for status in answers:
        if status in ("200", "201", "202") and found:
            answers[status]["headers"] = {name: _header(name) for name in found}
    answers["429"]["headers"] = {"Retry-After": _header("Retry-After")}
    if marked and method == "get":
        operation.setdefault("parameters", []).append(_IF_NONE_MATCH)
        answers["304"] = {"description": "It is as you have it.", "headers": {"ETag": _header("ETag")}}


def _header(name: str) -> dict[str, Any]:
    kind = "integer" if name == "Retry-After" else "string"
    return {"schema": {"type": kind}, "description": _HEADERS[name]}


class OneSchema(SchemaGenerator):
    """The API described once in each language: it is the same for everybody, and to describe it takes a third of a second."""

    def get_schema(self, request: object = None, public: bool = False) -> dict[str, Any]:
        """Of OpenAPI."""
        return _described(get_language())


@cache
def _described(language: str) -> dict[str, Any]:
    described: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # it has no annotations
    return described


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # as above
    """How the schema names it."""

    target_class = "assessment.people.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Of OpenAPI."""
        return {"type": "http", "scheme": "bearer", "description": "`Bearer` or `Token`, then the token."}


class RowScheme(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]  # as above
    """That an answer has all its fields, whatever a table gives them where nothing is said."""

    target_class = "rest_framework.serializers.Serializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        """As any other, but with everything that is always there."""
        target = force_instance(self.target)  # type: ignore[no-untyped-call]  # as above
        found = auto_schema._map_serializer(target, direction, bypass_extensions=True)
        always = [
            name
            for name, field in target.fields.items()
            if isinstance(target, ModelSerializer)
            or field.required
            or field.default is not empty
            or field.read_only
        ]
        return {**found, "required": sorted(always)}


class FileScheme(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]  # as above
    """That a file is sent as it is."""

    target_class = "rest_framework.fields.FileField"

    def map_serializer_field(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        """A part of a form."""
        return {"type": "string", "format": "binary"}


class BodyScheme(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]  # as above
    """That a body has no other fields."""

    target_class = "assessment.people.api.bodies.Body"
    match_subclasses = True
    priority = 1

    def map_serializer(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        """As any other, but closed."""
        found = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**found, "additionalProperties": False}
