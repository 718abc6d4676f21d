"""The one shape of errors in the API: problem details (RFC 9457), in the words of the pages."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiResponse, extend_schema_serializer
from rest_framework import serializers
from rest_framework.exceptions import APIException, MethodNotAllowed, NotAuthenticated, UnsupportedMediaType
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import exception_handler

from assessment.shared.errors import AssizeError, FileRefused, as_refusal
from assessment.shared.refusals import NOT_FOUND, PROBLEM_JSON, problem_body

NON_FIELD_ERRORS_KEY = api_settings.NON_FIELD_ERRORS_KEY


class ProblemSerializer(serializers.Serializer[Any]):
    """A problem at a place of a file."""

    file = serializers.CharField()
    line = serializers.IntegerField(help_text="1-based; 0 where the whole file is meant")
    code = serializers.CharField()
    message = serializers.CharField()
    remedy = serializers.CharField(source="hint")


@extend_schema_serializer(component_name="Error")
class ErrorSerializer(serializers.Serializer[Any]):
    """What happened and what to do: problem details, with a code that programs may rely on."""

    type = serializers.CharField(help_text="urn:assize:error: and the code")
    title = serializers.CharField(help_text="of the status")
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="what happened, in the words of the pages")
    code = serializers.CharField(help_text="never changes, while sentences may")
    message = serializers.CharField(help_text="the same as detail")
    remedy = serializers.CharField(help_text="what to do; may be empty")
    problems = ProblemSerializer(many=True, help_text="every problem of a file")
    more = serializers.IntegerField(required=False, help_text="problems that were counted and not listed")
    details = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="everything concerned, where it is many"
    )
    wrong = serializers.DictField(
        required=False, help_text="of a body or query that is not understood: what is wrong by field"
    )
    now = serializers.JSONField(required=False, help_text="of a conflict: what stands now")


REFUSALS = {
    404: OpenApiResponse(ErrorSerializer, "It does not exist, or you have no access."),
    409: OpenApiResponse(ErrorSerializer, "Somebody else was faster."),
    412: OpenApiResponse(ErrorSerializer, "It is no longer as you saw it; nothing was stored."),
    422: OpenApiResponse(ErrorSerializer, "Refused; nothing was stored."),
}


def explain_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer every failure in one shape; None where it is a bug of the program."""
    if refusal := as_refusal(error):
        return _answer(refusal.status, _body_of(refusal), _how_to_sign_in(refusal.status))
    if isinstance(error, Http404):
        return _answer(404, problem_body(404, *NOT_FOUND))
    response = exception_handler(error, context)
    if response is None or not isinstance(error, APIException):
        return response
    code = error.get_codes()
    more: dict[str, Any] = {"wrong": error.detail} if isinstance(error.detail, Mapping) else {}
    body = problem_body(
        response.status_code,
        code if isinstance(code, str) else "invalid",
        _sentence(error.detail),
        _hint(error, context["view"]),
        **more,
    )
    # WWW-Authenticate, Retry-After and such
    headers = {name: value for name, value in response.headers.items() if name != "Content-Type"}
    return _answer(response.status_code, body, headers)


def _answer(status: int, body: dict[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    return Response(body, status, headers=dict(headers or {}), content_type=PROBLEM_JSON)


def _how_to_sign_in(status: int) -> dict[str, str]:
    return {"WWW-Authenticate": "Token"} if status == HTTPStatus.UNAUTHORIZED else {}


def _body_of(error: AssizeError) -> dict[str, Any]:
    more: dict[str, Any] = {}
    if error.details:
        more["details"] = list(error.details)
    if isinstance(error, FileRefused) and error.more:
        more["more"] = error.more
    if error.for_pages:
        more["now"] = error.for_pages
    problems = error.problems if isinstance(error, FileRefused) else ()
    return problem_body(error.status, error.code, error.message, error.hint, problems, **more)


def _hint(error: APIException, view: Any) -> str:
    """What to send instead, where that is plain."""
    if isinstance(error, NotAuthenticated):
        return "Send a token of your account page: Authorization: Bearer assize_…"
    if isinstance(error, MethodNotAllowed):
        return f"There are {', '.join(view.allowed_methods)}."
    if isinstance(error, UnsupportedMediaType):
        return f"Send {', '.join(parser.media_type for parser in view.parser_classes)}."
    return ""


def _sentence(detail: Any) -> str:
    if isinstance(detail, dict):
        return " ".join(
            _sentence(part) if name == NON_FIELD_ERRORS_KEY else f"{name}: {_sentence(part)}"
            for name, part in detail.items()
        )
    if isinstance(detail, list):
        return " ".join(_sentence(part) for part in detail)
    return str(detail)
