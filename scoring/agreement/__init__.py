"""How far people agree wherever two of them judged the same.

ratings       what several people said of the same things, counted by question
coefficients  kappa, alpha and AC1 of ratings
items         grades of pool items: J, D, O and OL by question, and the overlap of two assessors
classes       list answers that two assessors grouped
votes         vital or okay, of nuggets
matches       marks that an item holds a nugget
spans         annotations of pages
confusion     what two people said of how many things, as a table
"""

from collections.abc import Sequence

from scoring.agreement import coefficients
from scoring.agreement.coefficients import Coefficient
from scoring.agreement.items import Means, QuestionAgreement, graded, means, table
from scoring.agreement.ratings import Pair, Ratings
from scoring.index import Index
from scoring.records import Evaluation

__all__ = [
    "Coefficient",
    "Means",
    "Pair",
    "QuestionAgreement",
    "Ratings",
    "ac1",
    "cohen",
    "fleiss",
    "krippendorff",
    "means",
    "table",
]


def cohen(evaluation: Evaluation | Index) -> dict[Pair, Coefficient]:
    """Cohen's kappa of each two assessors who judged the same item."""
    return coefficients.cohen(graded(evaluation).patterns)


def fleiss(evaluation: Evaluation | Index) -> Coefficient:
    """Fleiss' kappa over all items, which need the same number of judgments each."""
    return coefficients.fleiss(graded(evaluation).patterns)


def krippendorff(evaluation: Evaluation | Index, order: Sequence[str] = ()) -> Coefficient:
    """Krippendorff's alpha over the items with two judgments or more; ordinal where an order of grades is given."""
    patterns = graded(evaluation).patterns
    return coefficients.ordinal_alpha(patterns, order) if order else coefficients.alpha(patterns)


def ac1(evaluation: Evaluation | Index, grades: Sequence[str]) -> Coefficient:
    """Gwet's AC1 over all items; `grades` are all that can be given."""
    return coefficients.ac1(graded(evaluation).patterns, grades)
