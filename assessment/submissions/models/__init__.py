"""Teams, the runs they submit, single responses, and the pools made of them."""

from assessment.submissions.models.registrations import Download, LanguagePair, RegisteredPerson, Registration
from assessment.submissions.models.runs import (
    DocumentFlag,
    PoolItem,
    PoolRound,
    QuestionPool,
    Response,
    Run,
    RunFile,
    RunState,
    Team,
)

__all__ = [
    "DocumentFlag",
    "Download",
    "LanguagePair",
    "PoolItem",
    "PoolRound",
    "QuestionPool",
    "RegisteredPerson",
    "Registration",
    "Response",
    "Run",
    "RunFile",
    "RunState",
    "Team",
]
