"""The demo's campaign in several languages: teams register, runs quote paragraphs or keep silent, gold settles some."""

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.services.campaigns import change_state
from assessment.people.models import Account
from assessment.submissions.services.registrations import Person, RegistrationEntry, register_team
from assize.demo.people import PEOPLE, people_and_text
from assize.demo.steps import FOLDER, deadline, finish_ready, judge, run

SLUG = "council-answers"
TEAMS = {  # team id -> the account that registers it, what it answers with, and its pairs
    "lake": ("lake", ("PS", "AS"), ("EN:EN", "DE:DE")),
    "harb": ("harbor", ("PS", "AS"), ("EN:EN", "FR:EN")),
    "gull": ("", ("PS", "AS"), ("EN:EN", "FR:EN")),
    "reef": ("", ("PS", "AS"), ("EN:EN", "DE:DE")),
}


def council_answers(accounts: dict[str, Account]) -> None:
    """A ResPubliQA campaign, open for runs, with three pairs of languages: some judged, some in dispute, some decided."""
    folder, title = FOLDER / SLUG, "Council answers 2026"
    named = ("--track", "respubliqa2010", "--title", title, "--collection", "coast-council")
    run("create_campaign", SLUG, *named, "--set", "judges=2", "--set", f"deadline={deadline()}")
    campaign = people_and_text(SLUG, accounts)
    for pair in ("en-en", "de-de"):
        run("import_questions", SLUG, str(folder / "topics" / f"{pair}.xml"))
    types = ("--target-types", str(folder / "types.txt"))  # of the questions of every pair
    run("import_questions", SLUG, str(folder / "topics" / "fr-en.xml"), *types)
    change_state(campaign=campaign, to=State.OPEN, by=accounts["olga"])
    _register(campaign, accounts)
    run("import_development", SLUG, str(folder / "gold.csv"), "--format", "gold")
    for file in sorted((folder / "runs").iterdir()):
        run("submit_run", SLUG, str(file), "--team", file.stem[:4])
    judge(campaign)
    finish_ready(campaign)
    run("adjudicate", SLUG, str(folder / "adjudications.csv"))
    for rule in ("intersection", "union"):
        run("score", SLUG, "--rule", rule)


def _register(campaign: Campaign, accounts: dict[str, Account]) -> None:
    """Sign the teams up: two by their own people, two by the organizer."""
    names = {person.username: person.name for person in PEOPLE}
    for team_id, (username, tasks, pairs) in TEAMS.items():
        person = Person(
            names.get(username, f"Contact of {team_id}"), "Coast College", f"{team_id}@coast.test"
        )
        entry = RegistrationEntry(team_id, f"Group {team_id}", "Coast College", (person,), tasks, pairs)
        own = campaign.members.filter(name=username) if username else None
        account = accounts[username or "olga"]
        register_team(by=account, campaign=campaign, entry=entry, members=own, organizer=own is None)
