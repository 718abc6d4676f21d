"""Why something is done, where a request has no body to say it in."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from assessment.people.api.queries import text_in

LONGEST = 1000
REASON = OpenApiParameter("reason", str, required=True, description="it is kept in the log of the campaign")


def reason_of(request: Request) -> str:
    """The reason in the query; ValidationError where there is none."""
    return text_in(request, "reason", LONGEST, "Say why")
