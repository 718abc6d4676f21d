"""Sample questions and every try at them."""

from assessment.training.models.training import (
    TrainingAnswer,
    TrainingItem,
    TrainingPlan,
    TrainingQuestion,
    TrainingTry,
)

__all__ = [
    "TrainingAnswer",
    "TrainingItem",
    "TrainingPlan",
    "TrainingQuestion",
    "TrainingTry",
]
