"""Post-editing: declared, drawn when questions are assigned, shown where it was drawn alone, and told apart ever after."""

import csv
import json
from collections import defaultdict
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from assessment.assignments.services.handover import add_assessor, hand_over, remove_assessor
from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, Judgment
from assessment.people.models import Account, Member
from assessment.results.services.bundle_import import import_folder
from scoring.__main__ import main
from scoring.conditions import is_drawn
from scoring.records import PostEditing
from tests.client import Client
from tests.factory import make_member
from tests.scoring.bundles import write_bundle
from tests.scoring.studies.test_estimates import judged_by_machines
from tests.studies.scene import run_files

DECLARED = {"name": "m@1", "share": "40", "seed": "3", "questions": ""}


@pytest.fixture
def campaign(db: None, tmp_path: Path) -> Campaign:
    """60 questions that two versions of a machine judged in full, and nobody else."""
    whole = judged_by_machines()
    by_machines = whole._replace(judgments=tuple(one for one in whole.judgments if one.kind == "machine"))
    write_bundle(tmp_path / "bundle", by_machines, run_files(whole))
    return import_folder(folder=tmp_path / "bundle", slug="", by=None).campaign


def browser(account: Account) -> Client:
    client = Client()
    client.force_login(account)
    return client


def people_judge(campaign: Campaign, folder: Path) -> None:
    """Each says of each answer what people say; in post-edited questions always what the machine says."""
    said = {one.item: one.grade for one in judged_by_machines().judgments if one.kind == "human"}
    machine = {one.item: one.grade for one in judged_by_machines().judgments if one.assessor == "m@1"}
    rows = []
    for row in (
        Assignment.objects.counting().filter(question__campaign=campaign).select_related("member", "question")
    ):
        grades = machine if row.shown_id else said
        rows += [
            f"{item.qid},{item.docid},,{item.answer},{row.member.name},{grade},,,2026-01-01"
            for item, grade in grades.items()
            if item.qid == row.question.qid
        ]
    file = folder / "judgments.csv"
    file.write_text(
        "\n".join(["qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at", *rows]) + "\n"
    )
    call_command("import_judgments", campaign.slug, str(file))
    Assignment.objects.counting().filter(question__campaign=campaign).update(seconds=30)


def test_post_editing_from_its_declaration_to_the_figures_by_condition(
    campaign: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    slug = campaign.slug
    page = f"/campaigns/{slug}/assign/post-editing/"
    olga = browser(make_member(campaign, "olga", "organizer"))
    ada, ben = make_member(campaign, "ada", "assessor"), make_member(campaign, "ben", "assessor")
    refused = olga.post(page, DECLARED | {"questions": "nowhere"})
    assert refused.status_code == 422
    assert "nowhere" in refused.content.decode()
    assert olga.post(page, DECLARED).status_code == 302
    assert "In 40 % of their questions, drawn with seed 3, assessors see what m@1 said" in " ".join(
        olga.get(page).content.decode().split()
    )
    assert f"{page}withdraw/" in olga.get(page).content.decode()
    with pytest.raises(CommandError, match="Post-editing was declared here"):
        call_command("sample", slug, "m@1", "--questions", "20")

    # Drawn for each question and assessor by themselves, when they are assigned.
    call_command("assign", slug, "--judges", "2")
    plan = PostEditing("m@1", 40, 3, "")
    rows = list(
        Assignment.objects.counting().filter(question__campaign=campaign).select_related("member", "question")
    )
    assert {row.pk for row in rows if row.shown_id} == {
        row.pk for row in rows if is_drawn(plan, row.question.qid, row.member.name)
    }
    by_question = defaultdict(set)
    for row in rows:
        by_question[row.question.qid].add(row.condition)
    assert set(map(frozenset, by_question.values())) == {
        frozenset({"blind"}),
        frozenset({"post-editing"}),
        frozenset({"blind", "post-editing"}),
    }
    assert (
        f"{page}withdraw/" not in olga.get(page).content.decode()
    )  # nor is it done by whoever has the former page
    late = olga.post(f"{page}withdraw/")
    assert late.status_code == 422
    assert "fixed when a question is assigned" in late.content.decode()

    # The page shows the machine's grade where that was drawn, as the machine's, and says nothing of it elsewhere.
    mine = [row for row in rows if row.member.name == "ada"]
    edited, blind = (next(row for row in mine if bool(row.shown_id) is shown) for shown in (True, False))
    desk = browser(ada)
    shown = desk.get(f"/judge/{edited.pk}/", follow=True).content.decode()
    assert "Grade of m@1:" in " ".join(shown.split())
    assert 'data-key="m"' in shown
    assert 'aria-pressed="true"' not in shown  # nothing is said for the assessor
    assert not Judgment.ever.filter(member=edited.member).exists()
    hidden = desk.get(f"/judge/{blind.pk}/", follow=True).content.decode()
    for word in ("m@1", "m@2", "data-machine", "machine: ", 'data-key="m"', "accept the grade"):
        assert word not in hidden
    api = f"/api/v1/campaigns/{slug}/assignments/"
    listed = {row["id"]: row for row in desk.get(api, {"limit": 200}).json()}
    assert (listed[edited.pk]["condition"], listed[edited.pk]["shown"]) == ("post-editing", "m@1")
    assert (listed[blind.pk]["condition"], listed[blind.pk]["shown"]) == ("blind", "")
    items = desk.get(f"{api}{edited.pk}/items/").json()
    said = dict(Judgment.ever.filter(member__name="m@1").values_list("item_id", "grade"))
    assert {item["id"]: item["machine_grade"] for item in items} == {
        item["id"]: said[item["id"]] for item in items
    }
    of_blind = desk.get(f"{api}{blind.pk}/items/").json()
    assert {item["machine_grade"] for item in of_blind} == {""}
    accepted = {"item": items[0]["id"], "seen": 0, "client_id": str(uuid4()), "grade": said[items[0]["id"]]}
    assert desk.post(f"/judge/{edited.pk}/save/", accepted).status_code == 302
    assert Judgment.ever.get(member=edited.member).grade == accepted["grade"]

    # Whoever loses a question and gets it again has the same condition; who takes it over has their own.
    other = next(row for row in rows if row.member.name == "ben" and row.shown_id)
    question, before = other.question, other.shown_id
    remove_assessor(assignment=other, by=None)
    [again] = add_assessor(question=question, member=other.member, by=None)
    assert again.shown_id == before
    cleo = Member.objects.get(account=make_member(campaign, "cleo", "assessor"))
    [taken] = hand_over(assignment=again, to=cleo, by=None)
    taken.refresh_from_db()
    assert bool(taken.shown_id) is is_drawn(plan, question.qid, "cleo")

    # Figures by condition: people who keep to what they see agree with the machine more often there.
    people_judge(campaign, tmp_path)
    assert ben
    agreement = olga.get(f"/campaigns/{slug}/agreement/").content.decode()
    assert "By condition" in agreement
    assert olga.post(f"/campaigns/{slug}/studies/machines/", {"name": "m@1"}).status_code == 302
    machines = " ".join(olga.get(f"/campaigns/{slug}/studies/machines/").content.decode().split())
    assert "Anchoring: post-editing less blind" in machines
    capsys.readouterr()
    call_command("machine", slug, "m@1", "--json", "-")
    report = json.loads(capsys.readouterr().out)
    of_blind, of_edited = report["conditions"]["rows"]
    assert of_edited["alike"]["value"] == 1
    assert of_blind["alike"]["value"] < 1
    assert report["conditions"]["more"]["low"] > 0
    assert not report["conditions"]["changed"]
    assert of_blind["seconds"] > 0

    # Scores count both and say so; the bundle keeps the conditions, and says the same without a site.
    call_command("score", slug, "--rule", "union", "--json", "-")
    by_site = json.loads(capsys.readouterr().out)
    [warning] = [one for one in by_site["warnings"] if "post-edited" in one]
    assert "saw the grades of m@1 first" in warning
    out = tmp_path / "out"
    call_command("export", slug, str(out))
    capsys.readouterr()
    assert main(["score", str(out), "--rule", "union", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["warnings"] == by_site["warnings"]
    table = csv.DictReader((out / "assignments.csv").read_text().splitlines())
    assert {row["shown"] for row in table} == {"", "m@1"}
    again_there = import_folder(folder=out, slug="again", by=None).campaign
    call_command("export", again_there.slug, str(tmp_path / "back"))
    for name in ("assignments.csv", "post_editing.csv"):
        assert (tmp_path / "back" / name).read_bytes() == (out / name).read_bytes()
    (out / "MANIFEST.sha256").unlink()
    (out / "assignments.csv").write_text((out / "assignments.csv").read_text().replace("m@1", "m@9"))
    assert main(["score", str(out), "--rule", "union"]) == 1
    assert 'No machine "m@9" judged' in capsys.readouterr().err


def test_a_declaration_comes_before_assigning_may_be_of_a_part_and_can_be_withdrawn_until_then(
    campaign: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    slug = campaign.slug
    one, two = campaign.questions.values_list("qid", flat=True)[:2]
    make_member(campaign, "ada", "assessor")
    for wrong, said in (
        (["m@3"], "No machine m@3 judged"),
        (["m@1", "--share", "0"], "percentage from 1 to 100"),
        (["--withdraw"], "not declared here"),
    ):
        with pytest.raises(CommandError, match=said):
            call_command("post_editing", slug, *wrong)
    call_command("post_editing", slug, "m@1", "--share", "100", "--questions", f"{one},{two}")
    with pytest.raises(CommandError, match="declared already"):
        call_command("post_editing", slug, "m@1")
    call_command("post_editing", slug, "--withdraw")
    call_command("post_editing", slug, "m@1", "--share", "100", "--questions", f"{one},{two}")
    call_command("assign", slug, "--judges", "1")
    edited = Assignment.objects.filter(question__campaign=campaign, shown__isnull=False)
    assert set(edited.values_list("question__qid", "shown__name")) == {(one, "m@1"), (two, "m@1")}
    with pytest.raises(CommandError, match="assigned to people already"):
        call_command("post_editing", slug, "--withdraw")
