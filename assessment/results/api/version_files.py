"""Files of a version that jobs make, in the API."""

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.jobs.api import JobSerializer
from assessment.jobs.models import Job
from assessment.jobs.views.waiting import wait_briefly
from assessment.people.api.queries import MOST, number_in
from assessment.people.models import Account
from assessment.results.selectors.version_files import Wanted
from assessment.results.services.version_files import outcome, sought
from assessment.shared.api import REFUSALS

SECONDS = 2  # after which one may ask again
JOB = OpenApiParameter(
    "job",
    {"type": "integer", "minimum": 0, "maximum": MOST},
    description="the number of the job that makes the file, as the answer 202 gave it: where it failed, that says why",
)
MADE = {202: JobSerializer, 404: REFUSALS[404], 409: REFUSALS[409], 422: REFUSALS[422]}


def given(request: Request, by: Account, wanted: Wanted, name: str, kind: str) -> HttpResponseBase:
    """The file; while a job makes it, that job as 202, with where and when to ask again. Raises why it cannot be made."""
    number = number_in(request, "job") or 0
    found = sought(wanted, by=by, number=number)
    if isinstance(found, Job):
        found = outcome(wanted, found if number else wait_briefly(found))
    if isinstance(found, Job):
        again = {"Location": f"{request.path}?job={found.pk}", "Retry-After": str(SECONDS)}
        return Response(JobSerializer(found).data, 202, headers=again)
    headers = {"Content-Disposition": content_disposition_header(True, name) or ""}
    return HttpResponse(found.content, content_type=kind, headers=headers)
