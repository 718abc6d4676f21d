"""The demo's campaign of answers with citations: two people grade segments, look for nuggets and check citations, and a program does, too."""

from assessment.assignments.services.handover import add_assessor
from assessment.campaigns.models import Campaign, State
from assessment.campaigns.services.campaigns import change_state
from assessment.people.models import Account
from assize.demo.people import people_and_text
from assize.demo.steps import FOLDER, finish_ready, run

SLUG = "cited-answers"
PRIMARY = ("ada", "ben")  # in turn, each the first in every other topic; the other weighs the nuggets
# The program is made by a team that has a run here, so that its scores say whom they may favour.
PROGRAM = ("--name", "weigher", "--of-version", "1", "--model", "gullwing-7", "--family", "gullwing")
MADE = ("--team", "gull", "--parameters", "temperature 0", "--made-on", "2026-11-02")


def cited_answers(accounts: dict[str, Account]) -> None:
    """A campaign of TREC RAG: of eight topics five are judged whole, one is begun in its third task, one in its first."""
    named = ("--track", "rag", "--title", "Cited answers 2026", "--collection", "coast-segments")
    run("create_campaign", SLUG, *named, "--set", "judges=2")
    campaign = people_and_text(SLUG, accounts)
    run("import_questions", SLUG, _file("topics.jsonl"))
    run("import_development", SLUG, _file("known-nuggets.txt"), "--format", "nuggets")
    change_state(campaign=campaign, to=State.OPEN, by=accounts["olga"])
    for file in sorted((FOLDER / SLUG / "runs").iterdir()):
        run("submit_run", SLUG, str(file), "--team", file.stem[:-1])
    change_state(campaign=campaign, to=State.CLOSED, by=accounts["olga"])
    run("pool", SLUG)
    _assign(campaign, accounts["olga"])
    _judge()
    finish_ready(campaign)
    run("adjudicate", SLUG, _file("adjudications.csv"))
    run("score", SLUG, "--rule", "assessor:weigher@1", "--partial")
    for rule in ("intersection", "union"):
        run("score", SLUG, "--rule", rule)
    run("study", SLUG, "--rule", "union")


def _assign(campaign: Campaign, organizer: Account) -> None:
    """Give each topic to both, and to one of them first: whoever is first says which nuggets answers hold."""
    for number, question in enumerate(campaign.questions.filter(type="NUGGETS").order_by("position")):
        member = campaign.members.get(name=PRIMARY[number % 2])
        add_assessor(question=question, member=member, by=organizer)  # of all that is asked of the topic
    run("assign", SLUG, "--assessors", ",".join(PRIMARY))


def _judge() -> None:
    """What the two people and the program say."""
    run("import_judgments", SLUG, _file("judgments.csv"))
    run("import_matches", SLUG, _file("matches.csv"))
    run("import_votes", SLUG, _file("votes.csv"))
    run("import_machine", SLUG, _file("machine-judgments.csv"), *PROGRAM, *MADE)
    run("import_machine", SLUG, _file("machine-matches.csv"), "--matches", *PROGRAM, *MADE)


def _file(name: str) -> str:
    return str(FOLDER / SLUG / name)
