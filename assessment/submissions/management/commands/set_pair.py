"""Say when a language pair runs."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.submissions.selectors.registrations import PairState, pairs_of
from assessment.submissions.selectors.sentences import pair_set
from assessment.submissions.services.registrations import set_pair

ALWAYS, BY_TEAMS = "always", "by-teams"


class Command(AssizeCommand):
    """Lists the language pairs, or lets one run whatever the number of its teams."""

    help = (
        "List the language pairs with the number of their teams, or let one run whatever that number is. "
        "Example: manage.py set_pair tongues EN:IT always"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("pair", nargs="?", metavar="EN:IT", help="source and target language")
        parser.add_argument(
            "runs",
            nargs="?",
            choices=[ALWAYS, BY_TEAMS],
            default=ALWAYS,
            help=f"{BY_TEAMS}: once two teams registered for it",
        )

    def do(self, **options: Any) -> Outcome:
        campaign = campaign_named(options["campaign"])
        if options["pair"]:
            always = options["runs"] == ALWAYS
            row = set_pair(by=None, campaign=campaign, pair=options["pair"].upper(), always=always)
            return Outcome(pair_set(row), {"pair": str(row), "always": row.always})
        states = list(pairs_of(campaign).states.values())
        lines = [f"{state.label}: {state.teams:,} registered, {state.status}" for state in states]
        active = sum(state.active for state in states)
        return Outcome(
            f"{campaign.slug}: {active:,} of {len(states):,} language pairs run.",
            {"pairs": [_data(state) for state in states]},
            lines,
        )


def _data(state: PairState) -> dict[str, Any]:
    return {
        "pair": state.label,
        "teams": state.teams,
        "questions": state.questions,
        "always": state.always,
        "active": state.active,
    }
