"""Nuggets that a program drafted: by API, command and page, side by side with people's, undo, bundle, and who sees them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign, FileImport
from assessment.judging.models import Assignment, DraftedNugget, Machine, Nugget
from assessment.people.services.tokens import make_token
from tests.api.series import by_hand, series
from tests.client import Client
from tests.factory import make_account, make_member
from tests.scenes import Kept, as_built

HEAD = "qid,nugget,importance,docid,confidence,explanation\n"
OIL, STRUCK = "1.3,the lamp  burned whale oil,vital,D-1,0.9,why\n", "1.3,struck by lightning,,,,\n"
FACTS = ("--name", "umbra", "--of-version", "3", "--model", "llama-9b", "--team", "lake")
MACHINE = {"name": "umbra", "version": "3", "model": "llama-9b", "team": "lake"}
PAGE, LISTS = "/campaigns/lamps/judgments/machine/nuggets/", "/campaigns/lamps/drafts/"

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def built(kept: Kept) -> Iterator[Campaign]:
    with kept():
        ada = make_account("ada")
        campaign = series("lamps", ada)
        by_hand(campaign, ada)
        yield campaign


@pytest.fixture
def nested(db: None, built: Campaign) -> Campaign:
    """A series whose nugget question has two nuggets, all judged by ada, who is an organizer."""
    return as_built(built)


def brought(tmp_path: Path, *options: str, rows: str = OIL + STRUCK) -> None:
    file = tmp_path / "drafted.csv"
    file.write_text(HEAD + rows)
    call_command("import_machine", "lamps", str(file), "--drafts", *FACTS, *options)


def drafted() -> list[tuple[str, str]]:
    rows = DraftedNugget.objects.order_by("member__name", "question", "position")
    return list(rows.values_list("text", "importance"))


def test_a_draft_is_replaced_undone_and_kept_in_bundles(
    nested: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    brought(tmp_path, "--check")
    assert "1 draft would be new, 0 changed, 0 the same. Nothing was stored." in capsys.readouterr().out
    assert not Machine.objects.exists()
    brought(tmp_path)
    first = [("the lamp burned whale oil", "vital"), ("struck by lightning", "")]
    assert drafted() == first
    assert DraftedNugget.objects.filter(note="confidence 0.9: why", docid="D-1", position=1).count() == 1
    assert Nugget.objects.count() == 2  # people's list is theirs
    brought(tmp_path)
    assert "0 changed, 1 the same as before" in capsys.readouterr().out
    brought(tmp_path, rows="1.3,the keeper slept,OKAY,,,\n")
    assert drafted() == [("the keeper slept", "okay")]
    brought(tmp_path, "--of-version", "4", "--model", "other")
    assert [*Machine.objects.order_by("version").values_list("version", flat=True)] == ["3", "4"]
    with pytest.raises(CommandError, match="already with another model"):
        brought(tmp_path, "--model", "yet-another")
    # The bundle has it, scores know nothing of it, and it comes back as it was.
    bundle, again = tmp_path / "bundle", tmp_path / "again"
    call_command("export", "lamps", str(bundle))
    call_command("import_bundle", str(bundle), "--slug", "copy")
    call_command("export", "copy", str(again))
    for name in ("machine_nuggets.csv", "machines.csv", "nuggets.csv", "assignments.csv"):
        assert (again / name).read_bytes() == (bundle / name).read_bytes()
    assert (bundle / "machine_nuggets.csv").read_text().splitlines()[1:3] == [
        "1.3,umbra@3,1,the keeper slept,okay,,",
        "1.3,umbra@4,1,the lamp burned whale oil,vital,D-1,confidence 0.9: why",
    ]
    call_command("delete_campaign", "copy", "--confirm", "copy")
    rows = (bundle / "machine_nuggets.csv").read_bytes()
    (bundle / "machine_nuggets.csv").write_bytes(rows.replace(b"1.3,umbra@4,1", b"1.1,ada,1"))
    (bundle / "MANIFEST.sha256").unlink()
    with pytest.raises(CommandError):
        call_command("import_bundle", str(bundle), "--slug", "bad")
    assert "ada is not in machines.csv" in capsys.readouterr().err
    # Undo, the newest first.
    numbers = FileImport.objects.filter(kind="machine-nuggets").order_by("-number")
    for number in numbers.values_list("number", flat=True)[:2]:
        call_command("undo_import", "lamps", str(number), "--reason", "wrong")
    assert drafted() == first
    call_command("undo_import", "lamps", str(numbers[2].number), "--reason", "wrong")
    assert not Machine.objects.exists()
    assert not Assignment.objects.filter(stage="programs").exists()


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("9,whale oil,,,,", "question_unknown"),
        ("1.1,whale oil,,,,", "no_nuggets"),
        ("1.3,  ,,,,", "text_missing"),
        (f"1.3,{'x' * 2001},,,,", "text_too_long"),
        ("1.3,Struck by  Lightning,vital,,,", "duplicate_nugget"),
        ("1.3,whale oil,great,,,", "vote_unknown"),
        ("1.3,whale oil,,,1.5,", "confidence"),
        (f"1.3,whale oil,,{'x' * 256},,", "docid_too_long"),
        ("\n".join(f"1.3,nugget {n},,,," for n in range(501)), "too_many_nuggets"),
    ],
)
def test_a_row_that_is_wrong_refuses_the_whole(
    nested: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str], row: str, code: str
) -> None:
    with pytest.raises(CommandError, match="No draft was stored"):
        brought(tmp_path, rows=STRUCK + row + "\n")
    assert code in capsys.readouterr().err
    assert not DraftedNugget.objects.exists()
    assert not Machine.objects.exists()


def test_programs_send_drafts_and_organizers_read_them(nested: Campaign) -> None:
    olga = make_member(nested, "olga", "organizer")
    address = "/api/v1/campaigns/lamps/machine-nuggets/"
    client = Client(headers={"Authorization": f"Bearer {make_token(account=olga, by=None).token}"})

    def send(nuggets: Any, **facts: str) -> Any:
        body = {"machine": MACHINE | facts, "nuggets": nuggets}
        return client.post(address, body, content_type="application/json")

    given: list[dict[str, Any]] = [
        {"qid": "1.3", "nugget": "whale oil", "importance": "vital", "confidence": 0.5},
        {"qid": "1.3", "nugget": "lightning", "docid": "D-3"},
    ]
    stored = send(given)
    assert stored.status_code == 201, stored.content
    assert (stored.json()["added"], stored.json()["number"]) == (1, FileImport.objects.latest("pk").number)
    again = send(given).json()
    assert (again["unchanged"], again["number"]) == (1, None)
    rows = client.get(address).json()
    assert [
        (one["machine"], one["position"], one["nugget"], one["importance"], one["note"]) for one in rows
    ] == [
        ("umbra@3", 1, "whale oil", "vital", "confidence 0.5"),
        ("umbra@3", 2, "lightning", "", ""),
    ]
    file = SimpleUploadedFile("said.csv", (HEAD + OIL).encode())
    body = {"kind": "machine-nuggets", "file": file, "facts": json.dumps(MACHINE)}
    filed = client.post("/api/v1/campaigns/lamps/imports/", body)
    assert (filed.status_code, filed.json()["review"]["changed"]) == (201, 1)
    assert send(given).json()["changed"] == 1
    assert send(given, model="another").json()["code"] == "machine_differs"
    bad = [{"qid": "1.3"}, given[0] | {"text": "?"}, given[0] | {"nugget": 3}]
    assert [one["code"] for one in send(bad).json()["problems"]] == ["nugget_form"] * 3
    assert send([]).status_code == 422
    for role in ("assessor", "adjudicator", "participant"):
        other = make_member(nested, f"x-{role}", role)
        theirs = Client(headers={"Authorization": f"Bearer {make_token(account=other, by=None).token}"})
        assert theirs.get(address).status_code == 404
        theirs.force_login(other)
        assert {theirs.get(page).status_code for page in (PAGE, LISTS, f"{LISTS}1.3/")} <= {403, 404}


def test_the_page_checks_stores_and_shows_side_by_side(nested: Campaign, client: Client) -> None:
    client.force_login(make_member(nested, "olga", "organizer"))
    assert PAGE in client.get("/campaigns/lamps/imports/").content.decode()
    bad = SimpleUploadedFile("said.csv", (HEAD + "1.3,oil,great,,,\n").encode())
    refused = client.post(PAGE, MACHINE | {"file": bad})
    assert (refused.status_code, "is not a vote" in refused.content.decode()) == (422, True)
    good = SimpleUploadedFile("said.csv", (HEAD + OIL + STRUCK).encode())
    shown = client.post(PAGE, MACHINE | {"file": good}, follow=True).content.decode()
    assert "Drafts for 1 question with 2 nuggets." in shown
    confirm = next(part.split('"')[0] for part in shown.split('action="')[1:] if "/import/" in part[:90])
    assert client.post(confirm).status_code == 302
    assert DraftedNugget.objects.count() == 2
    question = client.get("/campaigns/lamps/questions/1.3/").content.decode()
    assert f"{LISTS}1.3/" in question
    assert all((row.text in question) == (row.kind == "nugget") for row in Nugget._base_manager.all())
    assert "umbra@3" in client.get(LISTS).content.decode()
    side = client.get(f"{LISTS}1.3/").content.decode()
    assert all(word in side for word in ("lightning", "the lamp burned whale oil", "confidence 0.9: why"))
    assert client.get(f"{LISTS}1.1/").status_code == 404
    # A program that only drafted is not among those that can be held against people.
    assert "umbra@3" not in client.get("/campaigns/lamps/studies/machines/").content.decode()


def test_an_organizer_who_is_still_to_judge_a_question_sees_nothing_of_it(
    nested: Campaign, tmp_path: Path, client: Client
) -> None:
    """A secret word in its text and note is shown to ada, who is an organizer and judges it, only once she has finished."""
    secret = "zyzzyva"
    brought(tmp_path, rows=f"1.3,{secret},vital,{secret},,{secret}\n")
    ada = Assignment.objects.get(question__qid="1.3", member__name="ada")
    assert ada.member.account
    client.force_login(ada.member.account)
    addresses = (LISTS, f"{LISTS}1.3/", "/api/v1/campaigns/lamps/machine-nuggets/")
    assert [secret in client.get(one).content.decode() for one in addresses] == [False, True, True]
    Assignment.objects.filter(pk=ada.pk).update(finished_at=None)
    pages = (*addresses, "/", f"/judge/{ada.pk}/", f"/api/v1/campaigns/lamps/assignments/{ada.pk}/nuggets/")
    for page in pages:
        answer = client.get(page)
        assert answer.status_code == 200, page
        assert secret not in answer.content.decode(), page
    assert "hidden until you have judged it" in client.get(LISTS).content.decode()
    assert "Hidden from you for now" in client.get(f"{LISTS}1.3/").content.decode()
