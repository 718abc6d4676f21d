"""Writes of the submissions app: teams, runs and pools."""

from assessment.submissions.services.checking import (
    Report,
    by_rule,
    declaration_problems,
    file_name,
)
from assessment.submissions.services.pooling import pool
from assessment.submissions.services.rounds import recount
from assessment.submissions.services.runs import (
    check_alone,
    refuse_closed,
    submit_run,
    why_closed,
    withdraw_run,
)
from assessment.submissions.services.storage import insert_responses
from assessment.submissions.services.team_changes import anonymize_team, delete_team, rename_team
from assessment.submissions.services.teams import create_team, ensure_team, set_team_members, team_name_error

__all__ = [
    "Report",
    "anonymize_team",
    "by_rule",
    "check_alone",
    "create_team",
    "declaration_problems",
    "delete_team",
    "ensure_team",
    "file_name",
    "insert_responses",
    "pool",
    "recount",
    "refuse_closed",
    "rename_team",
    "set_team_members",
    "submit_run",
    "team_name_error",
    "why_closed",
    "withdraw_run",
]
