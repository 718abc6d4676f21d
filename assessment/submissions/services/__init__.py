"""Writes of the submissions app: teams, runs and pools."""

from assessment.submissions.services.checking import (
    Report,
    by_rule,
    declaration_problems,
    file_name,
)
from assessment.submissions.services.pooling import pool, recount
from assessment.submissions.services.runs import check_alone, refuse_closed, submit_run, withdraw_run
from assessment.submissions.services.storage import insert_responses
from assessment.submissions.services.teams import create_team, ensure_team, set_team_members, team_name_error

__all__ = [
    "Report",
    "by_rule",
    "check_alone",
    "create_team",
    "declaration_problems",
    "ensure_team",
    "file_name",
    "insert_responses",
    "pool",
    "recount",
    "refuse_closed",
    "set_team_members",
    "submit_run",
    "team_name_error",
    "withdraw_run",
]
