"""Bring decisions on disputed items in."""

from assessment.adjudication.management.tables import TableCommand
from assessment.adjudication.services.decisions import DecisionsFile


class Command(TableCommand):
    """Reads an adjudications.csv."""

    kind = DecisionsFile.batch.value
    help = "Store the decisions of an adjudications.csv (qid,docid,passage,answer,grade,ground,overruled,adjudicator,note)."
