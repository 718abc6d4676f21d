"""Assignments, judgments, answer classes, nuggets, decisions of adjudicators, and the history of all these."""

from assessment.judging.models.adjudication import Adjudication, Ground
from assessment.judging.models.annotations import PageAnnotation
from assessment.judging.models.assignments import AssignedItem, Assignment
from assessment.judging.models.batches import HALF_DONE, BatchKind, BatchState, ChangeBatch
from assessment.judging.models.changes import Change, ChangeKind
from assessment.judging.models.designs import SampledUnit, SamplingDesign
from assessment.judging.models.entries import (
    AnswerClass,
    DraftedNugget,
    Entry,
    EntryKind,
    Nugget,
    Origin,
    Vote,
)
from assessment.judging.models.judgments import Judgment
from assessment.judging.models.machines import Machine
from assessment.judging.models.moves import UNDER_WAY, MovedAssignment, MoveKind, MoveState, WorkMove
from assessment.judging.models.nuggets import NuggetMatch, NuggetVote, Reading
from assessment.judging.models.patterns import QuestionPatterns
from assessment.judging.models.post_editing import PostEditingPlan
from assessment.judging.models.rulings import Ruling
from assessment.judging.models.seals import DaySeal, PartSeal
from assessment.judging.models.work import WorkDay

KINDS_OF_MARKS = (Judgment, Reading, NuggetMatch, NuggetVote)

__all__ = [
    "HALF_DONE",
    "KINDS_OF_MARKS",
    "UNDER_WAY",
    "Adjudication",
    "AnswerClass",
    "AssignedItem",
    "Assignment",
    "BatchKind",
    "BatchState",
    "Change",
    "ChangeBatch",
    "ChangeKind",
    "DaySeal",
    "DraftedNugget",
    "Entry",
    "EntryKind",
    "Ground",
    "Judgment",
    "Machine",
    "MoveKind",
    "MoveState",
    "MovedAssignment",
    "Nugget",
    "NuggetMatch",
    "NuggetVote",
    "Origin",
    "PageAnnotation",
    "PartSeal",
    "PostEditingPlan",
    "QuestionPatterns",
    "Reading",
    "Ruling",
    "SampledUnit",
    "SamplingDesign",
    "Vote",
    "WorkDay",
    "WorkMove",
]
