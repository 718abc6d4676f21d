"""Campaigns with their settings and guidelines; series and questions, and what became of them."""

from assessment.campaigns.models.campaigns import (
    Campaign,
    Correction,
    DeadlineChange,
    Guidelines,
    Question,
    Series,
    State,
    language_of,
)
from assessment.campaigns.models.candidates import (
    Candidate,
    CandidateQuestion,
    CandidateReading,
    CandidateState,
    CandidateText,
    Vote,
)
from assessment.campaigns.models.dates import KINDS, DateChange, DateKind, ScheduledDate
from assessment.campaigns.models.document_lists import DocumentList, LicenceAcceptance, ListedDocument
from assessment.campaigns.models.evaluations import EvaluationFile
from assessment.campaigns.models.gold import GoldAnswer
from assessment.campaigns.models.imports import (
    FileImport,
    FileImportState,
    ImportedFile,
    ImportTrace,
)
from assessment.campaigns.models.searches import KeptSearch

__all__ = [
    "KINDS",
    "Campaign",
    "Candidate",
    "CandidateQuestion",
    "CandidateReading",
    "CandidateState",
    "CandidateText",
    "Correction",
    "DateChange",
    "DateKind",
    "DeadlineChange",
    "DocumentList",
    "EvaluationFile",
    "FileImport",
    "FileImportState",
    "GoldAnswer",
    "Guidelines",
    "ImportTrace",
    "ImportedFile",
    "KeptSearch",
    "LicenceAcceptance",
    "ListedDocument",
    "Question",
    "ScheduledDate",
    "Series",
    "State",
    "Vote",
    "language_of",
]
