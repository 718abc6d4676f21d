"""A failure as every answer of the API tells it: problem details (RFC 9457), in the words of the pages."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, JsonResponse

from assessment.shared.errors import ProblemLike

PROBLEM_JSON = "application/problem+json"
NOT_FOUND = ("not_found", "Not found.", "Check the address and the token.")


def problem_body(
    status: int, code: str, message: str, hint: str, problems: Iterable[ProblemLike] = (), **more: Any
) -> dict[str, Any]:
    """The members of an answer that tells a failure."""
    return {
        "type": f"urn:assize:error:{code}",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "detail": message,
        "code": code,
        "message": message,
        "remedy": hint,
        "problems": [
            {"file": one.file, "line": one.line, "code": one.code, "message": one.message, "remedy": one.hint}
            for one in problems
        ],
        **more,
    }


def is_of_api(request: HttpRequest) -> bool:
    """Whether a program asks, to whom a page says nothing."""
    return request.path_info.startswith("/api/")


def plain_problem(status: int, code: str, message: str, hint: str) -> JsonResponse:
    """Such an answer where no view of the API was reached."""
    return JsonResponse(problem_body(status, code, message, hint), status=status, content_type=PROBLEM_JSON)
