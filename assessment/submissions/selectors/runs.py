"""Reads of teams and runs, and access to them: a participant sees the own team's runs and no trace of others."""

import zlib
from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Count, F, Max, Prefetch, Q, QuerySet
from django.http import Http404

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.models import Member, RoleName
from assessment.people.selectors.access import Access, Permission, Visitor
from assessment.submissions.models import Run, RunState, Team

FIRST_LINES = 15
FIRST_CHARACTERS = 400
DOWNLOAD_CHUNK = 256 * 1024
CURRENT_FIRST = F("ended_at").desc(nulls_first=True)  # then those that ended last


class RunAccess(NamedTuple):
    """A run that somebody may see, with the other versions of the same run id, newest first."""

    access: Access
    run: Run
    versions: list[Run]


def access_runs(account: Visitor, slug: str) -> Access:
    """The campaign, if the account may submit runs there or see them."""
    return access_campaign(account, slug, Permission.SUBMIT_RUN)


def access_run(account: Visitor, slug: str, run_id: str, version: int | None = None) -> RunAccess:
    """A run by its id, ignoring case: the version asked for, else the current one, else the last that was."""
    access = access_runs(account, slug)
    versions = list(
        visible_runs(access)
        .filter(run_key=run_id.lower())
        .select_related("team", "submitted_by")
        .order_by(CURRENT_FIRST, "-pk")
    )
    run = next((run for run in versions if version in (None, run.pk)), None)
    if run is None:
        raise Http404
    return RunAccess(access, run, [other for other in versions if other != run])


def access_team(account: Visitor, slug: str, pk: int) -> tuple[Access, Team]:
    """A team of a campaign whose people the account may manage."""
    access = access_campaign(account, slug, Permission.MANAGE_PEOPLE)
    team = teams_of(access.campaign).filter(pk=pk).select_related("campaign").first()
    if team is None:
        raise Http404
    return access, team


def is_organizer(access: Access) -> bool:
    """Whether somebody handles all teams' runs, late ones too."""
    return access.may(Permission.SEE_ALL_RUNS)


def own_teams(access: Access) -> QuerySet[Team]:
    """The teams for which somebody may submit: all for organizers, else the own ones."""
    teams = Team.objects.filter(campaign=access.campaign).order_by("name", "pk")
    return teams if is_organizer(access) else teams.filter(members=access.member)


def visible_runs(access: Access) -> QuerySet[Run]:
    """The runs that somebody may see: all for organizers, else those of the own teams."""
    runs = Run.objects.filter(campaign=access.campaign)
    return runs if is_organizer(access) else runs.filter(team__members=access.member)


def runs_by_team(access: Access) -> QuerySet[Run]:
    """The runs that somebody may see, team by team: current ones by run id, then the others, newest first."""
    runs = visible_runs(access).select_related("team").defer("description")
    return runs.order_by("team__name", "team_id", CURRENT_FIRST, "run_id", "-pk")


def teams_of(campaign: Campaign) -> QuerySet[Team]:
    """All teams of a campaign with their members, by name; with how many runs they have and when the last came in."""
    members = Prefetch("members", Member.objects.order_by("name", "pk"))
    current = Count("runs", filter=Q(runs__state=RunState.SUBMITTED))
    teams = Team.objects.filter(campaign=campaign).prefetch_related(members).order_by("name", "pk")
    return teams.annotate(
        runs_current=current, runs_ever=Count("runs"), last_submission=Max("runs__submitted_at")
    )


def teams_for(access: Access) -> QuerySet[Team]:
    """The teams that somebody may know of, as `teams_of` has them: organizers all, participants their own."""
    teams = teams_of(access.campaign)
    if access.may(Permission.MANAGE_PEOPLE):
        return teams
    own = Team.objects.filter(members=access.member) if access.member else Team.objects.none()
    return teams.filter(pk__in=own.values("pk"))


def team_named(campaign: Campaign, name: str) -> Team | None:
    """The campaign's team of that name, ignoring case; the very name first."""
    alike = [team for team in campaign.teams.order_by("pk") if team.name.casefold() == name.casefold()]
    return next((team for team in alike if team.name == name), alike[0] if alike else None)


def participants(campaign: Campaign) -> QuerySet[Member]:
    """Everybody who can be a member of a team, by name."""
    return Member.objects.filter(campaign=campaign, roles__role=RoleName.PARTICIPANT).order_by("name", "pk")


def submitted_file(run: Run) -> tuple[str, Iterator[bytes]]:
    """The name and the bytes of the file as it was submitted, in pieces."""
    return run.file.name, _pieces(bytes(run.file.compressed))


def _pieces(compressed: bytes) -> Iterator[bytes]:
    unpack = zlib.decompressobj()
    while piece := unpack.decompress(compressed, DOWNLOAD_CHUNK):
        yield piece
        compressed = unpack.unconsumed_tail


def first_lines(run: Run) -> list[str]:
    """First lines of the file, long lines cut."""
    start = zlib.decompressobj().decompress(bytes(run.file.compressed), FIRST_LINES * FIRST_CHARACTERS * 4)
    lines = start.split(b"\n")[:FIRST_LINES]
    return [
        line.rstrip(b"\r").decode(run.encoding, "replace")[:FIRST_CHARACTERS]
        for line in lines
        if line.strip()
    ]


def all_warnings(run: Run) -> str:
    """Every warning of the run's check, one a line."""
    compressed = bytes(run.file.warnings)
    return zlib.decompress(compressed).decode() if compressed else ""
