"""Why something is done, where a request has no body to say it in."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

LONGEST = 1000
REASON = OpenApiParameter("reason", str, required=True, description="it is kept in the log of the campaign")


def reason_of(request: Request) -> str:
    """The reason in the query; ValidationError where there is none."""
    reason = request.query_params.get("reason", "").strip()
    if not reason or len(reason) > LONGEST:
        raise ValidationError({"reason": f"Say why, in at most {LONGEST} characters."})
    return reason
