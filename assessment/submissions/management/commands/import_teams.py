"""Bring teams in from a table."""

from assessment.campaigns.management.intakes import FileCommand


class Command(FileCommand):
    """Makes the teams of a table with their members, or nothing."""

    kind = "teams"
    help = (
        "Make the teams of a CSV table and add their members. Columns: team, members (participants as files name them, "
        "with semicolons between). Nobody leaves a team by it."
    )
