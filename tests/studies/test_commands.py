"""The commands `study` and `what_if`, and `python -m scoring study`: what they print and refuse, and with which codes."""

import shutil
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign
from assessment.judging.models import Adjudication
from assessment.studies.models import Study
from scoring.__main__ import main
from tests.studies.scene import ARGUMENTS, GOLDEN, golden

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return golden("trec8_small")


def test_a_study_in_one_line(campaign: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("study", "trec8_small", *ARGUMENTS)
    assert capsys.readouterr().out == "Study 1: 3 runs studied with seed 1.\n"
    call_command("study", "trec8_small", *ARGUMENTS)
    assert "Nothing changed since study 1" in capsys.readouterr().out


def test_what_if_prints_the_scores_as_they_are_and_would_be(
    campaign: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("what_if", "trec8_small", "rule:union")
    said = capsys.readouterr().out.splitlines()
    head, *runs = [line.split() for line in said if line.startswith(("run ", "alpha1 "))]
    assert head == ["run", "score", "then", "difference", "place", "then", "unjudged", "then"]
    found = Study.objects.get().parts.get(name="comparison").content["groups"][0]["runs"]
    (alpha,) = (one for one in found if one["run"] == "alpha1")
    assert runs[0][:4] == ["alpha1", *(f"{alpha[name]:.4f}" for name in ("before", "after", "difference"))]
    call_command("what_if", "trec8_small", "leave-one-out:team")
    assert capsys.readouterr().out.startswith("without ")


def test_a_run_to_leave_out_that_there_is_not(campaign: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError, match=r"There is no run nosuch, other to leave out\.") as caught:
        call_command("study", "trec8_small", *ARGUMENTS, exclude="other,late1,nosuch")
    assert caught.value.returncode == 1
    assert not Study.objects.exists()
    with pytest.raises(SystemExit) as ended:
        main(["study", str(GOLDEN / "trec8_small"), *ARGUMENTS, "--exclude", "other,late1,nosuch"])
    assert ended.value.code == 2
    assert "There is no run nosuch, other to leave out." in capsys.readouterr().err


def test_an_undecided_dispute_is_listed_by_each_command(
    campaign: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Adjudication.objects.filter(item__question__qid="2").delete()
    with pytest.raises(CommandError, match="1 disputed item has no decision") as caught:
        call_command("study", "trec8_small", *ARGUMENTS)
    assert caught.value.returncode == 1
    said = capsys.readouterr().err
    assert said.startswith("2 HN-")
    folder = tmp_path / "undecided"
    shutil.copytree(GOLDEN / "trec8_small", folder)
    decisions = (folder / "adjudications.csv").read_text().splitlines(keepends=True)
    (folder / "adjudications.csv").write_text("".join(row for row in decisions if not row.startswith("2,")))
    (folder / "MANIFEST.sha256").unlink()
    shutil.rmtree(folder / "qrels")
    assert main(["study", str(folder), *ARGUMENTS]) == 1
    assert capsys.readouterr().err.startswith(said)
    assert not Study.objects.exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--samples", "9"],
        ["--samples", "1000001"],
        ["--samples", "1e3"],
        ["--samples", "-5"],
        ["--samples", "٣٠"],
        ["--trials", "0"],
        ["--trials", "1001"],
        ["--resamples", "99"],
        ["--resamples", "100001"],
        ["--seed", "-1"],
        ["--seed", "1.5"],
        ["--seed", "1" * 16],
        ["--binning", "third"],
        ["--colour", "red"],
    ],
)
def test_settings_that_the_form_would_refuse_are_wrong_usage(
    campaign: Campaign, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["study", str(GOLDEN / "trec8_small"), *arguments])
    assert ended.value.code == 2
    with pytest.raises(CommandError):
        call_command("study", "trec8_small", *arguments)
    assert not Study.objects.exists()


@pytest.mark.parametrize("rule", ["best", "", "random:", "assessor:"])
def test_a_rule_that_is_none_is_refused(
    campaign: Campaign, rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError, match="There is no rule"):
        call_command("study", "trec8_small", rule=rule)
    with pytest.raises(SystemExit) as ended:
        main(["study", str(GOLDEN / "trec8_small"), "--rule", rule])
    assert ended.value.code == 2
    assert "There is no rule" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_said(
    campaign: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "nowhere" / "study.json"
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("study", "trec8_small", *ARGUMENTS, json=str(place))
    assert Study.objects.count() == 1
    assert main(["study", str(GOLDEN / "trec8_small"), *ARGUMENTS, "--json", str(place)]) == 1
    assert str(place) in capsys.readouterr().err


def test_a_folder_that_is_no_bundle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", str(tmp_path)]) == 1
    assert "campaign.json" in capsys.readouterr().err


def test_a_campaign_that_there_is_not() -> None:
    with pytest.raises(CommandError, match="nosuch"):
        call_command("study", "nosuch")
    with pytest.raises(CommandError, match="nosuch"):
        call_command("what_if", "nosuch", "rule:union")
