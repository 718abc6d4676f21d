"""A campaign with everything in it that somebody must not see, and one client for each kind of visitor."""

from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from django.utils import timezone

from assessment.adjudication.services.adjudicate import decide
from assessment.campaigns.models import (
    Campaign,
    Guidelines,
    Question,
    Series,
    State,
)
from assessment.campaigns.selectors.document_lists import Licence
from assessment.campaigns.services import SourceFile, create_campaign
from assessment.campaigns.services.candidates import enter_candidate
from assessment.campaigns.services.checked_files import CHECK
from assessment.campaigns.services.document_lists import accept_licence, import_document_lists
from assessment.campaigns.services.drafts import Draft, DraftQuestion
from assessment.campaigns.services.imports import pack, record_import
from assessment.development.services.query_log_choice import CHECK_LOG
from assessment.jobs.models import Job
from assessment.jobs.services.lifecycle import enqueue
from assessment.judging.models import (
    AnswerClass,
    Assignment,
    BatchState,
    ChangeBatch,
    WorkMove,
)
from assessment.judging.services.judgments import record_judgment
from assessment.people.models import Account, Member, RoleName
from assessment.people.services import accounts as people
from assessment.people.services.tokens import make_token
from assessment.results.services.scores import score
from assessment.studies.services.studies import make_study
from assessment.submissions import services as submissions
from assessment.submissions.models import PoolItem, Run, TeamApplication
from assessment.training.models import TrainingAttempt
from assessment.training.models.samples import Sample, SampleItem
from assessment.training.services.samples import write_sample
from assessment.training.services.training import begin_try, finish_try, save_grades
from assessment.webhooks.services.webhooks import add_webhook, send_trial
from documents.links import document_url
from documents.models import Collection
from documents.search.indexes import build as build_index
from scoring.evaluations.gallery import gallery
from scoring.studies.options import Options
from tests.client import Client
from tests.documents.helpers import import_records, record
from tests.factory import (
    give,
    make_account,
    make_assignment,
    make_campaign,
    make_items,
    make_member,
    make_questions,
)
from tests.submissions import tongues
from tests.submissions.scene import DOCIDS, QIDS, as_bytes, submit, team_of, whole_run

OUTSIDE = ("anonymous", "closed")
VISITORS = (
    *OUTSIDE,
    "stranger",
    "foreign",
    "site admin",
    "admin",
    "organizer",
    "adjudicator",
    "assessor",
    "other assessor",
    "participant",
    "rival",
)

# What nobody may learn who judges: runs, teams, scores, known answers, and what others said.
HIDDEN_FROM_ASSESSORS = (
    "secretlkg",
    "secrettern",
    "lkg",
    "tern",
    "knownsecret",
    "decidedsecret",
    "disput",
    "keysecret",
)


@dataclass(frozen=True, eq=False)
class House:
    """The campaign, the rows that addresses name, and who is who."""

    campaign: Campaign
    question: Question
    items: list[PoolItem]
    mine: Assignment
    theirs: Assignment
    run: Run
    rivals_run: Run
    accounts: dict[str, Account]
    clients: dict[str, Client]
    invitation: str
    my_try: TrainingAttempt
    job: Job
    site_job: Job
    my_list: Assignment
    my_nuggets: Assignment
    my_page: Assignment
    tongues: Campaign
    token: int

    def document(self, reader: str = "assessor") -> str:
        """The address of a document, made for one reader."""
        return document_url("wire", DOCIDS[0], reader=str(self.accounts[reader].pk))


def build(folder: Path) -> House:
    """Make the campaign by the same services as the site."""
    import_records(folder, *(record(docid, "Halden saw it.") for docid in DOCIDS))
    build_index(Collection.visible.get(slug="wire"))
    campaign = make_campaign(
        "house",
        collection_slug="wire",
        state=State.OPEN,
        settings={"judges": 2},
        search_judging=True,
        search_for_teams=True,
    )
    questions = make_questions(campaign, *QIDS, type="factoid")
    Guidelines.objects.create(campaign=campaign, version=1, text="Be fair.", made_by=None)
    AnswerClass.objects.create(question=questions[0], name="1", text="knownsecret", origin="development")
    Series.objects.create(campaign=campaign, key="S", position=1, target="Sow Rock")
    Campaign.objects.filter(pk=campaign.pk).update(candidates_of_assessors=3, candidates_of_participants=3)
    campaign.refresh_from_db()
    draft = Draft([DraftQuestion("factoid", "Who is knownsecret?", known="knownsecret")])
    enter_candidate(campaign=campaign, draft=draft, by=None)
    accounts = _accounts(campaign)
    _give_out_lists(campaign, accounts)
    run, rivals_run = (
        submit(campaign, as_bytes(whole_run(f"secret{team}", answer)), team=team)
        for team, answer in (("lkg", "Halden {}"), ("tern", "Orland {}"))
    )
    submissions.pool(by=accounts["organizer"], campaign=campaign)
    items = list(PoolItem.objects.filter(question=questions[0]).order_by("answer"))
    mine = make_assignment(questions[0], accounts["assessor"])
    theirs = make_assignment(questions[0], accounts["other assessor"])
    _judge(items, mine, theirs, accounts)
    WorkMove.objects.create(campaign=campaign, member=mine.member, kind="relieved", state="moved")
    campaign.state = State.CLOSED
    campaign.save()
    score(campaign=campaign, rule="union", by=None)
    make_study(campaign=campaign, options=Options("union", samples=10, trials=1, resamples=100), by=None)
    invitation = people.invite(campaign=campaign, name="Zoe", roles=["assessor"], by=accounts["organizer"])
    clients = _clients(accounts)
    people.set_account_open(account=accounts["closed"], is_open=False, by=accounts["site admin"])
    job, site_job = (enqueue(kind="submissions.pool", by=None, campaign=where) for where in (campaign, None))
    my_try = _train(campaign, mine, theirs, accounts)
    rows = (campaign, questions[0], items, mine, theirs, run, rivals_run)
    people_there = (accounts, clients, invitation)
    given = (*_series(accounts["assessor"]), _page(accounts["assessor"]))
    _import_into(campaign)
    _with_own_evaluation()
    token = make_token(account=accounts["assessor"], by=None).row.pk
    hook = add_webhook(
        campaign=campaign, url="https://example.org/", happenings=["job.done"], by=None
    ).webhook
    send_trial(webhook=hook)
    return House(*rows, *people_there, my_try, job, site_job, *given, _in_tongues(accounts), token)


def _accounts(campaign: Campaign) -> dict[str, Account]:
    team_of(campaign, "lkg", "ann")
    team_of(campaign, "tern", "tom")
    return {
        "closed": make_member(campaign, "cleo", "admin", "organizer", "assessor"),
        "stranger": make_account("sam"),
        "foreign": make_member(make_campaign("elsewhere"), "fred", *RoleName.values),
        "site admin": make_account("root", site_admin=True),
        "admin": make_member(campaign, "alma", "admin"),
        "organizer": Account.objects.get(username="olga"),
        "adjudicator": make_member(campaign, "dora", "adjudicator"),
        "assessor": make_member(campaign, "ada", "assessor"),
        "other assessor": make_member(campaign, "ben", "assessor"),
        "participant": Account.objects.get(username="ann"),
        "rival": Account.objects.get(username="tom"),
    }


def _series(assessor: Account) -> tuple[Assignment, Assignment]:
    """A list question with an answer judged correct, and an Other question, in a campaign of one assessor."""
    campaign = make_campaign("series", "series2004")
    (listed,) = make_questions(campaign, "1.2", type="LIST", series="1")
    (other,) = make_questions(campaign, "2.4", type="OTHER", series="2")
    (item,) = make_items(listed, ("D1", "Aster"))
    make_items(other, ("D1", "a lamp"))
    assignments = make_assignment(listed, assessor), make_assignment(other, assessor)
    record_judgment(
        by=assessor,
        assignment_id=assignments[0].pk,
        item_id=item.pk,
        seen=0,
        client_id=uuid4(),
        grade="correct",
    )
    return assignments


def _page(assessor: Account) -> Assignment:
    """A question that is annotated, in a campaign of one annotator and without its page."""
    (question,) = make_questions(make_campaign("pages", "nq"), "71", type="question")
    return make_assignment(question, assessor)


def _in_tongues(accounts: dict[str, Account]) -> Campaign:
    """A campaign for which the two teams registered, with the same people in the same roles."""
    campaign = tongues.campaign_in_tongues()
    asked = {"group": "Gulls", "affiliation": "Sow Rock", "people": [], "tasks": ["PS"], "pairs": ["EN:EN"]}
    TeamApplication.objects.create(campaign=campaign, account=accounts["stranger"], name="gull", entry=asked)
    draft = Draft([DraftQuestion("Factoid", "Who is knownsecret?", known="knownsecret", language="EN")])
    enter_candidate(campaign=campaign, draft=draft, by=None)
    _with_the_same_people(campaign)
    for who, team in (("participant", "lkga"), ("rival", "tern")):
        registration = tongues.register(campaign, team, "EN:EN", group=f"Group of {team}")
        registration.team.members.set(campaign.members.filter(account=accounts[who]))
    return campaign


def _with_own_evaluation() -> None:
    """A campaign that brought its evaluation, with the same people in the same roles."""
    text = next(entry.text for entry in gallery() if entry.name == "graded")
    _with_the_same_people(create_campaign(slug="brought", title="", evaluation=text, by=None))


def _with_the_same_people(campaign: Campaign) -> None:
    for member in Member.objects.filter(campaign__slug="house", account__isnull=False):
        roles = [row.role for row in member.roles.all()]
        people.ensure_member(
            campaign=campaign, name=member.name, roles=roles, by=None, account=member.account
        )


def _give_out_lists(campaign: Campaign, accounts: dict[str, Account]) -> None:
    """A list of documents, and a licence that everybody accepted, members or not."""
    Collection.visible.filter(slug="wire").update(licence="Keep them.")
    collection = Collection.visible.get(slug="wire")
    listed = SourceFile("lists.txt", f"1 1 {DOCIDS[0]} 2.5\n".encode())
    import_document_lists(campaign=campaign, file=listed, by=accounts["organizer"])
    seen = Licence(collection, collection.licence).sha256
    for account in accounts.values():
        accept_licence(campaign=campaign, seen=seen, by=account)


def _judge(items: list[PoolItem], mine: Assignment, theirs: Assignment, accounts: dict[str, Account]) -> None:
    for who, assignment, grades in (
        ("assessor", mine, ("yes", "no")),
        ("other assessor", theirs, ("no", "no")),
    ):
        for item, grade in zip(items, grades, strict=True):
            record_judgment(
                by=accounts[who],
                assignment_id=assignment.pk,
                item_id=item.pk,
                seen=0,
                client_id=uuid4(),
                grade=grade,
                note=f"note of {who}",
            )
    decide(item=items[0], grade="yes", ground="opinion", note="decidedsecret", by=accounts["adjudicator"])


def _train(
    campaign: Campaign, mine: Assignment, theirs: Assignment, accounts: dict[str, Account]
) -> TrainingAttempt:
    """A sample question that one assessor has begun and the other has done."""
    item = SampleItem(DOCIDS[0], "Halden saw it.", "Halden", "yes", "keysecret")
    sample = Sample("names-1", "factoid", "", "Who saw it?", (item,))
    question = write_sample(campaign=campaign, sample=sample, seen=0, by=accounts["organizer"])
    done = begin_try(question=question, member=theirs.member, by=accounts["other assessor"])
    grades = {question.items.get().pk: "no"}
    save_grades(try_id=done.pk, grades=grades, by=accounts["other assessor"])
    finish_try(try_id=done.pk, by=accounts["other assessor"])
    return begin_try(question=question, member=mine.member, by=accounts["assessor"])


def _clients(accounts: dict[str, Account]) -> dict[str, Client]:
    clients = {"anonymous": Client()}
    for who, account in accounts.items():
        clients[who] = Client()
        clients[who].force_login(account)
    return clients


def _import_into(campaign: Campaign) -> None:
    """A file of judgments that was imported, with somebody who came with it, and one that was only checked."""
    for kind in (
        *("decisions", "judgments", "answers", "questions", "document_lists", "assignments"),
        *("people", "teams", "samples"),
    ):
        gone: dict[str, object] = {"kind": kind, "path": "gone", "said": {}}
        enqueue(kind=CHECK, by=None, campaign=campaign, arguments=gone)
    report = {"added": 0, "changed": 0, "people": [], "joined": [], "new": [], "warnings": []}
    enqueue(kind=CHECK_LOG, by=None, campaign=campaign, arguments={"path": "gone", "wanted": {}})
    file = SourceFile("answers.txt", b"answers")
    record_import(campaign=campaign, kind="answers", files=pack(file), by=None, sentence="Added nothing.")
    source = record_import(
        campaign=campaign,
        kind="judgments",
        files=pack(SourceFile("judgments.csv", b"")),
        by=None,
        sentence="Stored nothing.",
        report=report,
    )
    ChangeBatch.objects.create(campaign=campaign, kind="majorities", state=BatchState.STORED)
    member = Member.objects.create(campaign=campaign, name="came with a file")
    question = campaign.questions.order_by("pk")[0]
    give(question, member, source=source, handed_over_at=timezone.now())
