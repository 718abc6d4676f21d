"""A campaign full of canaries at one of its phases, and a browser for everybody who may look at it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.utils import timezone

from assessment.campaigns.models import Campaign, Guidelines, State
from assessment.campaigns.selectors.document_lists import Licence
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.archiving import archive
from assessment.campaigns.services.candidates import enter_candidate
from assessment.campaigns.services.deadlines import move_deadline
from assessment.campaigns.services.document_lists import accept_licence
from assessment.campaigns.services.drafts import Draft, DraftQuestion
from assessment.campaigns.services.imports import pack, record_import
from assessment.campaigns.services.kept_searches import keep_search
from assessment.campaigns.services.readings import read_candidate
from assessment.imports.services.machines import tie_to_questions
from assessment.jobs.models import Job, JobState
from assessment.jobs.services.lifecycle import enqueue
from assessment.judging.models import (
    Assignment,
    BatchState,
    ChangeBatch,
    DraftedNugget,
    Machine,
    Nugget,
    NuggetMatch,
    QuestionPatterns,
    Reading,
    WorkMove,
)
from assessment.judging.services.rulings import ask_organizer, write_ruling
from assessment.notices.services.notify import send_message
from assessment.people.models import Account, Event, Member, Role, RoleName
from assessment.people.services import accounts as people
from assessment.people.services.events import record_event
from assessment.people.services.tokens import make_token
from assessment.results.models import Audience, QrelsSnapshot, RunScore
from assessment.results.services.bundle_import import import_folder
from assessment.results.services.deletion import request_deletion
from assessment.results.services.release import release, take_back
from assessment.results.services.scores import score
from assessment.shared.datetimes import ZonedDatetime
from assessment.studies.models import Study
from assessment.studies.services.studies import make_study
from assessment.submissions.models import PoolItem, TeamApplication
from assessment.submissions.services.registrations import Person, register_team
from assessment.submissions.services.teams import ensure_team
from assessment.training.models import TrainingItem, TrainingQuestion
from assessment.training.models.samples import Sample, SampleItem
from assessment.training.models.training import ANNOTATION
from assessment.training.services.samples import write_sample
from assessment.training.services.training import begin_try
from assessment.webhooks.services.webhooks import add_webhook, send_trial
from documents.models import Collection
from documents.search.finding import Hit
from documents.search.indexes import build as build_index
from scoring.stages import PLACES
from scoring.studies.options import Options
from tests.blindness.bundles import FORMS, TEAMS, Form, person, team_name, write_bundle
from tests.blindness.phases import Phase
from tests.blindness.secrets import Kind, Owner, Secret
from tests.blindness.who import RIGHTS, TOKENS, Who
from tests.client import Client
from tests.documents.helpers import import_records, record
from tests.factory import make_account, make_campaign
from tests.results.golden import golden
from tests.results.settled import settle_everything
from tests.submissions import tongues

SCORES = {Owner.A: 0.7391, Owner.B: 0.2846, Owner.C: 0.6187}
HAPPENINGS = ("job.done", "job.failed", "question.finished", "scores.made")
ROLES = {
    Who.FIRST: RoleName.ASSESSOR,
    Who.SECOND: RoleName.ASSESSOR,
    Who.TEAM_A: RoleName.PARTICIPANT,
    Who.TEAM_B: RoleName.PARTICIPANT,
    Who.ADJUDICATOR: RoleName.ADJUDICATOR,
    Who.ORGANIZER: RoleName.ORGANIZER,
    Who.ADMIN: RoleName.ADMIN,
}
ALL_ROLES = (RoleName.ASSESSOR, RoleName.PARTICIPANT, RoleName.ADJUDICATOR, RoleName.ORGANIZER)
HALL = "hall"  # the campaign of canaries
ELSEWHERE = "elsewhere"  # a campaign of the same form, without a canary


@dataclass
class Scene:
    """The campaign, who is who, and the secrets that are no words: tokens and links, as they are spelled."""

    form: Form
    phase: Phase
    campaign: Campaign
    accounts: dict[str, Account] = field(default_factory=dict)
    spelled: dict[str, Secret] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    number: int = field(default_factory=count().__next__)  # copies of one that was built have the same

    @cached_property
    def clients(self) -> dict[str, Client]:
        """A browser for everybody."""
        clients = {Who.NOBODY: Client(raise_request_exception=True)}
        for who, account in self.accounts.items():
            clients[who] = Client()
            clients[who].force_login(account)
        for who, token in self.tokens.items():
            clients[who] = Client(HTTP_AUTHORIZATION=f"Bearer {token}")
        return clients

    def assignment_of(self, who: str, number: int = 0) -> Assignment | None:
        """One of somebody's assignments, by question."""
        rows = Assignment.objects.filter(member__account=self.accounts[who]).order_by(
            "question__position", "pk"
        )
        return rows[number : number + 1].first()

    def is_past(self, phase: Phase) -> bool:
        """Whether the campaign has come to a phase."""
        return self.phase.built_as.number >= phase.number


def build(name: str, phase: Phase, folder: Path) -> Scene:
    """Make the campaign of a form of judging as it is at a phase."""
    form = FORMS[name]
    bundle = write_bundle(form, phase, folder / "bundle")
    campaign = import_folder(folder=bundle, slug=HALL, by=None).campaign
    scene = Scene(form, phase, campaign)
    _people(scene)
    if form.collection:
        _documents(scene, folder / "documents")
    if phase is Phase.OPEN:
        _set(campaign, state=State.OPEN)
    _before(scene)
    if scene.is_past(Phase.JUDGING):
        _judging(scene)
    if scene.is_past(Phase.SCORED):
        _scored(scene)
    if phase in AFTERWARDS:
        AFTERWARDS[phase](scene)
    campaign.refresh_from_db()
    return scene


def _set(campaign: Campaign, **fields: Any) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(**fields)
    campaign.refresh_from_db()


def _people(scene: Scene) -> None:
    """Accounts for those of the bundle, and all others; the names of all are canaries."""
    for who, role in ROLES.items():
        owner = _owner(who)
        word = Secret(Kind.NAME, owner).word
        name = f"{word}{role}" if owner is Owner.STAFF and role != RoleName.ADJUDICATOR else word
        _enter(scene, who, owner, name, role)
    _enter(scene, Who.MANY, Owner.THIRD, person(scene.form, scene.form.third), *ALL_ROLES)
    _join(scene, Who.MANY, Owner.C)
    scene.accounts[Who.STRANGER] = make_account("sam")
    scene.accounts[Who.SITE_ADMIN] = make_account("root", site_admin=True)
    scene.accounts[Who.FOREIGN] = make_account("fred")
    elsewhere = import_folder(folder=golden(scene.form.bundle), slug=ELSEWHERE, by=None).campaign
    yonder = make_campaign("yonder")
    for who, campaign in ((Who.FOREIGN, elsewhere), (Who.MANY, yonder), (Who.SITE_ADMIN, yonder)):
        account = scene.accounts[who]
        people.ensure_member(
            campaign=campaign, name=account.username, roles=RoleName.values, by=None, account=account
        )
    _tokens(scene, yonder)


def _enter(scene: Scene, who: str, owner: Owner, name: str, *roles: str) -> None:
    """An account for a member of the campaign with these roles."""
    mail = f"{Secret(Kind.MAIL, owner).word}@example.org"
    account = scene.accounts[who] = make_account(name, email=mail, display_name=name)
    member, _ = Member.objects.update_or_create(
        campaign=scene.campaign, name=name, defaults={"account": account}
    )
    for role in roles:
        Role.objects.get_or_create(member=member, role=role)
    if owner in TEAMS:
        _join(scene, who, owner)


def _join(scene: Scene, who: str, owner: Owner) -> None:
    team = ensure_team(by=None, campaign=scene.campaign, name=team_name(scene.form, owner))
    team.members.add(Member.objects.get(campaign=scene.campaign, account=scene.accounts[who]))


def _tokens(scene: Scene, yonder: Campaign) -> None:
    """The tokens with which programs come, and one that each account has."""
    for who, token in TOKENS.items():
        campaign = {HALL: scene.campaign, "yonder": yonder}.get(token.campaign)
        made = make_token(
            account=scene.accounts[token.of],
            by=None,
            name=who,
            campaign=campaign,
            role=token.role,
            writes=token.writes,
        )
        if token.over:
            long_ago = timezone.now() - timedelta(days=1)
            field_of = {"revoked": "revoked_at", "expired": "expires_at"}
            type(made.row).objects.filter(pk=made.row.pk).update(**{field_of[token.over]: long_ago})
        scene.tokens[who] = made.token
    for who, account in scene.accounts.items():
        for owner in RIGHTS[who].owners:
            token_word = make_token(account=account, by=None, name=f"{who} {owner}").token
            scene.spelled[token_word] = Secret(Kind.TOKEN, owner)
    for who, text in scene.tokens.items():
        owner = next(iter(RIGHTS[TOKENS[who].of].owners))
        scene.spelled[text] = Secret(Kind.TOKEN, owner)


def _documents(scene: Scene, folder: Path) -> None:
    """Some of the documents, which everybody may search whom the settings can let; the teams accepted the licence."""
    campaign = scene.campaign
    items = PoolItem.objects.filter(question__campaign=campaign)
    docids = sorted(set(items.values_list("docid", flat=True)))[:3] or ["HN-0001"]
    import_records(folder, *(record(docid, "Halden saw it.") for docid in docids))
    Collection.visible.filter(slug="wire").update(licence="Keep them.")
    collection = Collection.visible.get(slug="wire")
    build_index(collection)
    _set(
        campaign,
        collection_slug="wire",
        search_developing=True,
        search_judging=True,
        search_for_teams=True,
    )
    for who in (Who.TEAM_A, Who.TEAM_B):
        seen = Licence(collection, collection.licence).sha256
        accept_licence(campaign=campaign, seen=seen, by=scene.accounts[who])


def _enter_candidates(scene: Scene, kind: str) -> None:
    """A candidate question of an organizer, of an assessor and of a team's member; each may read their own."""
    _set(scene.campaign, candidates_of_assessors=9, candidates_of_participants=9)
    for who, owner in (
        (Who.ORGANIZER, Owner.STAFF),
        (Who.FIRST, Owner.FIRST),
        (Who.TEAM_A, Owner.A),
    ):
        word = Secret(Kind.CANDIDATE, owner).word
        question = DraftQuestion(kind, f"Who is {word}?", known=word, language="EN", page="1")
        target = f"Sow Rock of {word}" if scene.campaign.track.series_rules else ""
        row = enter_candidate(
            campaign=scene.campaign, draft=Draft([question], target), by=scene.accounts[who]
        )
        if who != Who.ORGANIZER:  # a vote, which whoever entered it never reads
            organizer, note = scene.accounts[Who.ORGANIZER], Secret(Kind.CANDIDATE, Owner.STAFF).word
            read_candidate(question=row.questions.get(), vote="reject", note=note, by=organizer)


def _before(scene: Scene) -> None:
    """What is there before anybody judges."""
    campaign, organizer = scene.campaign, scene.accounts[Who.ORGANIZER]
    Guidelines.objects.create(campaign=campaign, version=1, text="Be fair.", made_by=organizer)
    kind = campaign.questions.order_by("position")[0].type
    _enter_candidates(scene, kind)
    invited = Secret(Kind.INVITED, Owner.STAFF)
    path = people.invite(
        campaign=campaign,
        name=invited.word,
        roles=["assessor"],
        by=organizer,
        email=f"{invited.word}@example.org",
    )
    scene.links["invitation"] = path
    scene.spelled[path.rstrip("/").rpartition("/")[2]] = invited
    scene.links["password"] = people.make_password_link(account=scene.accounts[Who.SECOND], by=None)
    scene.spelled[scene.links["password"].rstrip("/").rpartition("/")[2]] = Secret(Kind.TOKEN, Owner.SECOND)
    for who in (Who.FIRST, Who.SECOND, Who.TEAM_A, Who.TEAM_B):
        word = Secret(Kind.MESSAGE, _owner(who)).word
        send_message(
            campaign=campaign, to=[scene.accounts[who]], subject=word, text=word, by=organizer, about=word
        )
    _set(campaign, deadline=timezone.now() + timedelta(days=5))
    for owner in (Owner.A, Owner.B):
        move_deadline(
            campaign=campaign,
            deadline=ZonedDatetime(timezone.now() + timedelta(days=9), "UTC"),
            reason=Secret(Kind.EXTENSION, owner).word,
            by=organizer,
            team_name=team_name(scene.form, owner),
        )
    for run_id in campaign.runs.order_by("pk").values_list("run_id", flat=True):
        record_event(by=None, campaign=campaign, verb="run:submitted", subject=run_id)
    _searched(scene)
    _files(campaign, organizer)
    address = f"https://example.org/{Secret(Kind.HOOK, Owner.STAFF).word}"
    hook = add_webhook(campaign=campaign, url=address, happenings=list(HAPPENINGS), by=organizer)
    scene.spelled[hook.secret] = Secret(Kind.TOKEN, Owner.STAFF)
    send_trial(webhook=hook.webhook)
    _training(scene)
    if scene.form is FORMS["passages"]:
        for owner in (Owner.A, Owner.B):
            _register(scene, owner)
    group = Secret(Kind.REGISTRATION, Owner.APPLICANT).word
    asked = {"group": group, "affiliation": group, "people": [], "tasks": [], "pairs": []}
    TeamApplication.objects.create(
        campaign=campaign, account=scene.accounts[Who.STRANGER], name="gull", entry=asked
    )


def _owner(who: str) -> Owner:
    (owner,) = RIGHTS[who].owners - {Owner.DECIDER}
    return owner


def _register(scene: Scene, owner: Owner) -> None:
    team = scene.campaign.teams.get(name=team_name(scene.form, owner))
    word = Secret(Kind.REGISTRATION, owner).word
    person = Person(word, word, f"{word}@example.org")
    entry = tongues.entry(team.name, group=word, affiliation=word, people=(person,))
    register_team(by=None, campaign=scene.campaign, entry=entry, team=team, organizer=True)


def _searched(scene: Scene) -> None:
    """What some of the people looked for."""
    people = (Who.FIRST, Who.SECOND, Who.TEAM_A, Who.TEAM_B, Who.ORGANIZER)
    for who, owner in (*((who, _owner(who)) for who in people), (Who.ADJUDICATOR, Owner.DECIDER)):
        word = Secret(Kind.SEARCH, owner).word
        keep_search(
            campaign=scene.campaign,
            by=scene.accounts[who],
            uid=uuid4(),
            query=word,
            found=1,
            opened=Hit(1, word, 1.0),
        )


def _files(campaign: Campaign, organizer: Account) -> None:
    """Jobs, events and imported files that tell of what organizers did."""
    word = Secret(Kind.JOB, Owner.STAFF).word
    job = enqueue(kind="submissions.pool", by=organizer, campaign=campaign)
    type(job).objects.filter(pk=job.pk).update(
        message=word, result={"sentence": word, "link": ""}, log=[[timezone.now().isoformat(), word]]
    )
    Event.objects.create(account=organizer, campaign=campaign, verb="judgments:imported", subject=word)
    file = SourceFile(f"{word}.txt", word.encode())
    record_import(campaign=campaign, kind="answers", files=pack(file), by=organizer, sentence=word)
    report = {"added": 0, "changed": 0, "people": [], "joined": [], "new": [], "warnings": []}
    file = SourceFile(f"{word}.csv", word.encode())
    record_import(
        campaign=campaign, kind="judgments", files=pack(file), by=organizer, sentence=word, report=report
    )
    campaign.imports.update(reason=word)
    ChangeBatch.objects.create(campaign=campaign, kind="majorities", state=BatchState.STORED, file=word)


def _training(scene: Scene) -> None:
    """A sample question whose key nobody may see before having judged it, or annotated its page."""
    types = scene.campaign.track.question_types
    word = Secret(Kind.REASON, Owner.STAFF).word
    if scene.campaign.track.marks_places:
        _expected(scene, word)
        return
    name, scale = next((name, kind.scale) for name, kind in types.items() if kind.scale)
    item = SampleItem("HN-0001", "Halden saw it.", "Halden", scale.grades[0], word)
    target = "Sow Rock" if scene.campaign.track.series_rules else ""
    sample = Sample("names-1", name, target, "Who saw it?", (item,))
    write_sample(campaign=scene.campaign, sample=sample, seen=0, by=scene.accounts[Who.ORGANIZER])


def _expected(scene: Scene, word: str) -> None:
    """Put there as it is kept: the collection has no pages with boxes, and a bad question needs none."""
    question = TrainingQuestion.objects.create(
        campaign=scene.campaign,
        name="names-1",
        position=1,
        type=scene.campaign.track.types_with(PLACES)[0],
        scale_name=ANNOTATION.name,
        text="Who saw it?",
    )
    TrainingItem.objects.create(
        question=question, docid="HN-0001", right_grade="bad", reason=word, expected={"question": "bad"}
    )
    account = scene.accounts[Who.FIRST]
    begin_try(question=question, member=account.memberships.get(campaign=scene.campaign), by=account)


def _judging(scene: Scene) -> None:
    """What assessors and organizers say to one another, and what was noted of their work."""
    campaign, organizer = scene.campaign, scene.accounts[Who.ORGANIZER]
    for who in (Who.FIRST, Who.SECOND):
        owner = _owner(who)
        thumb = Secret(Kind.THUMB, owner).word
        own = Assignment.objects.filter(member__account=scene.accounts[who])
        own.update(rules_of_thumb=thumb)
        assignment = own.order_by("question__position", "pk").first()
        assert assignment
        item = PoolItem.objects.filter(question=assignment.question_id).order_by("docid", "pk").first()
        asked = ask_organizer(
            by=scene.accounts[who],
            assignment_id=assignment.pk,
            text=Secret(Kind.ASKED, owner).word,
            item_id=item.pk if item else None,
            client_id=uuid4(),
        )
    ruling = Secret(Kind.RULING, Owner.STAFF).word
    write_ruling(campaign=campaign, text=ruling, by=organizer, ruling=asked.pk)
    member = scene.accounts[Who.SECOND].memberships.get()
    move = Secret(Kind.MOVE, Owner.STAFF).word
    WorkMove.objects.create(campaign=campaign, member=member, kind="relieved", state="moved", reason=move)
    record_event(by=organizer, campaign=campaign, verb="assignment:relieved", subject="somebody", reason=move)
    reader = Member.objects.filter(campaign=campaign, name="reader").first()
    if reader:
        model = Secret(Kind.MODEL, Owner.MACHINE).word
        Machine.objects.create(member=reader, name=model, version=model, model=model, parameters=model)
        _matched(campaign, reader)
        _drafted(campaign, reader)
    QuestionPatterns.objects.create(
        question=campaign.questions.order_by("position")[0],
        number=1,
        text=Secret(Kind.PATTERN, Owner.STAFF).word,
        made_by=organizer,
    )


def _matched(campaign: Campaign, reader: Member) -> None:
    """What a program found of nuggets: the first of each question, in every answer."""
    note = Secret(Kind.NOTE, Owner.MACHINE).word
    for nugget in Nugget.objects.filter(question__campaign=campaign, name="1").order_by("pk"):
        tie_to_questions(reader, [nugget.question])
        tied = reader.assignments.get(question=nugget.question_id)
        for item in nugget.question.pool_items.order_by("pk"):
            Reading.ever.create(assignment=tied, item=item, listed="0" * 16, note=note, by_program=True)
            NuggetMatch.ever.create(item=item, nugget=nugget, member=reader, by_program=True)


def _drafted(campaign: Campaign, reader: Member) -> None:
    """What a program would write as nuggets: one for each question that has any."""
    note, text = Secret(Kind.NOTE, Owner.MACHINE).word, Secret(Kind.NUGGET, Owner.MACHINE).word
    for question in campaign.questions.filter(entries__kind="nugget").distinct().order_by("pk"):
        DraftedNugget.at(reader.pk, question.pk, 1, text=text, note=note).save()


def _scored(scene: Scene) -> None:
    """Scores and a study, and what of them was released."""
    campaign = scene.campaign
    settle_everything(campaign)
    campaign.refresh_from_db()
    score(campaign=campaign, rule="adjudicated", by=None)
    options = Options("adjudicated", samples=10, trials=1, resamples=100)
    make_study(campaign=campaign, options=options, by=None)
    if scene.is_past(Phase.TO_TEAMS):
        release(campaign=campaign, by=None, audience=Audience.TEAMS)
    if scene.is_past(Phase.RELEASED):
        release(campaign=campaign, by=None)
    if scene.is_past(Phase.NAMELESS):
        _set(campaign, qrels_for_teams=True, judged_runs="all")
    if scene.is_past(Phase.SHARED):
        _set(campaign, team_names=True)
    _mark_scores(campaign)


def _take_back(scene: Scene) -> None:
    take_back(campaign=scene.campaign, reason=Secret(Kind.TAKEN_BACK, Owner.STAFF).word, by=None)


def _archive(scene: Scene) -> None:
    Job.objects.filter(campaign=scene.campaign).update(state=JobState.DONE, ended_at=timezone.now())
    archive(campaign=scene.campaign, by=scene.accounts[Who.ORGANIZER])


def _delete(scene: Scene) -> None:
    """As it is while a job deletes its rows."""
    Job.objects.filter(campaign=scene.campaign).update(state=JobState.DONE, ended_at=timezone.now())
    archive(campaign=scene.campaign, by=None)
    request_deletion(campaign=scene.campaign, confirm=scene.campaign.slug, by=None)


AFTERWARDS: Mapping[Phase, Callable[[Scene], None]] = {
    Phase.WITHDRAWN: _take_back,
    Phase.ARCHIVED: _archive,
    Phase.DELETING: _delete,
}


def _mark_scores(campaign: Campaign) -> None:
    """Give versions of scores and each run's scores what tells that they were seen."""
    QrelsSnapshot.objects.filter(campaign=campaign).update(
        warnings=[Secret(Kind.WARNING, Owner.STAFF).word], software=Secret(Kind.SOFTWARE, Owner.STAFF).word
    )
    Study.objects.filter(campaign=campaign).update(software=Secret(Kind.SOFTWARE, Owner.MACHINE).word)
    owners = {team_name(FORMS_OF[campaign.track_slug], owner): owner for owner in TEAMS[:2]}
    for row in RunScore.objects.filter(score_set__qrels__campaign=campaign).select_related("run__team"):
        value = SCORES[owners.get(row.run.team.name, Owner.C)]
        row.score = value
        row.measures = {
            name: value if isinstance(number, float) else number for name, number in row.measures.items()
        }
        row.save(update_fields=["score", "measures"])


FORMS_OF: Mapping[str, Form] = {
    "trec8": FORMS["answers"],
    "series2004": FORMS["series"],
    "tac2008": FORMS["nuggets"],
    "respubliqa2010": FORMS["passages"],
    "nq": FORMS["spans"],
}
