"""Holds the judgments of a machine against those of people."""

from assessment.campaigns.models import Campaign
from assessment.results.services.scores import scorer_of
from assessment.shared.errors import Refused
from assessment.shared.say import say
from scoring.studies.machines import AgainstPeople, UnknownMachine, against_people


def hold_against_people(*, campaign: Campaign, name: str) -> AgainstPeople:
    """Where a machine and people differ, and what that does to the ranking. Reads only."""
    try:
        return against_people(scorer_of(campaign).evaluation, name)
    except UnknownMachine as error:
        hint = say("Import its judgments first: import_patterns, or import_judgments --machine.")
        message = say("{problem} Nothing was compared.", problem=error)
        raise Refused(message, "machine_unknown", hint) from None
