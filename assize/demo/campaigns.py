"""The campaigns of the demo, and whether they are there."""

from collections.abc import Callable, Iterator
from pathlib import Path

from django.conf import settings
from django.db import transaction

from assessment.assignments.services.handover import add_assessor
from assessment.campaigns.models import Campaign, State
from assessment.campaigns.services.campaigns import change_state
from assessment.people.models import Account
from assize.demo.cited import cited_answers
from assize.demo.council import council_answers
from assize.demo.nuggets import judge_nuggets
from assize.demo.pages import bring_pages, page_answers
from assize.demo.people import demo_accounts, make_accounts, people_and_text
from assize.demo.steps import FOLDER, deadline, finish_ready, judge, run
from assize.demo.work_days import add_work_days
from documents.models import Collection

COLLECTIONS = Path(settings.BASE_DIR) / "collections"


def site_is_in_use() -> bool:
    """Whether there is anything to lose."""
    return Campaign.visible.exists() or Account.objects.exists()


def demo_is_here(*, begun: bool = False) -> bool:
    """Whether what is there is the demo, or began as it; `begun`: it was to be made, and perhaps was cut off."""
    is_made = begun or Campaign.visible.filter(slug="coast-facts").exists()
    return is_made and Account.objects.filter(username="olga").exists()


def begin_demo() -> None:
    """Make the accounts: whoever sees the site may sign in while the campaigns are still being made."""
    with transaction.atomic():
        make_accounts()


def left_to_make() -> list[str]:
    """The campaigns of the demo that are not there."""
    there = set(Campaign.objects.filter(slug__in=CAMPAIGNS).values_list("slug", flat=True))
    return [slug for slug in CAMPAIGNS if slug not in there]


def make_campaigns() -> Iterator[str]:
    """Make those that are left, each with all that is in it or not at all; gives each that was made."""
    for name in ("halden-newswire", "town-notes", "harbour-talk", "coast-council", "coast-segments"):
        if not Collection.visible.filter(slug=name).exists():
            run("import_collection", str(COLLECTIONS / name))
    bring_pages()
    accounts = demo_accounts()
    for slug in left_to_make():
        with transaction.atomic():
            CAMPAIGNS[slug](accounts)
            add_work_days(Campaign.visible.get(slug=slug))
        yield slug


@transaction.atomic
def seed_demo() -> None:
    """Make the accounts, the sample collections and the campaigns; all or nothing."""
    begin_demo()
    for _ in make_campaigns():
        pass


def _coast_facts(accounts: dict[str, Account]) -> None:
    """A TREC-8 campaign in the middle of adjudication."""
    slug, title = "coast-facts", "Coast facts 2026"
    run("create_campaign", slug, "--track", "trec8", "--title", title, "--collection", "halden-newswire")
    campaign = people_and_text(slug, accounts)
    sources = ("--target-types", str(FOLDER / slug / "sources.csv"))
    run("import_questions", slug, str(FOLDER / slug / "questions.txt"), *sources)
    run("import_development", slug, str(FOLDER / slug / "known-answers.txt"), "--format", "answers")
    change_state(campaign=campaign, to=State.OPEN, by=accounts["olga"])
    for file in sorted((FOLDER / slug / "runs").iterdir()):
        length = "250" if "250" in file.stem else "50"
        run("submit_run", slug, str(file), "--team", _team(file), "--length", length)
    change_state(campaign=campaign, to=State.CLOSED, by=accounts["olga"])
    judge(campaign)
    finish_ready(campaign)
    run("adjudicate", slug, str(FOLDER / slug / "adjudications.csv"))
    for rule in ("intersection", "union"):
        run("score", slug, "--rule", rule)
    run("study", slug, "--rule", "union")


def _comet_series(accounts: dict[str, Account]) -> None:
    """A TREC 2004 campaign, still open for runs, half judged."""
    campaign = _series(
        accounts,
        ("comet-series", "series2004", "Comet series 2026", "halden-newswire"),
        ("judges=2", "list_view=run", f"deadline={deadline()}"),
        ("questions.xml", "--target-types", str(FOLDER / "comet-series" / "target-types.txt")),
    )
    run("import_document_lists", campaign.slug, str(FOLDER / campaign.slug / "document-lists.txt"))
    judge(campaign)
    judge_nuggets(campaign, FOLDER / campaign.slug)
    finish_ready(campaign)
    run("score", campaign.slug, "--rule", "union")


def _tide_opinions(accounts: dict[str, Account]) -> None:
    """A TAC 2008 campaign with votes of three assessors on each nugget; each series has another primary assessor."""
    campaign = _series(
        accounts,
        ("tide-opinions", "tac2008", "Tide opinions 2026", "harbour-talk"),
        ("judges=3",),
        ("questions.txt",),
    )
    change_state(campaign=campaign, to=State.CLOSED, by=accounts["olga"])
    run("pool", campaign.slug)
    for name, qid in (("ada", "1001.1"), ("ben", "1002.1"), ("cleo", "1003.1")):
        question, member = campaign.questions.get(qid=qid), campaign.members.get(name=name)
        add_assessor(question=question, member=member, by=accounts["olga"])  # of its whole series
    judge(campaign)
    judge_nuggets(campaign, FOLDER / campaign.slug)
    finish_ready(campaign)
    for rule in ("intersection", "union"):
        run("score", campaign.slug, "--rule", rule)


def _series(
    accounts: dict[str, Account],
    named: tuple[str, str, str, str],
    options: tuple[str, ...],
    questions: tuple[str, ...],
) -> Campaign:
    """A campaign (slug, track, title, collection) of question series with its people, runs, and what was known before."""
    slug, track, title, collection = named
    settings = [part for option in options for part in ("--set", option)]
    named_as = ("--track", track, "--title", title, "--collection", collection)
    run("create_campaign", slug, *named_as, *settings)
    campaign = people_and_text(slug, accounts)
    run("import_questions", slug, str(FOLDER / slug / questions[0]), *questions[1:])
    change_state(campaign=campaign, to=State.OPEN, by=accounts["olga"])
    for file in sorted((FOLDER / slug / "runs").iterdir()):
        run("submit_run", slug, str(file), "--team", _team(file), "--priority", file.stem[-1])
    for format, known in (("answers", "known-answers.txt"), ("nuggets", "known-nuggets.txt")):
        run("import_development", slug, str(FOLDER / slug / known), "--format", format)
    return campaign


def _team(run: Path) -> str:
    return run.stem.rstrip("0123456789ab")


CAMPAIGNS: dict[str, Callable[[dict[str, Account]], None]] = {
    "coast-facts": _coast_facts,
    "comet-series": _comet_series,
    "tide-opinions": _tide_opinions,
    "council-answers": council_answers,
    "page-answers": page_answers,
    "cited-answers": cited_answers,
}
