"""Tables of people and teams in the API, handed out; they come in with all other files (`campaigns/api/imports`)."""

from collections.abc import Callable

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.api.frame import ApiView
from assessment.people.selectors.access import Permission
from assessment.shared.api import REFUSALS
from assessment.submissions.selectors.people_files import people_table, teams_table

CSV = extend_schema(responses={(200, "text/csv"): OpenApiTypes.BINARY, 404: REFUSALS[404]})


class PeopleTable(ApiView):
    """The people of a campaign as a table."""

    @CSV
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Name, address, roles, languages, team and account of everybody, for organizers."""
        return _csv(self, slug, people_table)


class TeamsTable(ApiView):
    """The teams of a campaign as a table."""

    @CSV
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Each team with its members, for organizers."""
        return _csv(self, slug, teams_table)


def _csv(view: ApiView, slug: str, table: Callable[[Campaign], str]) -> HttpResponse:
    access = access_campaign(view.account, slug, Permission.MANAGE_PEOPLE)
    return HttpResponse(table(access.campaign), content_type="text/csv; charset=utf-8")
