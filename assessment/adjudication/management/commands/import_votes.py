"""Bring votes on nuggets in."""

from assessment.adjudication.management.tables import TableCommand
from assessment.adjudication.services.nugget_files import VotesFile


class Command(TableCommand):
    """Reads a votes.csv."""

    kind = VotesFile.batch.value
    help = (
        "Store the votes of a votes.csv (qid,nugget,assessor,vote); a vote replaces the assessor's former one, and "
        "without an assessor it is settled."
    )
