"""Assignments, judgments, answer classes, nuggets, decisions of adjudicators, and the history of all these."""

from assessment.judging.models.adjudication import Adjudication, Ground
from assessment.judging.models.annotations import PageAnnotation
from assessment.judging.models.assignments import MACHINE, Assignment, AssignmentRole
from assessment.judging.models.changes import Change, ChangeKind
from assessment.judging.models.classes import AnswerClass, Origin
from assessment.judging.models.imports import UNFINISHED, ImportState, JudgmentImport
from assessment.judging.models.judgments import Judgment, JudgmentKind
from assessment.judging.models.nuggets import Nugget, NuggetMatch, NuggetVote, Reading, Vote

__all__ = [
    "MACHINE",
    "UNFINISHED",
    "Adjudication",
    "AnswerClass",
    "Assignment",
    "AssignmentRole",
    "Change",
    "ChangeKind",
    "Ground",
    "ImportState",
    "Judgment",
    "JudgmentImport",
    "JudgmentKind",
    "Nugget",
    "NuggetMatch",
    "NuggetVote",
    "Origin",
    "PageAnnotation",
    "Reading",
    "Vote",
]
