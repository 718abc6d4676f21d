"""Campaigns with their settings and guidelines; series and questions, and what became of them."""

from assessment.campaigns.models.campaigns import (
    Campaign,
    Correction,
    DeadlineChange,
    DocumentList,
    Guidelines,
    LicenceAcceptance,
    ListedDocument,
    Question,
    Series,
    State,
)
from assessment.campaigns.models.candidates import Candidate, CandidateQuestion, CandidateState
from assessment.campaigns.models.gold import GoldAnswer

__all__ = [
    "Campaign",
    "Candidate",
    "CandidateQuestion",
    "CandidateState",
    "Correction",
    "DeadlineChange",
    "DocumentList",
    "GoldAnswer",
    "Guidelines",
    "LicenceAcceptance",
    "ListedDocument",
    "Question",
    "Series",
    "State",
]
