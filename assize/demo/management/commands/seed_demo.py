"""Fill an empty site with the demo campaigns."""

from typing import Any

from assessment.shared.commands import AssizeCommand
from assize.demo.campaigns import demo_is_here, seed_demo, site_is_in_use
from assize.demo.people import ACCOUNTS, LATER


class Command(AssizeCommand):
    help = "Make the demo campaigns and accounts on an empty site; elsewhere do nothing."

    def do(self, **options: Any) -> str:
        """Seed where there is nothing yet, and print the accounts once."""
        if not site_is_in_use():
            seed_demo()
            return f"Made six demo campaigns. {ACCOUNTS}"
        if demo_is_here():
            return f"The demo campaigns are kept as they are. {LATER}"
        return "The site has campaigns or accounts of its own: no demo was made."
