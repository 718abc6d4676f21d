"""Nuggets that a program found in answers: by API, command and page, where they count, undo, bundle, and who sees them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign, FileImport
from assessment.jobs.models import Job
from assessment.judging.models import Assignment, Machine, Nugget, NuggetMatch, Reading
from assessment.judging.services.changes import undo_as_assessor
from assessment.judging.services.counters import recount
from assessment.judging.services.nuggets import merge_nuggets, remove_nugget, reword_nugget
from assessment.people.services.tokens import make_token
from assessment.submissions.models import PoolItem
from tests.api.series import by_hand, series
from tests.client import Client
from tests.factory import make_account, make_member
from tests.scenes import Kept, as_built

HEAD = "qid,docid,answer,nugget,confidence,explanation\n"
OIL, STRUCK, NOTHING = (
    "D-1,its lamp burned whale oil",
    'D-3,"it was struck by lightning, and burned whale oil again"',
    "D-2,nothing of note",
)
FACTS = ("--name", "umbra", "--of-version", "3", "--model", "llama-9b", "--team", "lake")
MACHINE = {"name": "umbra", "version": "3", "model": "llama-9b", "team": "lake"}

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def built(kept: Kept) -> Iterator[Campaign]:
    """A series whose nugget question has two nuggets in three answers, all judged by ada."""
    with kept():
        ada = make_account("ada")
        campaign = series("lamps", ada)
        by_hand(campaign, ada)
        yield campaign


@pytest.fixture
def nested(db: None, built: Campaign) -> Campaign:
    return as_built(built)


def names() -> dict[str, str]:
    """The names of the nuggets by their text."""
    return dict(Nugget.objects.current().values_list("text", "name"))


def table(*rows: str) -> str:
    """Rows whose nuggets are named by text."""
    known = names()
    return HEAD + "".join(
        "1.3," + row.format(oil=known["whale oil"], bolt=known["lightning"]) + "\n" for row in rows
    )


ALL = (OIL + ",{oil},0.9,why", STRUCK + ",{bolt},,", NOTHING + ",,,")


def brought(tmp_path: Path, *options: str, text: str | None = None) -> None:
    file = tmp_path / "said.csv"
    file.write_text(text if text is not None else table(*ALL))
    call_command("import_machine", "lamps", str(file), "--matches", *FACTS, *options)


def scores(tmp_path: Path, rule: str, *options: str) -> dict[str, Any]:
    file = tmp_path / "scores.json"
    call_command("score", "lamps", "--rule", rule, "--json", str(file), *options)
    found: dict[str, Any] = json.loads(file.read_text())
    return found


def other_f(found: dict[str, Any]) -> dict[str, float]:
    return {run: one["questions"]["1.3"]["other_f"] for run, one in found["runs"].items()}


def said() -> dict[str, set[str]]:
    found = {row.item.answer: set[str]() for row in Reading.programs.select_related("item")}
    for match in NuggetMatch.programs.select_related("item", "nugget"):
        found[match.item.answer].add(match.nugget.text)
    return found


@pytest.mark.both_databases
def test_matches_count_where_a_rule_names_the_program_and_nowhere_else(
    nested: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from scoring.__main__ import main

    before = scores(tmp_path, "adjudicated")
    brought(tmp_path, "--check")
    assert "3 answers would be new, 0 changed, 0 the same" in capsys.readouterr().out
    assert not Machine.objects.exists()
    brought(tmp_path)
    assert said() == {
        "its lamp burned whale oil": {"whale oil"},
        "it was struck by lightning, and burned whale oil again": {"lightning"},
        "nothing of note": set(),
    }
    for rule in ("adjudicated", "majority", "union", "intersection", "random:7", "assessor:ada"):
        after = scores(tmp_path, rule)
        assert other_f(after) == other_f(before)
    assert scores(tmp_path, "adjudicated")["inputs_sha256"] == before["inputs_sha256"]
    with pytest.raises(CommandError, match="did not judge"):  # it graded nothing
        scores(tmp_path, "assessor:umbra@3")
    found = scores(tmp_path, "assessor:umbra@3", "--partial")
    assert other_f(found) == {"lake1": 1.0, "tern1": 0.0}
    assert any("umbra@3 is a machine (version 3)" in one for one in found["warnings"])
    assert any("may favour runs of the team that made it: lake1" in one for one in found["warnings"])
    brought(tmp_path, text=table(OIL + ",,,"))  # another word on one answer
    assert other_f(scores(tmp_path, "assessor:umbra@3", "--partial")) == {"lake1": 0.0, "tern1": 0.0}
    # The bundle has it, its repeat command gives the same bytes, and it comes back as it was.
    bundle, again, offline = tmp_path / "bundle", tmp_path / "again", tmp_path / "offline.json"
    call_command("export", "lamps", str(bundle))
    asked = ("--rule", "assessor:umbra@3", "--partial", "--json", str(offline))
    assert main(["score", str(bundle), *asked]) == 0
    assert offline.read_bytes() == (tmp_path / "scores.json").read_bytes()
    call_command("import_bundle", str(bundle), "--slug", "copy")
    call_command("export", "copy", str(again))
    for name in ("machine_matches.csv", "machines.csv", "matches.csv", "assignments.csv"):
        assert (again / name).read_bytes() == (bundle / name).read_bytes()
    rows = (bundle / "machine_matches.csv").read_bytes().replace(b"umbra@3", b"ada")
    (bundle / "machine_matches.csv").write_bytes(rows)
    (bundle / "MANIFEST.sha256").unlink()
    with pytest.raises(CommandError):
        call_command("import_bundle", str(bundle), "--slug", "bad")
    assert "ada is not in machines.csv" in capsys.readouterr().err
    call_command("delete_campaign", "copy", "--confirm", "copy")


def test_what_was_left_out_or_has_changed_since_is_said(
    nested: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    brought(tmp_path, text=table(*ALL[:2]))
    assert (
        "1 answer of the pool was not matched by umbra@3; the questions are 1.3 (1)."
        in capsys.readouterr().out
    )
    found = scores(tmp_path, "assessor:umbra@3", "--partial")
    assert any("umbra@3 did not mark the nuggets of 1.3" in one for one in found["warnings"])
    brought(tmp_path)
    work = Assignment.objects.get(question__qid="1.3", member__name="ada")
    nugget = Nugget.objects.get(text="lightning")
    Assignment.objects.filter(pk=work.pk).update(finished_at=None)
    reword_nugget(
        by=work.member.account,
        assignment_id=work.pk,
        client_id=uuid4(),
        uid=nugget.uid,
        text="struck by lightning",
        seen="lightning",
    )
    found = scores(tmp_path, "assessor:umbra@3", "--partial")
    assert any("1.3 are no longer those that umbra@3 was asked about" in one for one in found["warnings"])


def test_people_merge_remove_and_undo_without_moving_what_a_program_found(
    nested: Campaign, tmp_path: Path
) -> None:
    brought(tmp_path)
    found = said()
    work = Assignment.objects.get(question__qid="1.3", member__name="ada")
    Assignment.objects.filter(pk=work.pk).update(finished_at=None)
    act: dict[str, Any] = {"by": work.member.account, "assignment_id": work.pk}
    people = sorted(NuggetMatch.objects.values_list("item", "nugget__text"))
    oil, lightning = (Nugget.objects.get(text=text) for text in ("whale oil", "lightning"))
    merge_nuggets(**act, client_id=uuid4(), uid=lightning.uid, number=oil.position, into=oil.uid)
    assert said() == found
    undo_as_assessor(**act, client_id=uuid4())
    assert (said(), sorted(NuggetMatch.objects.values_list("item", "nugget__text"))) == (found, people)
    removed = remove_nugget(**act, client_id=uuid4(), uid=oil.uid)
    assert "marked in 2 answers;" in removed.notices[0]  # by ada
    undo_as_assessor(**act, client_id=uuid4())
    assert said() == found
    assert not recount(campaign=nested, by=None)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("9," + OIL + ",,,", "question_unknown"),
        ("1.1,D-1,in 1843,,,", "no_nuggets"),
        ("1.3,D-1,its lamp,,,", "item_unknown"),
        ("1.3," + OIL + ",n99,,", "unknown_nugget"),
        ("1.3," + OIL + ",,1.5,", "confidence"),
        ("1.3," + OIL + ",,,\n1.3," + OIL + ",1,,", "match_contradiction"),
    ],
)
def test_a_row_that_is_wrong_refuses_the_whole(
    nested: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str], row: str, code: str
) -> None:
    with pytest.raises(CommandError, match="No match was stored"):
        brought(tmp_path, text=table(ALL[1]) + row + "\n")
    assert code in capsys.readouterr().err
    assert not Reading.programs.exists()
    assert not Machine.objects.exists()


def test_an_undo_puts_back_what_was_said_before(nested: Campaign, tmp_path: Path) -> None:
    brought(tmp_path)
    first = said()
    brought(tmp_path, text=table(OIL + ",{bolt},,", OIL + ",{oil},,"))
    assert said()["its lamp burned whale oil"] == {"whale oil", "lightning"}
    call_command("undo_import", "lamps", str(FileImport.objects.latest("pk").number), "--reason", "wrong")
    assert said() == first
    call_command("undo_import", "lamps", str(FileImport.objects.latest("pk").number - 1), "--reason", "wrong")
    assert said() == {}
    assert not Machine.objects.exists()
    assert not Assignment.objects.filter(stage="programs").exists()
    with pytest.raises(CommandError, match="No judgment by umbra@3"):
        scores(tmp_path, "assessor:umbra@3", "--partial")
    brought(tmp_path, "--model", "another")  # the same version may come again as something else


def test_an_undo_leaves_a_program_tied_whose_grades_were_taken_back(nested: Campaign, tmp_path: Path) -> None:
    file = tmp_path / "graded.csv"
    item = PoolItem.objects.filter(question__qid="1.1").first()
    assert item
    file.write_text(f"qid,docid,answer,grade\n1.1,{item.docid},{item.answer},correct\n")
    call_command("import_machine", "lamps", str(file), *FACTS)
    call_command("undo_import", "lamps", str(FileImport.objects.latest("pk").number), "--reason", "wrong")
    brought(tmp_path)
    call_command("undo_import", "lamps", str(FileImport.objects.latest("pk").number), "--reason", "wrong")
    assert said() == {}
    tied = Assignment.objects.of_programs().values_list("question__qid", flat=True)
    assert list(tied) == ["1.1"]  # in whose history it stands


def test_a_bundle_in_which_a_name_is_a_program_and_a_person_is_refused(
    nested: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    brought(tmp_path)
    bundle = tmp_path / "bundle"
    call_command("export", "lamps", str(bundle))
    for name in ("MANIFEST.sha256", "assignments.csv"):
        (bundle / name).unlink()
    rows = (bundle / "matches.csv").read_text()
    (bundle / "matches.csv").write_text(rows.replace("ada", "umbra@3"))
    with pytest.raises(CommandError):
        call_command("import_bundle", str(bundle), "--slug", "bad")
    assert "umbra@3 is a person in nuggets.csv, votes.csv or matches.csv." in capsys.readouterr().err


def test_programs_read_answers_with_nuggets_and_send_matches(nested: Campaign) -> None:
    olga = make_member(nested, "olga", "organizer")
    client = Client(headers={"Authorization": f"Bearer {make_token(account=olga, by=None).token}"})
    answers = client.get("/api/v1/campaigns/lamps/pool-matches/").json()
    assert [one["docid"] for one in answers] == ["D-1", "D-2", "D-3"]
    assert {one["text"] for one in answers[0]["nuggets"]} == {"whale oil", "lightning"}
    given = [
        {key: one[key] for key in ("qid", "docid", "answer")}
        | {"nuggets": [it["name"] for it in one["nuggets"] if it["text"] in one["answer"]], "confidence": 0.5}
        for one in answers
    ]

    def send(matches: Any, **facts: str) -> Any:
        body = {"machine": MACHINE | facts, "matches": matches}
        address = "/api/v1/campaigns/lamps/machine-matches/"
        return client.post(address, body, content_type="application/json")

    stored = send(given)
    assert stored.status_code == 201, stored.content
    assert (stored.json()["added"], stored.json()["number"]) == (3, FileImport.objects.latest("pk").number)
    assert NuggetMatch.programs.count() == 3
    assert Reading.programs.filter(note="confidence 0.5").count() == 3
    again = send(given).json()
    assert (again["unchanged"], again["number"]) == (3, None)
    assert send(given, model="another").json()["code"] == "machine_differs"
    assert send(given, name="ada", version="").status_code == 400
    bad = [given[0] | {"nuggets": ["?"]}, {"qid": "1.3"}, given[1] | {"nuggets": "1"}]
    assert [one["code"] for one in send(bad).json()["problems"]] == ["match_form", "match_form"]
    assert [one["code"] for one in send(bad[:1]).json()["problems"]] == ["unknown_nugget"]
    assert send([]).status_code == 422
    for role in ("assessor", "adjudicator", "participant"):
        other = make_member(nested, f"x-{role}", role)
        theirs = Client(headers={"Authorization": f"Bearer {make_token(account=other, by=None).token}"})
        assert theirs.get("/api/v1/campaigns/lamps/pool-matches/").status_code == 404
        assert theirs.get("/campaigns/lamps/judgments/machine/matches/").status_code != 200


@pytest.mark.both_databases
def test_the_page_checks_shows_and_stores(nested: Campaign, client: Client) -> None:
    client.force_login(make_member(nested, "olga", "organizer"))
    page = "/campaigns/lamps/judgments/machine/matches/"
    assert page in client.get("/campaigns/lamps/imports/").content.decode()
    bad = SimpleUploadedFile("said.csv", (HEAD + "1.3," + OIL + ",n99,,\n").encode())
    refused = client.post(page, MACHINE | {"file": bad})
    assert (refused.status_code, "has no nugget" in refused.content.decode()) == (422, True)
    good = SimpleUploadedFile("said.csv", table(*ALL[:2]).encode())
    shown = client.post(page, MACHINE | {"file": good}, follow=True).content.decode()
    assert "1 answer of the pool was not matched by umbra@3" in shown
    address = next(
        part.split('"')[0] for part in shown.split('action="')[1:] if "/import/" in part.split('"')[0]
    )
    assert client.post(address).status_code == 302
    assert NuggetMatch.programs.count() == 2
    reports = "/campaigns/lamps/studies/machines/"
    assert client.post(reports, {"name": "umbra@3"}).status_code == 302
    found = client.get(reports, {"name": "umbra@3"}).content.decode()
    assert "in 2 answers to 1 questions: 2 found by both, 0 by umbra@3 alone, 1 by people alone" in found
    assert "umbra@3 may favour runs of the team that made it: lake1." in found
    assert "its lamp burned whale oil" not in found  # both found the same there
    assert "it was struck by lightning" in found
    assert "saw a program’s drafts while writing these nuggets" in found
    machine = Assignment.objects.filter(stage="programs").values("member")[:1]
    Assignment.objects.of_people().filter(question__qid="1.3").update(shown=machine)
    assert client.post(reports, {"name": "umbra@3"}).status_code == 302
    found = " ".join(client.get(reports, {"name": "umbra@3"}).content.decode().split())
    assert "nuggets were written with a program’s drafts in view: 1.3." in found
    client.force_login(make_member(nested, "judy", "adjudicator"))
    found = client.get(reports, {"name": "umbra@3"}).content.decode()
    assert "it was struck by lightning" not in found
    assert "shown to organizers alone" in " ".join(found.split())


@pytest.mark.both_databases
def test_a_comparison_from_before_pairs_were_counted_says_nothing_of_them(
    nested: Campaign, tmp_path: Path, client: Client
) -> None:
    file = tmp_path / "said.csv"
    file.write_text(table(*ALL))
    call_command("import_machine", "lamps", str(file), "--matches", *FACTS)
    client.force_login(make_member(nested, "olga", "organizer"))
    reports = "/campaigns/lamps/studies/machines/"
    client.post(reports, {"name": "umbra@3"})
    job = Job.objects.get(kind="studies.machine")
    ranking = {"tau": 1.0, "swaps": 0, "tied": 0, "tau_b": 1.0, "tau_ap": 1.0}
    matches = job.checkpoint["comparison"]["matches"]
    matches |= {"ranking": ranking, "significant": {"reversed": 0}}
    del matches["levels"], matches["scales"]
    job.save()
    found = " ".join(client.get(reports, {"name": "umbra@3"}).text.split())
    assert "Tau-ap is 1.000" in found
    assert "Rankings at three levels" not in found
    assert "What both say" not in found
    assert "Pairs of runs the other way round" not in found


@pytest.mark.both_databases
def test_nobody_who_judges_or_decides_sees_what_it_matched(
    nested: Campaign, tmp_path: Path, client: Client
) -> None:
    """A secret word in its name, model and note is on no page and in no answer for those who judge and decide."""
    secret = "zyzzyva"
    file = tmp_path / "said.csv"
    file.write_text(table(*ALL).replace("why", secret))
    facts = ("--name", secret, "--of-version", secret, "--model", secret)
    call_command("import_machine", "lamps", str(file), "--matches", *facts)
    cy = make_member(nested, "cy", "adjudicator", "assessor")
    call_command("assign", "lamps", "--assessors", "cy", "--judges", "2")
    client.force_login(cy)
    mine = list(Assignment.objects.filter(member__name="cy").values_list("pk", flat=True))
    pages = ["/", "/campaigns/lamps/agreement/", "/campaigns/lamps/adjudicate/", "/campaigns/lamps/results/"]
    pages += [f"/judge/{pk}/" for pk in mine]
    pages += [
        f"/api/v1/campaigns/lamps/assignments/{pk}/{part}/" for pk in mine for part in ("items", "nuggets")
    ]
    for page in pages:
        answer = client.get(page, follow=True)
        assert answer.status_code in (200, 404), page
        assert secret not in answer.content.decode(), page
