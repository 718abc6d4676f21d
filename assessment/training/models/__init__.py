"""Sample questions and every try at them."""

from assessment.training.models.training import (
    TrainingAnswer,
    TrainingAttempt,
    TrainingItem,
    TrainingPlan,
    TrainingQuestion,
)

__all__ = [
    "TrainingAnswer",
    "TrainingAttempt",
    "TrainingItem",
    "TrainingPlan",
    "TrainingQuestion",
]
