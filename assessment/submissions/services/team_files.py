"""Teams with their members from a table: checked and shown first, then made whole or not at all."""

import re
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from django.db import transaction

from assessment.campaigns.models import Campaign, FileImport
from assessment.campaigns.selectors.imports import trace_of
from assessment.campaigns.selectors.traces import Watch
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.examples import table_example
from assessment.campaigns.services.imports import Keeping, dependents_by_trace, pack, register_import_kind
from assessment.campaigns.services.intakes import SEEN, Intake, Sent, Taken, register_intake
from assessment.campaigns.services.planned import Plan, PlannedLine, would
from assessment.people.models import Member
from assessment.people.selectors.access import Permission
from assessment.people.services.events import record_event
from assessment.shared.errors import FileRefused
from assessment.shared.say import say, say_n, sentence
from assessment.submissions.models import Team
from assessment.submissions.selectors.runs import participants, teams_of
from assessment.submissions.services.people_plans import MOST_CHARACTERS
from assessment.submissions.services.teams import team_error
from scoring.formats.columns import Columns, read_columns
from scoring.formats.problems import Problems, earlier
from scoring.formats.tables import TableRow

TEAMS = "teams"  # kind of file and of import
COLUMNS = Columns(("team", "members"), frozenset({"members"}))
MOST_TEAMS = 500


class PlannedTeam(NamedTuple):
    """What becomes of one line: a new team or one there is, and who joins it. Nobody leaves a team by a table."""

    line: int
    name: str
    is_new: bool
    joining: Sequence[Member]

    @property
    def sentence(self) -> str:
        """What happens, in words."""
        joining = ", ".join(member.name for member in self.joining)
        if self.is_new:
            return (
                say("new team with {members}", members=joining)
                if joining
                else say("new team, without members")
            )
        if not joining:
            return say("is here already; nothing changes")
        return say_n("{members} joins", "{members} join", len(self.joining), members=joining)

    @property
    def in_words(self) -> PlannedLine:
        """What becomes of the line."""
        return PlannedLine(self.line, self.name, self.sentence, self.is_new or bool(self.joining))

    @property
    def state(self) -> list[object]:
        """What decides what happens."""
        return [self.name, self.is_new, [member.name for member in self.joining]]


class TeamPlan(Plan[PlannedTeam]):
    """What an import of teams would do, line by line."""

    @property
    def sentence(self) -> str:
        """How many are new and how many people join."""
        new, joining = sum(one.is_new for one in self.rows), sum(len(one.joining) for one in self.rows)
        teams = say_n("{n} new team", "{n} new teams", new)
        members = say_n("{n} membership to add", "{n} memberships to add", joining)
        return f"{teams}, {members}."


def plan_teams(campaign: Campaign, file: SourceFile) -> TeamPlan:
    """Read and check a table of teams. Raises FileRefused with every problem, by line."""
    problems = file.problems()
    rows = read_columns(file.data, COLUMNS, problems)
    if len(rows) > MOST_TEAMS:
        problems.add(
            0,
            "too_many",
            say("The table has {n} teams; at most {most} at once.", n=len(rows), most=MOST_TEAMS),
            say("Split it."),
        )
    people = {member.name: member for member in participants(campaign)}
    there = {team.name.casefold(): team for team in teams_of(campaign)}
    lines: dict[str, int] = {}
    plan = [_planned(row, campaign, people, there, lines, problems) for row in rows[:MOST_TEAMS]]
    if listed := problems.listed():
        raise FileRefused(say("Nothing was changed."), listed, say("Fix what is listed and try again."))
    return TeamPlan(plan)


def _planned(
    row: TableRow,
    campaign: Campaign,
    people: dict[str, Member],
    there: dict[str, Team],
    lines: dict[str, int],
    problems: Problems,
) -> PlannedTeam:
    name = row.cells["team"].strip()
    team = there.get(name.casefold())
    if team is None and (error := team_error(campaign, name)):
        problems.add(row.line, "team_name_invalid", error, say("Give another name."))
    if (first := earlier(lines, name.casefold(), row.line)) is not None:
        problems.add(
            row.line,
            "twice",
            say("{team} is in line {line} too.", team=name, line=str(first)),
            say("Keep one line for each team."),
        )
    names = list(
        dict.fromkeys(part.strip() for part in re.split("[;|]", row.cells.get("members", "")) if part.strip())
    )
    for missing in (one for one in names if one not in people):
        message = say("{name} is not a participant of {campaign}.", name=missing, campaign=campaign.title)
        problems.add(
            row.line, "not_a_participant", message, say("Add the person first, with the role participant.")
        )
    held = {member.pk for member in team.members.all()} if team else set()
    joining = [people[one] for one in names if one in people and people[one].pk not in held]
    return PlannedTeam(row.line, team.name if team else name, team is None, joining)


@transaction.atomic
def import_teams(sent: Sent) -> Taken:
    """Make the teams of a table and add their members, or nothing. Conflict where a check of it showed something else."""
    campaign, file = Campaign.visible.select_for_update(no_key=True).get(pk=sent.campaign.pk), sent.source
    plan = plan_teams(campaign, file)
    plan.refuse_another(sent, say("Something changed since the table was checked. Nothing was changed."))
    through = Team.members.through
    watched = Watch(campaign.teams.all(), through.objects.filter(team__campaign=campaign))
    keeping = Keeping(campaign, TEAMS, pack(file), watched, sent.by)
    Team.objects.bulk_create(Team(campaign=campaign, name=one.name) for one in plan.rows if one.is_new)
    teams = {team.name: team for team in campaign.teams.all()}
    through.objects.bulk_create(
        through(team=teams[one.name], member=member) for one in plan.rows for member in one.joining
    )
    changes = {
        one.name: [member.name for member in one.joining] for one in plan.rows if one.is_new or one.joining
    }
    if changes:
        record_event(by=sent.by, campaign=campaign, verb="teams:imported", subject=file.name, teams=changes)
    done = say("Brought in {file}: {outcome}", file=file.name, outcome=plan.sentence)
    done += keeping.again
    return Taken(done, keeping.end(done, {}), review=plan.review)


def _dependents(source: FileImport) -> list[str]:
    """Beside what points to them: deadlines that were moved for teams that the import made, which name them."""
    made = [pk for table in trace_of(source).tables if table.model is Team for pk in table.made]
    names = Team.objects.filter(pk__in=made).values("name")
    moved = source.campaign.deadline_changes.filter(team_name__in=names).count()
    said = say_n("{n} deadline moved for a team.", "{n} deadlines moved for teams.", moved)
    return [*dependents_by_trace(source), *([said] if moved else [])]


register_import_kind(TEAMS, sentence("Teams"), dependents=_dependents)


def _example(campaign: Campaign) -> SourceFile:
    """Two teams, one of them with participants that there are."""
    members = ";".join(participants(campaign).values_list("name", flat=True)[:2])
    rows = [{"team": "tern", "members": members}, {"team": "lark", "members": ""}]
    return table_example("teams.csv", rows)


register_intake(
    Intake(
        TEAMS,
        Permission.MANAGE_PEOPLE,
        partial(would, plan_teams),
        import_teams,
        _example,
        "people-and-teams#teams",
        frozenset({SEEN}),
        page="submissions:import-teams",
        heading=sentence("Import teams (CSV)"),
        columns=lambda sent: COLUMNS,
        largest=MOST_CHARACTERS,
    )
)
