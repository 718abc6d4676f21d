"""Bring decisions on disputed items in."""

from assessment.adjudication.management.tables import TableCommand


class Command(TableCommand):
    """Reads an adjudications.csv."""

    kind = "decisions"
    help = "Store the decisions of an adjudications.csv (qid,docid,passage,answer,grade,ground,overruled,adjudicator,note)."
