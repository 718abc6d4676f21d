"""The people of the demo: accounts, what they do in which campaigns, and how far they are trained."""

from typing import NamedTuple
from uuid import uuid4

from django.contrib.auth.hashers import check_password, make_password
from django.db.models import QuerySet

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.campaigns import write_guidelines
from assessment.judging.services.annotation_answers import Step, StepAnswer
from assessment.people.models import Account, Member, RoleName
from assessment.people.services import accounts as people
from assessment.submissions.services.teams import ensure_team, set_team_members
from assessment.training.models import TrainingAttempt
from assessment.training.services.annotating import say_step
from assessment.training.services.samples import require_training
from assessment.training.services.training import begin_try, finish_try, save_grades
from assize.demo.steps import FOLDER, run

PASSWORD = "open the assize"


class DemoPerson(NamedTuple):
    """A demo account and what it does in its campaigns."""

    username: str
    name: str
    roles: tuple[str, ...]
    languages: tuple[str, ...] = ("en",)
    only: tuple[str, ...] = ()  # the campaigns; empty: all

    @property
    def plays(self) -> bool:
        """Whether this person is of a team."""
        return RoleName.PARTICIPANT in self.roles


PEOPLE = (
    DemoPerson("admin", "Iris Admin", ()),
    DemoPerson("olga", "Olga Organizer", (RoleName.ADMIN, RoleName.ORGANIZER)),
    DemoPerson("jude", "Jude Adjudicator", (RoleName.ADJUDICATOR,), ("en", "de", "fr")),
    DemoPerson("ada", "Ada Assessor", (RoleName.ASSESSOR,), ("en", "de")),
    DemoPerson("ben", "Ben Assessor", (RoleName.ASSESSOR,), ("en", "fr")),
    DemoPerson("cleo", "Cleo Assessor", (RoleName.ASSESSOR,), ("en", "de", "fr")),
    DemoPerson("dora", "Dora Annotator", (RoleName.ASSESSOR,), ("en", "ar"), ("page-answers",)),
    DemoPerson("emil", "Emil Annotator", (RoleName.ASSESSOR,), ("en", "ar"), ("page-answers",)),
    DemoPerson("fern", "Fern Expert", (RoleName.ASSESSOR,), ("en", "ar"), ("page-answers",)),
    DemoPerson("gus", "Gus Expert", (RoleName.ASSESSOR,), ("en", "ar"), ("page-answers",)),
    DemoPerson("lake", "Lea of team lake", (RoleName.PARTICIPANT,)),
    DemoPerson("harbor", "Hari of team harbor", (RoleName.PARTICIPANT,)),
)


ACCOUNTS = f"Sign in as {', '.join(person.username for person in PEOPLE)}; the password is: {PASSWORD}"
LATER = "Its accounts and their password: README.md. A link for a new password: python manage.py password_link NAME"


def make_accounts() -> None:
    """An account of each person. The password, which everybody knows, is hashed once for all: each time costs a fifth of a second."""
    for person in PEOPLE:
        people.create_account(
            username=person.username,
            password=None,
            by=None,
            display_name=person.name,
            languages=person.languages,
            site_admin=person.username == "admin",
        )
    _accounts().update(password=make_password(PASSWORD))


def still_known() -> list[str]:
    """The demo accounts in which somebody gets with the password that everybody knows."""
    rows = list(_accounts().filter(is_active=True).order_by("username"))
    known = {each for each in {row.password for row in rows} if check_password(PASSWORD, each)}
    return [row.username for row in rows if row.password in known]


def demo_accounts() -> dict[str, Account]:
    """The account of each person, by its name."""
    return {account.username: account for account in _accounts()}


def _accounts() -> QuerySet[Account]:
    return Account.objects.filter(username__in=[person.username for person in PEOPLE])


def people_and_text(slug: str, accounts: dict[str, Account]) -> Campaign:
    """A new campaign's people, guidelines and training; its teams too, where they need not register."""
    campaign = Campaign.visible.get(slug=slug)
    for person in PEOPLE:
        if person.roles and slug in (person.only or (slug,)):
            _join(campaign, person, accounts[person.username])
    text = (FOLDER / slug / "guidelines.txt").read_text(encoding="utf-8")
    write_guidelines(campaign=campaign, text=text, by=accounts["olga"])
    training = FOLDER / slug / "training.csv"
    if training.exists():
        run("import_training", slug, str(training))
        _train(campaign, accounts)
    return campaign


def _join(campaign: Campaign, person: DemoPerson, account: Account) -> Member:
    member = people.ensure_member(
        campaign=campaign, name=person.username, roles=person.roles, by=None, account=account
    )
    if person.plays and not campaign.track.registers:
        team = ensure_team(by=account, campaign=campaign, name=person.username)
        set_team_members(by=account, team=team, members=[member])
    return member


def _train(campaign: Campaign, accounts: dict[str, Account]) -> None:
    """Training is asked for: ada has done one sample question, with one thing unlike the key, and ben has begun."""
    require_training(campaign=campaign, required=True, by=accounts["olga"])
    question = campaign.training_questions.current()[0]
    for name in ("ada", "ben"):
        member = campaign.members.get(account=accounts[name])
        attempt = begin_try(question=question, member=member, by=accounts[name])
        goes_on = _annotate if question.is_annotation else _grade
        goes_on(attempt, accounts[name], is_whole=name == "ada")
        if name == "ada":
            finish_try(try_id=attempt.pk, by=accounts[name])


def _grade(attempt: TrainingAttempt, account: Account, *, is_whole: bool) -> None:
    keys = dict(attempt.question.items.order_by("pk").values_list("pk", "right_grade"))
    first = next(iter(keys))
    worst = attempt.question.scale.grades[-1]
    grades = keys | {first: worst} if is_whole else {first: keys[first]}
    save_grades(try_id=attempt.pk, grades=grades, by=account)


def _annotate(attempt: TrainingAttempt, account: Account, *, is_whole: bool) -> None:
    key = attempt.question.items.order_by("pk")[0].annotation
    said: list[tuple[Step, StepAnswer]] = [("question", StepAnswer(question="good"))]
    if is_whole:
        said += [("long", StepAnswer(candidate=key.candidate)), ("short", StepAnswer(yes_no="NONE"))]
    for seen, (step, answer) in enumerate(said):
        say_step(by=account, try_id=attempt.pk, client_id=uuid4(), seen=seen, step=step, answer=answer)
