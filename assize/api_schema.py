"""What the schema of the API says of every operation alike."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension

_ERROR = {"$ref": "#/components/schemas/Error"}
_READ = {
    "400": "The address or the query is not understood.",
    "401": "No token, or one that does not work.",
    "403": "The token goes less far than its person.",
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


def name_refusals(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Name in each operation how it may be refused, where its own words do not."""
    for operations in result["paths"].values():
        for method, operation in operations.items():
            refusals = _READ | (_WRITE if method != "get" else {})
            for status, description in refusals.items():
                operation["responses"].setdefault(status, {"description": description})
            for status, response in operation["responses"].items():
                if status >= "400":
                    response["content"] = {"application/problem+json": {"schema": _ERROR}}
    return result


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # it has no annotations
    """How the schema names it."""

    target_class = "assessment.people.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Of OpenAPI."""
        return {"type": "http", "scheme": "bearer", "description": "`Bearer` or `Token`, then the token."}


class BodyScheme(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]  # as above
    """That a body has no other fields."""

    target_class = "assessment.people.api.bodies.Body"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        """As any other, but closed."""
        found = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**found, "additionalProperties": False}
