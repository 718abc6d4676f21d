"""Bring in sample questions that assessors learn on."""

from assessment.campaigns.management.intakes import FileCommand
from assessment.training.services.sample_files import COLUMNS


class Command(FileCommand):
    """Takes in all sample questions of a table or, where anything is wrong, none."""

    kind = "samples"
    file_help = f"a table (CSV), one row for each answer, with the columns {', '.join(COLUMNS.names)}"
    help = "Import sample questions with small pools whose right grades and reasons are known."
