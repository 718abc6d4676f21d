"""What is asked of marks of every kind at once."""

from functools import reduce
from operator import or_

from django.db.models import Exists, Q

from assessment.judging.models import KINDS_OF_MARKS


def holds_marks() -> Q:
    """Whether anything is, or was, said in an assignment, by whomever."""
    return reduce(or_, (Q(Exists(kind.ever.filter(**kind.OF_ASSIGNMENT))) for kind in KINDS_OF_MARKS))


def says_something() -> Q:
    """Whether anything is said in an assignment now, by whomever; what was taken back is left as an empty row."""
    return reduce(
        or_, (Q(Exists(kind.ever.filter(kind.SAYS, **kind.OF_ASSIGNMENT))) for kind in KINDS_OF_MARKS)
    )


def said_by_program() -> Q:
    """Whether a program says anything in an assignment now: what was taken back is left as a row without a grade."""
    return reduce(
        or_, (Q(Exists(kind.programs.filter(kind.SAYS, **kind.OF_ASSIGNMENT))) for kind in KINDS_OF_MARKS)
    )
