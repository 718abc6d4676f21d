"""Teams, the runs they submit, single responses, and the pools made of them."""

from assessment.submissions.models.pools import (
    DocumentFlag,
    PooledRun,
    PoolItem,
    PoolRound,
    QuestionPool,
    in_pool,
)
from assessment.submissions.models.registrations import (
    ApplicationState,
    Download,
    LanguagePair,
    RegisteredPerson,
    Registration,
    TeamApplication,
)
from assessment.submissions.models.runs import Response, Run, RunFile, RunState, Team

__all__ = [
    "ApplicationState",
    "DocumentFlag",
    "Download",
    "LanguagePair",
    "PoolItem",
    "PoolRound",
    "PooledRun",
    "QuestionPool",
    "RegisteredPerson",
    "Registration",
    "Response",
    "Run",
    "RunFile",
    "RunState",
    "Team",
    "TeamApplication",
    "in_pool",
]
