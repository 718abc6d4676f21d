"""Bring nugget matches in."""

from assessment.adjudication.management.tables import TableCommand
from assessment.adjudication.services.nugget_files import MatchesFile


class Command(TableCommand):
    """Reads a matches.csv."""

    kind = MatchesFile.batch.value
    help = (
        "Store the nugget matches of a matches.csv (qid,docid,passage,answer,nugget,assessor), beside those that are "
        "there; without an assessor a match is settled."
    )
