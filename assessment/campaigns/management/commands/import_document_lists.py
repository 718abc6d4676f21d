"""Bring the document lists of a campaign in."""

from assessment.campaigns.management.intakes import FileCommand
from assessment.campaigns.services.document_lists import KIND


class Command(FileCommand):
    """Reads a file of lists: all of them or, where anything is wrong, none."""

    help = "Import what a search engine found for each target of a campaign, in place of the lists there are."
    kind = KIND
    is_table = False
    file_help = "a file with lines of: target rank docid rsv"
