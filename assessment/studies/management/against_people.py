"""What the commands about machine assessors do alike: hold one against people, and write or say what was found."""

from pathlib import Path
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.studies.management.commands.study import write
from assessment.studies.services.machines import AgainstPeople, hold_against_people
from scoring.studies.numbers import text_of


class AgainstPeopleCommand(AssizeCommand):
    """A command with the options `campaign` and `name` (of the machine)."""

    def do(self, **options: Any) -> str | Outcome:
        campaign = campaign_named(options["campaign"])
        found = hold_against_people(campaign=campaign, name=options["name"], progress=self.progress)
        text = text_of(found.as_json())
        if options["json"] == "-":
            return text.rstrip("\n")
        if isinstance(options["json"], str):
            write(Path(options["json"]), text, found.sentence)
            return found.sentence
        return Outcome(found.sentence, lines=self.lines(found))

    def lines(self, found: AgainstPeople) -> list[str]:
        """What is said under the sentence."""
        raise NotImplementedError
