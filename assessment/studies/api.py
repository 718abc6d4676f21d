"""Studies of scores in the API."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.people.api.frame import ApiView
from assessment.people.api.lists import PAGE, page_of_rows
from assessment.shared.api import REFUSALS
from assessment.studies.models import Study
from assessment.studies.selectors.access import access_studies, studies_of


class StudySerializer(serializers.ModelSerializer[Study]):
    """A study: of what it was made, and the checksum of its JSON."""

    class Meta:
        model = Study
        fields = ("version", "kind", "options", "inputs_sha256", "software", "revision", "sha256", "made_at")


class StudyList(ApiView):
    """The studies of a campaign's scores."""

    @extend_schema(parameters=PAGE, responses={200: StudySerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """All studies, newest first, for those who see all scores."""
        access = access_studies(self.account, slug)
        return page_of_rows(request, studies_of(access.campaign), "-version", StudySerializer)
