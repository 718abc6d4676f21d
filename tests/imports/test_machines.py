"""Judgments of a program: by command and page, what is refused and what is said, undo, bundle, and who never sees them."""

import json
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign, FileImport
from assessment.imports.services.machines import facts_of, machine_table, note_of
from assessment.judging.models import Assignment, Judgment, Machine
from assessment.people.models import Member
from assessment.shared.errors import FileRefused, Refused
from tests.bring import bring
from tests.client import Client
from tests.factory import make_member
from tests.imports.test_patterns import lamps, score, written

assert lamps  # a fixture

TABLE = """qid,docid,answer,grade,confidence,explanation
1,HN-1,Ada Dunn,yes,0.9,The letter says so.
1,HN-2,Bo,no,,
2,HN-3,in 1956,yes,1,
2,HN-4,ADA,no,.25,
"""
FACTS = ("--name", "umbra", "--of-version", "3", "--model", "llama-9b", "--family", "llama", "--team", "lake")
HASH = "ab" * 32


def brought(tmp_path: Path, *options: str, table: str = TABLE) -> None:
    call_command("import_machine", "lamps", written(tmp_path, "said.csv", table), *FACTS, *options)


def grades(name: str = "umbra@3") -> dict[str, str]:
    return dict(Judgment.ever.filter(member__name=name).values_list("item__answer", "grade"))


def test_a_program_judges_beside_people_and_counts_where_it_is_named(
    lamps: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = score(tmp_path, "adjudicated")
    brought(tmp_path, "--check")
    assert "4 judgments would be new" in capsys.readouterr().out
    assert grades() == {}
    assert not Machine.objects.exists()
    brought(
        tmp_path, "--prompt-sha256", HASH.upper(), "--made-on", "2026-11-20", "--parameters", "temperature 0"
    )
    assert grades() == {"Ada Dunn": "yes", "Bo": "no", "in 1956": "yes", "ADA": "no"}
    stored = Judgment.ever.get(member__name="umbra@3", item__answer="Ada Dunn")
    assert (stored.kind, stored.version, stored.note) == (
        "machine",
        "3",
        "confidence 0.9: The letter says so.",
    )
    assert stored.judged_at
    assert stored.judged_at.date().isoformat() == "2026-11-20"
    facts = Machine.objects.select_related("member").get().facts
    assert facts[1:6] == ("umbra", "3", "llama-9b", "llama", "lake")
    assert facts[6:] == (HASH, "temperature 0", "2026-11-20")
    assert not lamps.questions.filter(pool_items__disputed=True).exists()
    assert not Assignment.objects.of_people().filter(member__name="umbra@3").exists()
    assert score(tmp_path, "adjudicated") == before == 0.75
    for rule in ("majority", "union", "intersection", "random:7"):
        assert score(tmp_path, rule) == before
    assert score(tmp_path, "assessor:umbra@3") == 1.0


def test_versions_stand_side_by_side(lamps: Campaign, tmp_path: Path) -> None:
    brought(tmp_path)
    again = TABLE.replace(",yes", ",no")
    brought(tmp_path, "--of-version", "4", table=again)
    assert set(grades("umbra@4").values()) == {"no"}
    assert grades()["Ada Dunn"] == "yes"
    assert score(tmp_path, "assessor:umbra@4") == 0.0


def test_what_it_leaves_unsaid_is_counted(
    lamps: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = TABLE.splitlines(keepends=True)
    brought(tmp_path, table="".join(lines[:2]))
    said = capsys.readouterr().out
    assert "3 answers of the pool have no judgment by umbra@3; the questions are 1 (1), 2 (2)." in said
    brought(tmp_path, table="".join([lines[0], *lines[2:]]))
    assert "no judgment by" not in capsys.readouterr().out
    brought(tmp_path, "--of-version", "5", table="".join(lines[:2]))
    with pytest.raises(CommandError):  # the first question alone is not all that is scored
        score(tmp_path, "assessor:umbra@5")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("9,HN-1,Ada Dunn,yes,,", "question_unknown"),
        ("1,HN-1,Ada,yes,,", "item_unknown"),
        ("1,HN-1,Ada Dunn,perhaps,,", "grade_not_on_scale"),
        ("1,HN-2,Bo,yes,,", "duplicate_judgment"),
        ("1,HN-1,Ada Dunn,yes,1.5,", "confidence"),
        ("1,HN-1,Ada Dunn,yes,nan,", "confidence"),
    ],
)
def test_a_row_that_is_wrong_refuses_the_whole(
    lamps: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, code: str
) -> None:
    lines = TABLE.splitlines()
    with pytest.raises(CommandError, match="No judgment was stored"):
        brought(tmp_path, table="\n".join([lines[0], line, *lines[2:]]))
    assert code in capsys.readouterr().err
    assert grades() == {}
    assert not Machine.objects.exists()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"name": "  "}, "has no name"),
        ({"model": ""}, "has no model"),
        ({"name": "a@b"}, "no “@”"),
        ({"version": "v" * 65}, "more than 64 characters"),
        ({"prompt_sha256": "beef"}, "no SHA-256"),
        ({"made_on": "23.11.2026"}, "is no date"),
    ],
)
def test_what_is_said_of_a_program_is_checked(given: dict[str, str], message: str) -> None:
    with pytest.raises(Refused, match=message):
        facts_of({"name": "umbra", "version": "3", "model": "m", **given})


def test_a_version_is_one_thing_and_no_person(lamps: Campaign, tmp_path: Path) -> None:
    brought(tmp_path)
    with pytest.raises(CommandError, match="already with another model, model family"):
        brought(tmp_path, "--model", "m2", "--family", "other", table=TABLE.replace(",yes", ",no"))
    make_member(lamps, "pat@1", "assessor")
    with pytest.raises(CommandError, match="pat@1 is a person"):
        brought(tmp_path, "--name", "pat", "--of-version", "1")


def test_an_undo_takes_back_judgments_and_facts_and_the_same_may_come_again(
    lamps: Campaign, tmp_path: Path
) -> None:
    brought(tmp_path)
    number = FileImport.objects.latest("pk").number
    call_command("undo_import", "lamps", str(number), "--reason", "wrong prompt")
    assert set(grades().values()) == {""}
    assert not Machine.objects.exists()
    with pytest.raises(CommandError, match="No judgment by umbra@3"):
        score(tmp_path, "assessor:umbra@3")
    brought(tmp_path, "--model", "another")
    assert Machine.objects.get().model == "another"
    assert score(tmp_path, "assessor:umbra@3") == 1.0


def test_a_bundle_holds_it_and_comes_back_the_same(lamps: Campaign, tmp_path: Path) -> None:
    from scoring.__main__ import main

    brought(tmp_path, "--prompt-sha256", HASH)
    score(tmp_path, "assessor:umbra@3")
    bundle, again = tmp_path / "bundle", tmp_path / "again"
    call_command("export", "lamps", str(bundle))
    head, line = (bundle / "machines.csv").read_text().splitlines()
    assert head == "assessor,name,version,model,family,team,prompt_sha256,parameters,made_on"
    assert line == f"umbra@3,umbra,3,llama-9b,llama,lake,{HASH},,"
    offline = tmp_path / "offline.json"
    assert main(["score", str(bundle), "--rule", "assessor:umbra@3", "--json", str(offline)]) == 0
    assert offline.read_bytes() == (tmp_path / "scores.json").read_bytes()
    call_command("import_bundle", str(bundle), "--slug", "copy")
    assert not Member.objects.get(campaign__slug="copy", name="umbra@3").roles.exists()
    call_command("export", "copy", str(again))
    assert (again / "machines.csv").read_bytes() == (bundle / "machines.csv").read_bytes()
    assert (again / "judgments.csv").read_bytes() == (bundle / "judgments.csv").read_bytes()
    twice = (bundle / "machines.csv").read_text() + f"ann@1,ann,1,,,,,,\r\n{line}\r\n"
    (bundle / "machines.csv").write_bytes(twice.encode())
    (bundle / "MANIFEST.sha256").unlink()
    with pytest.raises(CommandError):
        call_command("import_bundle", str(bundle), "--slug", "bad")
    assert not Campaign.objects.filter(slug="bad").exists()


def test_other_programs_call_the_service(lamps: Campaign) -> None:
    facts = {"name": " umbra ", "version": "3", "model": "m"}
    row = {"qid": "1", "docid": "HN-1", "answer": "Ada Dunn", "grade": "yes"}
    row["explanation"] = 'so "it" says, twice'
    said = bring("judgments", lamps, machine_table([row]), facts=facts)
    assert said.startswith("Stored 1 judgment of 1 assessor.")
    assert Judgment.ever.get(member__name="umbra@3").note == 'so "it" says, twice'
    bad = machine_table([row | {"grade": "maybe"}])
    with pytest.raises(FileRefused):
        bring("judgments", lamps, bad, facts=facts)


def test_a_confidence_is_a_number_from_0_to_1() -> None:
    assert note_of("", "") == ""
    for text in ("0", "1.0", ".5", "0.8571428571428571", "1e-05", "1.0000000000000000"):
        assert note_of(text, "why") == f"confidence {text}: why"
    for text in ("-0.1", "1.1", "1.0000000000000002", "1e3", "1e", "inf", "nan", "٠", "high"):
        with pytest.raises(ValueError, match="no number from 0 to 1"):
            note_of(text, "")


def test_the_page_checks_shows_and_stores(lamps: Campaign, client: Client) -> None:
    client.force_login(make_member(lamps, "olga", "organizer"))
    page = "/campaigns/lamps/judgments/machine/"
    assert "Import judgments of a program" in client.get(page).content.decode()
    given = {"name": "umbra", "version": "3", "model": "m", "made_on": "soon"}
    refused = client.post(page, given | {"file": SimpleUploadedFile("said.csv", TABLE.encode())})
    assert refused.status_code == 422
    assert "is no date" in refused.content.decode()
    given["made_on"] = ""
    bad = SimpleUploadedFile("said.csv", TABLE.replace(",yes", ",perhaps").encode())
    refused = client.post(page, given | {"file": bad})
    assert refused.status_code == 422
    assert "perhaps" in refused.content.decode()
    half = SimpleUploadedFile("said.csv", "".join(TABLE.splitlines(keepends=True)[:3]).encode())
    seen = client.post(page, given | {"file": half}, follow=True)
    shown = seen.content.decode()
    assert "2 answers of the pool have no judgment by umbra@3" in shown
    assert "Add the unknown people" not in shown
    confirm = shown.split('action="')[1:]
    address = next(part.split('"')[0] for part in confirm if "/import/" in part.split('"')[0])
    assert client.post(address).status_code == 302
    assert grades() == {"Ada Dunn": "yes", "Bo": "no"}
    assert "umbra@3" in client.get("/campaigns/lamps/studies/machines/").content.decode()


def test_only_organizers_reach_the_page(lamps: Campaign, client: Client) -> None:
    for role in ("assessor", "adjudicator", "participant"):
        client.force_login(make_member(lamps, f"x-{role}", role))
        assert client.get("/campaigns/lamps/judgments/machine/").status_code == 404


def test_nobody_who_judges_or_decides_sees_what_it_says(
    lamps: Campaign, tmp_path: Path, client: Client
) -> None:
    """A secret word in its name, note and model is on no page of assessors and adjudicators."""
    secret = "zyzzyva"
    table = TABLE.replace("The letter says so.", secret)
    disputed = (
        "qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at\n1,HN-1,,Ada Dunn,bob,yes,,,\n"
    )
    call_command("import_judgments", "lamps", written(tmp_path, "bob.csv", disputed), "--new")
    file = written(tmp_path, "said.csv", table)
    call_command("import_machine", "lamps", file, "--name", secret, "--of-version", secret, "--model", secret)
    client.force_login(make_member(lamps, "cy", "adjudicator", "assessor"))
    call_command("assign", "lamps", "--assessors", "cy", "--judges", "2")
    pages = [
        "/",
        "/campaigns/lamps/adjudicate/",
        "/campaigns/lamps/agreement/",
        "/campaigns/lamps/adjudicate/1/",
    ]
    pages += ["/campaigns/lamps/patterns/1/"]
    pages += [
        f"/judge/{pk}/" for pk in Assignment.objects.filter(member__name="cy").values_list("pk", flat=True)
    ]
    for page in pages:
        answer = client.get(page, follow=True)
        assert answer.status_code == 200, page
        assert secret not in answer.content.decode(), page


def test_the_json_of_a_score_says_that_a_machine_judged(lamps: Campaign, tmp_path: Path) -> None:
    brought(tmp_path)
    score(tmp_path, "assessor:umbra@3")
    warnings = json.loads((tmp_path / "scores.json").read_text())["warnings"]
    assert any("umbra@3 is a machine (version 3)" in one for one in warnings)


def test_an_adjudicator_sees_no_scores_by_a_machine_before_the_release(
    lamps: Campaign, tmp_path: Path, client: Client
) -> None:
    score(tmp_path, "adjudicated")
    brought(tmp_path)
    score(tmp_path, "assessor:umbra@3")
    call_command("what_if", "lamps", "rule:assessor:umbra@3")
    pages = [
        "/campaigns/lamps/results/2/",
        "/campaigns/lamps/results/2/runs/r/",
        "/campaigns/lamps/results/2/runs/r/answers/",
        "/campaigns/lamps/results/2/runs/r/answers.csv",
        "/campaigns/lamps/results/2/questions/1/",
        "/campaigns/lamps/results/2/judged-runs.zip",
        "/campaigns/lamps/studies/compare/?before=1&after=2",
        "/campaigns/lamps/studies/1/",
    ]
    for role, expected in (("organizer", 200), ("adjudicator", 404)):
        client.force_login(make_member(lamps, f"x-{role}", role))
        assert client.get("/campaigns/lamps/results/").status_code == 200
        assert client.get("/campaigns/lamps/studies/compare/").status_code == 200
        assert client.get("/campaigns/lamps/results/1/runs/r/answers/").status_code == 200
        assert [client.get(page).status_code for page in pages] == [expected] * len(pages)


def test_a_campaign_with_a_machine_can_be_deleted(lamps: Campaign, tmp_path: Path) -> None:
    brought(tmp_path)
    call_command("delete_campaign", "lamps", "--confirm", "lamps")
    assert not Machine.objects.exists()
    assert not Campaign.objects.filter(slug="lamps").exists()
