"""Fill an empty site with the demo campaigns."""

from typing import Any

from assessment.results.services import demo
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    help = "Make the demo campaigns and accounts on an empty site; elsewhere do nothing."

    def do(self, **options: Any) -> str:
        """Seed, and print the accounts."""
        if demo.demo_exists():
            return "The site has campaigns or accounts already: no demo was made."
        demo.seed_demo()
        names = ", ".join(person.username for person in demo.PEOPLE)
        return f"Made two demo campaigns. Sign in as {names} with the password: {demo.PASSWORD}"
