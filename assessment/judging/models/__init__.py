"""Assignments, judgments with their history, answer classes, nuggets, adjudication, and training."""

from assessment.judging.models.adjudication import Adjudication, AdjudicationRevision, Ground
from assessment.judging.models.assignments import MACHINE, Assignment, AssignmentRole
from assessment.judging.models.changes import Change
from assessment.judging.models.classes import AnswerClass, Origin
from assessment.judging.models.imports import UNFINISHED, ImportState, JudgmentImport
from assessment.judging.models.judgments import Judgment, Kind, Revision
from assessment.judging.models.nuggets import Nugget, NuggetMatch, NuggetVote, Reading, Vote
from assessment.judging.models.training import (
    TrainingAnswer,
    TrainingItem,
    TrainingPlan,
    TrainingQuestion,
    TrainingTry,
)

__all__ = [
    "MACHINE",
    "UNFINISHED",
    "Adjudication",
    "AdjudicationRevision",
    "AnswerClass",
    "Assignment",
    "AssignmentRole",
    "Change",
    "Ground",
    "ImportState",
    "Judgment",
    "JudgmentImport",
    "Kind",
    "Nugget",
    "NuggetMatch",
    "NuggetVote",
    "Origin",
    "Reading",
    "Revision",
    "TrainingAnswer",
    "TrainingItem",
    "TrainingPlan",
    "TrainingQuestion",
    "TrainingTry",
    "Vote",
]
