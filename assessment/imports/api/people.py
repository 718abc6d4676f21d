"""People who came with files, in the API: all that was imported under their name taken back."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.api.imports import ReasonSerializer
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.imports.selectors import access_person_from_files
from assessment.imports.services.takeback import request_removal
from assessment.jobs.api import JobSerializer
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.repeats import repeatable
from assessment.people.selectors.access import Permission
from assessment.shared.api import REFUSALS


class ImportedJudgmentsTakenBack(ApiView):
    """Imported judgments of somebody who came with a file."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=ReasonSerializer,
        responses={202: JobSerializer, 404: REFUSALS[404], 409: REFUSALS[409], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Take all of them back, for a reason; the answer is the job. For people without an account alone."""
        access = access_campaign(self.account, slug, Permission.ASSIGN)
        member = access_person_from_files(access, pk)
        given = ReasonSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        job = request_removal(member=member, by=self.account, **given.validated_data)
        return Response(JobSerializer(job).data, 202)
