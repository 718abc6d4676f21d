"""A campaign that asks people for a sample: drawn, assigned, judged, estimated; kept by the bundle, refused when too late."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, SampledUnit, SamplingDesign
from assessment.results.services.bundle_import import import_folder
from scoring.__main__ import main
from tests.client import Client
from tests.factory import make_member
from tests.scoring.bundles import write_bundle
from tests.scoring.studies.test_estimates import judged_by_machines
from tests.studies.scene import run_files

ASKED = {"name": "m@1", "design": "grade", "size": "24", "seed": "7"}


@pytest.fixture
def tables(db: None, tmp_path: Path) -> tuple[Campaign, list[str]]:
    """A campaign of 60 questions that machines judged in full, and the lines of a table of what people will say."""
    whole = judged_by_machines()
    by_machines = whole._replace(judgments=tuple(one for one in whole.judgments if one.kind == "machine"))
    write_bundle(tmp_path / "bundle", by_machines, run_files(whole))
    said = {one.item: one.grade for one in whole.judgments if one.kind != "machine"}
    lines = [
        f"{item.qid},{item.docid},,{item.answer},ada,{grade},,,2026-01-01" for item, grade in said.items()
    ]
    return import_folder(folder=tmp_path / "bundle", slug="", by=None).campaign, lines


def people_judge(campaign: Campaign, folder: Path, lines: list[str]) -> None:
    """Bring in what somebody said of the questions that they were given."""
    table = "qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at"
    file = folder / "judgments.csv"
    file.write_text("\n".join([table, *lines]) + "\n")
    call_command("import_judgments", campaign.slug, str(file))


def test_a_sample_from_its_design_to_its_estimates_and_through_the_bundle(
    tables: tuple[Campaign, list[str]], tmp_path: Path, client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign, lines = tables
    page = f"/campaigns/{campaign.slug}/studies/sample/"
    client.force_login(make_member(campaign, "olga", "organizer"))
    ada = make_member(campaign, "ada", "assessor")
    assert "Draw a sample" in client.get(page).content.decode()
    refused = client.post(page, ASKED | {"size": "5"})
    assert refused.status_code == 422
    assert "This design needs 6 questions or more" in refused.content.decode()
    assert client.post(page, ASKED).status_code == 302
    shown = client.get(page).content.decode()
    assert "24 of 60 questions drawn with seed 7" in shown
    assert "Withdraw the sample" in shown
    assert "middle" in shown
    units = SampledUnit.objects.filter(sampling__campaign=campaign)
    assert {round(one.chance, 9) for one in units} == {0.4}

    # People get the sample and nothing else.
    call_command("assign", campaign.slug, "--judges", "1")
    given = Assignment.objects.of_people().filter(question__campaign=campaign)
    drawn = set(units.filter(drawn=True).values_list("question__qid", flat=True))
    assert set(given.values_list("question__qid", flat=True)) == drawn
    left_out = units.filter(drawn=False).values_list("question__qid", flat=True)[0]
    with pytest.raises(CommandError, match="People are asked for a sample"):
        call_command("add_assessor", campaign.slug, left_out, "ada")
    matrix = client.get(f"/campaigns/{campaign.slug}/assign/").content.decode()
    assert "<b>24 questions</b><span>Fewer than 3 assessors:" in matrix
    assert f"/assign/question/{left_out}/" not in matrix

    early = client.post(f"{page}estimate/")
    assert early.status_code == 422
    assert "24 questions of the sample are not judged in full" in early.content.decode()
    people_judge(campaign, tmp_path, [line for line in lines if line.split(",")[0] in drawn])
    assert client.post(f"{page}estimate/").status_code == 302
    shown = client.get(page).content.decode()
    assert "estimated from 24 that people judged" in shown
    assert "These are not scores" in shown
    assert "Withdraw the sample" not in shown
    too_late = client.post(f"{page}withdraw/")
    assert too_late.status_code == 422
    assert "People have judged already" in too_late.content.decode()

    # Estimates are those of the sample that there is, not of one from before it.
    recorded = SamplingDesign.objects.get(campaign=campaign).recorded_at
    SamplingDesign.objects.filter(campaign=campaign).update(recorded_at=timezone.now())
    assert "These are not scores" not in client.get(page).content.decode()
    SamplingDesign.objects.filter(campaign=campaign).update(recorded_at=recorded)

    # The command, and the bundle without a database, say the same; imported again it does, too.
    capsys.readouterr()
    call_command("estimate", campaign.slug, "--json", "-")
    by_command = json.loads(capsys.readouterr().out)
    assert by_command["runs"][0]["run_id"] == "r3"
    call_command("export", campaign.slug, str(tmp_path / "out"))
    capsys.readouterr()
    assert main(["estimate", str(tmp_path / "out"), "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out) == by_command
    assert main(["estimate", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out.startswith("r3: ")
    again = import_folder(folder=tmp_path / "out", slug="again", by=None).campaign
    call_command("export", again.slug, str(tmp_path / "back"))
    for name in ("design.csv", "sample.csv"):
        assert (tmp_path / "back" / name).read_bytes() == (tmp_path / "out" / name).read_bytes()

    # An odd sample is refused, line by line.
    table = (tmp_path / "out" / "sample.csv").read_text()
    (tmp_path / "out" / "MANIFEST.sha256").unlink()
    (tmp_path / "out" / "sample.csv").write_text(table.replace("2/5", "1/2", 1))
    assert main(["estimate", str(tmp_path / "out")]) == 1
    assert "The chance of this question is 2/5." in capsys.readouterr().err

    # Adjudicators see the estimates and cannot make any; assessors see nothing.
    client.force_login(make_member(campaign, "judy", "adjudicator"))
    seen = client.get(page).content.decode()
    assert "estimated from 24" in seen
    assert "Estimate now" not in seen
    assert client.post(f"{page}estimate/").status_code == 404
    client.force_login(ada)
    assert client.get(page).status_code == 404


def test_a_design_comes_before_people_and_can_be_withdrawn_until_then(
    tables: tuple[Campaign, list[str]], tmp_path: Path, client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign, lines = tables
    slug = campaign.slug
    page = f"/campaigns/{slug}/studies/sample/"
    client.force_login(make_member(campaign, "olga", "organizer"))
    assert ">Draw</button>" in client.get(page).content.decode()
    for wrong, said in (
        (["m@3", "--questions", "20"], "No judgment of a machine m@3"),
        (["m@1", "--questions", "60"], "fewer than the 60"),
        (["--questions", "20"], "A design needs a machine"),
        (["--withdraw"], "No sample was drawn"),
    ):
        with pytest.raises(CommandError, match=said):
            call_command("sample", slug, *wrong)
    call_command("sample", slug, "m@1", "--questions", "20", "--design", "versions", "--seed", "3")
    assert "20 of 60 questions were drawn (seed 3)" in capsys.readouterr().out
    with pytest.raises(CommandError, match="A sample was drawn already"):
        call_command("sample", slug, "m@1", "--questions", "20")
    call_command("sample", slug, "--withdraw")
    make_member(campaign, "ada", "assessor")
    call_command("assign", slug, "--judges", "1")
    with pytest.raises(CommandError, match="Questions are assigned to people already"):
        call_command("sample", slug, "m@1", "--questions", "20")
    shown = client.get(page).content.decode()
    assert "Questions are assigned to people already. No sample was drawn." in shown
    assert ">Draw</button>" not in shown  # it could only be refused
    people_judge(campaign, tmp_path, lines[:3])
    with pytest.raises(CommandError, match=r"People have judged already\. A design is recorded before"):
        call_command("sample", slug, "m@1", "--questions", "20")
