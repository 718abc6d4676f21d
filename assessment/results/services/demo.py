"""The demo: a small campaign of each track, made by the same commands and services that a user has."""

from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import transaction

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.services.campaigns import change_state, write_guidelines
from assessment.judging.services.handover import add_assessor
from assessment.judging.services.samples import require_training
from assessment.judging.services.training import begin_try, finish_try, save_grades
from assessment.people import services as people
from assessment.people.models import Account, RoleName
from assessment.results.services.demo_judging import finish_ready, run
from assessment.results.services.demo_nuggets import judge_nuggets
from assessment.submissions.services.teams import ensure_team, set_team_members
from documents.models import Collection

FOLDER = Path(settings.BASE_DIR) / "demo"
COLLECTIONS = Path(settings.BASE_DIR) / "collections"
PASSWORD = "open the assize"


class Person(NamedTuple):
    """A demo account and what it does in every campaign."""

    username: str
    name: str
    roles: tuple[str, ...]
    languages: tuple[str, ...] = ("en",)


PEOPLE = (
    Person("admin", "Site admin", ()),
    Person("olga", "Olga Organizer", (RoleName.ADMIN, RoleName.ORGANIZER)),
    Person("jude", "Jude Adjudicator", (RoleName.ADJUDICATOR,)),
    Person("ada", "Ada Assessor", (RoleName.ASSESSOR,), ("en", "de")),
    Person("ben", "Ben Assessor", (RoleName.ASSESSOR,)),
    Person("cleo", "Cleo Assessor", (RoleName.ASSESSOR,), ("en", "fr")),
    Person("lake", "Lea of team lake", (RoleName.PARTICIPANT,)),
    Person("harbor", "Hari of team harbor", (RoleName.PARTICIPANT,)),
)


def site_is_in_use() -> bool:
    """Whether there is anything to lose."""
    return Campaign.objects.exists() or Account.objects.exists()


def demo_is_here() -> bool:
    """Whether what is there is the demo, or began as it."""
    return (
        Campaign.objects.filter(slug="coast-facts").exists()
        and Account.objects.filter(username="olga").exists()
    )


@transaction.atomic
def seed_demo() -> None:
    """Make the accounts, the sample collections and the campaigns; all or nothing."""
    for name in ("halden-newswire", "town-notes", "harbour-talk"):
        if not Collection.objects.filter(slug=name).exists():
            run("import_collection", str(COLLECTIONS / name))
    accounts = {person.username: _account(person) for person in PEOPLE}
    _coast_facts(accounts)
    _comet_series(accounts)
    _tide_opinions(accounts)


def _account(person: Person) -> Account:
    return people.create_account(
        username=person.username,
        password=PASSWORD,
        by=None,
        display_name=person.name,
        languages=person.languages,
        site_admin=person.username == "admin",
    )


def _coast_facts(accounts: dict[str, Account]) -> None:
    """A TREC-8 campaign in the middle of adjudication."""
    slug, title = "coast-facts", "Coast facts 2026"
    run("create_campaign", slug, "--track", "trec8", "--title", title, "--collection", "halden-newswire")
    campaign = _people_and_text(slug, accounts)
    run("import_questions", slug, str(FOLDER / slug / "questions.txt"))
    run("import_development", slug, str(FOLDER / slug / "known-answers.txt"), "--format", "answers")
    change_state(campaign=campaign, to=State.OPEN, by=accounts["olga"])
    for file in sorted((FOLDER / slug / "runs").iterdir()):
        length = "250" if "250" in file.stem else "50"
        run("submit_run", slug, str(file), "--team", _team(file), "--length", length)
    change_state(campaign=campaign, to=State.CLOSED, by=accounts["olga"])
    _judge(campaign)
    finish_ready(campaign)
    run("adjudicate", slug, str(FOLDER / slug / "adjudications.csv"))
    for rule in ("intersection", "union"):
        run("score", slug, "--rule", rule)


def _comet_series(accounts: dict[str, Account]) -> None:
    """A TREC 2004 campaign, still open for runs, half judged."""
    campaign = _series(
        accounts,
        ("comet-series", "series2004", "Comet series 2026", "halden-newswire"),
        ("judges=2", "list_view=run", "deadline=2027-06-30 23:59 Europe/Paris"),
        ("questions.xml", "--target-types", str(FOLDER / "comet-series" / "target-types.txt")),
    )
    run("import_document_lists", campaign.slug, str(FOLDER / campaign.slug / "document-lists.txt"))
    _judge(campaign)
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
    _judge(campaign)
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
    campaign = _people_and_text(slug, accounts)
    run("import_questions", slug, str(FOLDER / slug / questions[0]), *questions[1:])
    change_state(campaign=campaign, to=State.OPEN, by=accounts["olga"])
    for file in sorted((FOLDER / slug / "runs").iterdir()):
        run("submit_run", slug, str(file), "--team", _team(file), "--priority", file.stem[-1])
    for format, known in (("answers", "known-answers.txt"), ("nuggets", "known-nuggets.txt")):
        run("import_development", slug, str(FOLDER / slug / known), "--format", format)
    return campaign


def _people_and_text(slug: str, accounts: dict[str, Account]) -> Campaign:
    campaign = Campaign.objects.get(slug=slug)
    for person in PEOPLE:
        if person.roles:
            _join(campaign, person, accounts[person.username])
    text = (FOLDER / slug / "guidelines.txt").read_text(encoding="utf-8")
    write_guidelines(campaign=campaign, text=text, by=accounts["olga"])
    run("import_training", slug, str(FOLDER / slug / "training.csv"))
    _train(campaign, accounts)
    return campaign


def _train(campaign: Campaign, accounts: dict[str, Account]) -> None:
    """Training is asked for: ada has done one sample question, with a single grade unlike the key, and ben has begun."""
    require_training(campaign=campaign, required=True, by=accounts["olga"])
    question = campaign.training_questions.current()[0]
    keys = dict(question.items.order_by("pk").values_list("pk", "right_grade"))
    first = next(iter(keys))
    for name, grades in (("ada", keys | {first: question.scale.grades[-1]}), ("ben", {first: keys[first]})):
        account = accounts[name]
        member = campaign.members.get(account=account)
        attempt = begin_try(question=question, member=member, by=account)
        save_grades(try_id=attempt.pk, grades=grades, by=account)
        if len(grades) == len(keys):
            finish_try(try_id=attempt.pk, by=account)


def _join(campaign: Campaign, person: Person, account: Account) -> None:
    member = people.ensure_member(
        campaign=campaign, name=person.username, roles=person.roles, by=None, account=account
    )
    if RoleName.PARTICIPANT in person.roles:
        team = ensure_team(by=account, campaign=campaign, name=person.username)
        set_team_members(by=account, team=team, members=[member])


def _team(run: Path) -> str:
    return run.stem.rstrip("0123456789ab")


def _judge(campaign: Campaign) -> None:
    """Pool, take in the judgments, and give out what is left."""
    run("pool", campaign.slug)
    run("import_judgments", campaign.slug, str(FOLDER / campaign.slug / "judgments.csv"))
    run("assign", campaign.slug)
