"""Bring nugget matches in."""

from assessment.adjudication.management.tables import TableCommand


class Command(TableCommand):
    """Reads a matches.csv."""

    kind = "matches"
    help = (
        "Store the nugget matches of a matches.csv (qid,docid,passage,answer,nugget,assessor), beside those that are "
        "there; without an assessor a match is settled."
    )
