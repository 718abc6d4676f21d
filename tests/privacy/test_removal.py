"""What becomes of a person who leaves: nothing names them any more, and no number is another one."""

import csv
import json
import re
import zipfile
import zlib
from datetime import timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.utils import timezone

from assessment.assignments.services.removing import remove_person
from assessment.campaigns.models import Campaign, FileImport
from assessment.jobs.services.lifecycle import enqueue
from assessment.judging.models import BatchState, ChangeBatch
from assessment.judging.selectors.history_check import verify_history
from assessment.judging.services.sealing import seal_history
from assessment.notices.models import Notice, NoticeKind
from assessment.people.models import Account, Event, KeptAnswer, LinkedIdentity, Member
from assessment.people.services.accounts import ensure_member, invite, make_password_link
from assessment.people.services.events import record_event
from assessment.people.services.invitations import renew_invitations
from assessment.people.services.tokens import make_token
from assessment.privacy.selectors.pseudonyms import name_between
from assessment.privacy.services.removal import VERB, remove_personal_data
from assessment.results.models import VersionFile
from assessment.results.services.bundle_import import import_folder
from assessment.results.services.readings import scorer_of
from assessment.results.services.scores import score
from assessment.shared.errors import Refused
from assessment.submissions.models import RegisteredPerson
from assessment.webhooks.models import Webhook
from scoring.rules import derive
from scoring.studies.study import study
from tests.client import Client
from tests.factory import make_account, make_member
from tests.studies.scene import SMALL, golden, made
from tests.submissions import tongues

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]
MAIL, NAME = "marie.curie@example.org", "Marie Skłodowska"
INVITED = "Maria Salomea Skłodowska"
PASSWORD = "correct horse"
# Files as they came in stay byte for byte: their checksums are part of the record.
AS_THEY_CAME = {("submissions", "runfile"), ("campaigns", "importedfile")}


def person(campaign: Campaign, name: str = "bo", *roles: str, **extra: Any) -> Account:
    """An account for somebody of the files."""
    account = make_account(name, display_name=NAME, email=MAIL, **extra)
    Member.objects.filter(campaign=campaign, name=name).update(account=account)
    ensure_member(campaign=campaign, name=name, roles=roles or ("assessor",), by=None, account=account)
    return account


def numbers(campaign: Campaign) -> dict[str, Any]:
    """Everything that is worked out of judgments, by whoever judged, people by their place among all names."""
    scorer = scorer_of(campaign)
    found = study(scorer, SMALL)
    drawn = {seed: derive(scorer.index, f"random:{seed}").grades for seed in range(12)}
    names = sorted(
        campaign.members.filter(machine=None, assignments__isnull=False)
        .values_list("name", flat=True)
        .distinct()
    )
    text = re.sub(
        r'"(first|second)": "([^"]+)"', lambda pair: f'"{pair[1]}": {names.index(pair[2])}', found.as_text()
    )
    written = json.loads(text)
    of_names = {"inputs_sha256", "campaign", "checksum"}
    return {key: json.dumps(part) for key, part in written.items() if key not in of_names} | {
        "drawn": str(drawn)
    }


def agreement_page(campaign: Campaign) -> str:
    """The page of agreement, whose tables name people in the order of their names."""
    admin = Account.objects.filter(username="root").first() or make_account("root", site_admin=True)
    client = Client()
    client.force_login(admin)
    return str(client.get(f"/campaigns/{campaign.slug}/agreement/").content.decode())


def figures_of(page: str) -> str:
    """What a page says, without what is another at each request."""
    return re.sub(r'(nonce|value|data-csrf|content)="[^"]*"', "", page).split("<main", 1)[1]


def held() -> str:
    """Every text in the database, packed ones unpacked, but for files as they came."""
    found = []
    for model in apps.get_models():
        if (model._meta.app_label, model._meta.model_name) in AS_THEY_CAME:
            continue
        for row in model._base_manager.values_list():
            for cell in row:
                packed = bytes(cell) if isinstance(cell, bytes | memoryview) else b""
                text = zlib.decompress(packed).decode(errors="replace") if packed[:1] == b"x" else cell
                found.append(
                    text if isinstance(text, str) else json.dumps(text, default=str, ensure_ascii=False)
                )
    return "\n".join(found)


def told_of(campaign: Campaign, name: str) -> None:
    """What the site tells others of a person: who organizes, an import's report, an answer that a program has."""
    organizer = make_account("olga", email="olga@example.org")
    asks = f"{name} asks:\n\nIs a year enough?"
    Notice.objects.create(
        campaign=campaign, account=organizer, kind=NoticeKind.RULING_ASKED, key="asked", text=asks
    )
    invites = f"{NAME} invites you to {campaign.title}. Open this link to join:"
    Notice.objects.create(
        campaign=campaign, name="Di", kind=NoticeKind.INVITATION, key="invites", text=invites
    )
    people = [{"name": "ann", "items": 3}, {"name": name, "items": 4}]
    FileImport.objects.create(
        campaign=campaign, number=1, kind="judgments", file="all.csv", report={"people": people}
    )
    kept = [f"17 D-1 “Halden”: now “yes” by {name}"]
    ChangeBatch.objects.create(
        campaign=campaign, kind="majorities", state=BatchState.STORED, report={"kept": kept}
    )
    record_event(by=organizer, campaign=campaign, verb="experts:asked", subject=f"ann, {name}")
    answer = {"id": 1, "name": "alpha", "members": [name]}
    KeptAnswer.objects.create(account=organizer, key="k", request_hash="", status=201, body=answer)


def test_nothing_names_the_person_and_no_number_changes(client: Client) -> None:
    campaign = golden("trec8_small")
    account = person(campaign)
    client.force_login(account)
    make_token(account=account, by=account, name="Marie’s laptop")
    LinkedIdentity.objects.create(
        account=account, issuer="https://login.example", subject="her number", email=MAIL
    )
    hook = Webhook.objects.create(
        campaign=campaign, url="https://a.example/", secret_seed="s", made_by=account
    )
    make_password_link(account=account, by=None)
    for name, email in ((INVITED, MAIL), ("Ève", "")):
        invite(campaign=campaign, name=name, roles=["assessor"], by=None, email=email)
    path = renew_invitations(campaign=campaign, invitations=campaign.invitations.all(), by=None)[0].path
    Client().post(path, {"username": "marie2", "password": "plain horse battery"})
    score(campaign=campaign, rule="assessor:bo", by=None, partial=True)
    enqueue(kind="results.score", campaign=campaign, by=None, arguments={"rule": "assessor:bo"})
    told_of(campaign, "bo")
    made(campaign)
    call_command("remove_personal_data", "marie2", "--confirm", "marie2", stdout=StringIO())
    Event.objects.update(at=timezone.now() - timedelta(days=3))
    seal_history()
    before, events, page = numbers(campaign), Event.objects.count(), agreement_page(campaign)

    pseudonym = remove_personal_data(account=account, by=None)

    assert pseudonym == f"person-{account.pk}"
    text = held()
    for name in (MAIL, NAME, INVITED, "Marie’s laptop", "marie2", '"bo"', "assessor:bo", "her number"):
        assert name not in text, name
    assert not re.search(r"\bbo\b", text)
    hook.refresh_from_db()
    assert not hook.is_on  # the receiver may be hers
    assert Event.objects.filter(campaign=campaign, verb="webhook:orphaned", subject="a.example").count() == 1
    former = Member.objects.get(campaign=campaign, name__endswith=pseudonym).name
    assert numbers(campaign) == before
    assert figures_of(agreement_page(campaign).replace(former, "bo")) == figures_of(page)
    verdict = verify_history()
    assert verdict.mismatches == []
    assert any("names were taken out" in note for note in verdict.notes)
    assert Event.objects.filter(verb="account:removed").count() >= 2
    assert Event.objects.count() > events
    assert "/sign-in/" in client.get("/account/").headers["Location"]
    with pytest.raises(Refused, match="removed already"):
        remove_personal_data(account=account, by=None)


@pytest.mark.parametrize("has_left", [False, True])
def test_what_a_team_registered_of_the_person_goes(has_left: bool) -> None:
    campaign = tongues.campaign_in_tongues()
    pia = make_account("pia", display_name="Pia clct", email=tongues.EMAILS["clct"])
    member = ensure_member(campaign=campaign, name="pia", roles=["participant"], by=None, account=pia)
    tongues.register(campaign, "clct").team.members.add(member)
    tongues.register(campaign, "uned")
    if has_left:
        remove_person(member=member, reason="moved away", with_judgments=False, by=None)
    remove_personal_data(account=pia, by=None)
    assert list(RegisteredPerson.objects.order_by("pk").values_list("full_name", "affiliation", "email")) == [
        (f"person-{pia.pk}", "", ""),
        ("Pia uned", "CELCT", tongues.EMAILS["uned"]),
    ]
    assert tongues.EMAILS["clct"] not in held()


def test_a_pseudonym_sorts_where_the_name_did() -> None:
    assert name_between("", "", "person-3", ()) == "person-3"
    assert name_between("ada", "zoe", "person-3", ["person-3"]) == "person-3-2"
    for before, after in (
        ("", "ben"),
        ("ada", "ben"),
        ("ben", "carl"),
        ("zoe", ""),
        ("ümit", ""),
        ("a", "ab"),
    ):
        name = name_between(before, after, "person-3", (before, after))
        assert before < name
        assert not after or name < after
        assert "person-3" in name


def test_who_removes_whom(client: Client) -> None:
    campaign = golden("trec8_small")
    root = make_account("root", site_admin=True)
    ann = person(campaign, "ann")
    boss = make_member(campaign, "boss", "organizer", "admin")
    client.force_login(ann)
    page = client.get("/account/data/").content.decode()
    assert "Remove your personal data" in page
    archive = zipfile.ZipFile(BytesIO(b"".join(client.get("/account/data/file/"))))
    judged = json.loads(archive.read(f"campaigns/{campaign.slug}/judgments.json"))
    assert len(judged) == ann.memberships.get().judgments.count()
    assert json.loads(archive.read("account.json"))["email"] == MAIL
    assert "root" not in "".join(archive.read(name).decode() for name in archive.namelist())
    assert client.get(f"/accounts/{boss.pk}/remove/").status_code == 404
    wrong = {"confirm": "ann", "password": "not it"}
    assert client.post("/account/data/remove/", wrong).status_code == 422
    assert client.post("/account/data/remove/", wrong | {"confirm": "an"}).status_code == 422
    right = {"confirm": "ann", "password": PASSWORD}
    for _ in range(9):
        client.post("/account/data/remove/", wrong)
    for given in (wrong, right):  # what is locked does not tell a right password from a wrong one
        locked = client.post("/account/data/remove/", given)
        assert locked.status_code == 429
        assert "Too many attempts" in locked.content.decode()
        assert "The password is wrong" not in locked.content.decode()
    cache.clear()
    gone = client.post("/account/data/remove/", right, follow=True)
    assert f"person-{ann.pk}" in gone.content.decode()
    ann.refresh_from_db()
    assert (ann.username, ann.email, ann.is_active) == (f"person-{ann.pk}", "", False)
    by = Event.objects.filter(verb=VERB).values_list("account", flat=True)
    assert set(by) == {ann.pk}  # nobody else did it, the command line neither

    client.force_login(boss)
    assert "ask a site admin" in client.get("/account/data/").content.decode()
    assert client.post("/account/data/remove/", {"confirm": "boss", "password": PASSWORD}).status_code == 422
    client.force_login(root)
    answer = client.post(f"/accounts/{boss.pk}/remove/", {"confirm": "boss"})
    assert "last admin" in answer.content.decode()
    make_member(campaign, "other", "admin")
    assert client.post(f"/accounts/{boss.pk}/remove/", {"confirm": "boss"}).status_code == 302
    assert client.post(f"/accounts/{boss.pk}/open/", {"open": "1"}).status_code == 302
    boss.refresh_from_db()
    assert not boss.is_active
    assert "data removed" in client.get("/accounts/").content.decode()
    with pytest.raises(Refused, match="only site admin"):
        remove_personal_data(account=root, by=None)


def test_the_commands(tmp_path: Path) -> None:
    make_account("ada", email=MAIL)
    with pytest.raises(CommandError, match="--confirm ada"):
        call_command("remove_personal_data", "ada")
    call_command("personal_data", "ada", str(tmp_path / "ada.zip"), stdout=StringIO())
    with pytest.raises(CommandError, match="is there already"):
        call_command("personal_data", "ada", str(tmp_path / "ada.zip"))
    out = StringIO()
    call_command("remove_personal_data", "ada", "--confirm", "ada", stdout=out)
    assert "what they did is now person-" in out.getvalue()


@pytest.mark.parametrize("name", ["trec8_small", "tac_small", "nq_small"])
def test_a_bundle_without_names_gives_the_same_numbers(name: str, tmp_path: Path, client: Client) -> None:
    campaign = golden(name)
    people = list(Member.objects.filter(campaign=campaign, machine=None).values_list("name", flat=True))
    call_command("export", campaign.slug, str(tmp_path / "b"), "--without-names", stdout=StringIO())
    names = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, people))})(?![\w-])")
    for table in ("judgments", "assignments", "adjudications", "votes", "matches", "nuggets", "classes"):
        if (file := tmp_path / "b" / f"{table}.csv").exists():
            assert not names.search(_people_of(file)), table
    again = import_folder(folder=tmp_path / "b", slug="again", by=None).campaign
    assert numbers(again) == numbers(campaign)
    client.force_login(make_account("root", site_admin=True))
    answer = client.get(f"/campaigns/{campaign.slug}/exports/bundle-without-names.zip")
    archive = zipfile.ZipFile(BytesIO(b"".join(answer)))
    assert archive.read("assignments.csv") == (tmp_path / "b" / "assignments.csv").read_bytes()


def _people_of(file: Path) -> str:
    """The cells of a table that name people."""
    with file.open(newline="", encoding="utf-8") as text:
        rows = list(csv.DictReader(text))
    return " ".join(row.get("assessor") or row.get("adjudicator") or "" for row in rows)


def test_a_file_of_a_version_that_was_made_before_names_nobody_afterwards() -> None:
    campaign = golden("trec8_small")
    account = person(campaign)
    score(campaign=campaign, rule="assessor:bo", by=None, partial=True)
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer"))
    book = f"/campaigns/{campaign.slug}/results/1/book.html"
    assert "assessor:bo" in client.get(book).content.decode()
    remove_personal_data(account=account, by=None)
    assert not VersionFile.objects.exists()
    assert not re.search(r"\bbo\b", client.get(book).content.decode())
