"""The one shape of errors in the API, and the frame of its views."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiResponse, extend_schema_serializer
from rest_framework import serializers
from rest_framework.exceptions import APIException
from rest_framework.response import Response
from rest_framework.views import exception_handler

from assessment.shared.errors import AssizeError, FileRefused


class ProblemSerializer(serializers.Serializer[Any]):
    """A problem at a place of a file."""

    file = serializers.CharField()
    line = serializers.IntegerField(help_text="1-based; 0 where the whole file is meant")
    code = serializers.CharField()
    message = serializers.CharField()
    remedy = serializers.CharField(source="hint")


@extend_schema_serializer(component_name="Error")
class ErrorSerializer(serializers.Serializer[Any]):
    """What happened and what to do."""

    code = serializers.CharField()
    message = serializers.CharField()
    remedy = serializers.CharField()
    problems = ProblemSerializer(many=True)


REFUSALS = {
    404: OpenApiResponse(ErrorSerializer, "It does not exist, or you have no access."),
    409: OpenApiResponse(ErrorSerializer, "Somebody else was faster."),
    422: OpenApiResponse(ErrorSerializer, "Refused; nothing was stored."),
}


def explain_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer every failure in one shape: code, message, remedy (the hint), problems."""
    if isinstance(error, AssizeError):
        problems = error.problems if isinstance(error, FileRefused) else ()
        return Response(_body(error.code, error.message, error.hint, problems), error.status)
    if isinstance(error, Http404):
        return Response(_body("not_found", "Not found.", "Check the address and the token."), 404)
    response = exception_handler(error, context)
    if response is not None and isinstance(error, APIException):
        code = error.get_codes()
        response.data = _body(code if isinstance(code, str) else "invalid", _sentence(error.detail), "")
    return response


def _sentence(detail: Any) -> str:
    if isinstance(detail, dict):
        return " ".join(f"{name}: {_sentence(part)}" for name, part in detail.items())
    if isinstance(detail, list):
        return " ".join(_sentence(part) for part in detail)
    return str(detail)


def _body(code: str, message: str, hint: str, problems: Any = ()) -> dict[str, Any]:
    return {
        "code": code,
        "message": message,
        "remedy": hint,
        "problems": ProblemSerializer(problems, many=True).data,
    }
