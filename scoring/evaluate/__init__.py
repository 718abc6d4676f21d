"""Scores the runs of an evaluation by a rule.

Every (run, question) pair has a row; a missing response scores 0. An unjudged response counts as not correct, and the
score's bounds show what it could change. Means are exact fractions.
"""

from scoring.evaluate.key import AnswerKey
from scoring.evaluate.report import RunScore, ScoreReport
from scoring.evaluate.scorer import SOFTWARE, Scorer
from scoring.records import Evaluation
from scoring.rules import Rule

__all__ = ["SOFTWARE", "AnswerKey", "RunScore", "ScoreReport", "Scorer", "evaluate"]


def evaluate(
    evaluation: Evaluation | Scorer, rule: Rule | str = "adjudicated", partial: bool = False
) -> ScoreReport:
    """The scores of an evaluation under a rule. Give a `Scorer` to score by several rules.

    Raises RuleError where the rule cannot be followed, ValueError for an unknown track or setting.
    """
    scorer = evaluation if isinstance(evaluation, Scorer) else Scorer(evaluation)
    return scorer.score(rule, partial)
