"""A study is the same bytes by its page, by the command, and by `python -m scoring` on files."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import translation

from assessment.campaigns.models import Campaign
from assessment.judging.models import Adjudication
from assessment.studies.models import Study
from assessment.studies.services.studies import make_what_if
from assessment.studies.templatetags.studies import said_by
from scoring.__main__ import main
from scoring.studies.options import Options
from scoring.studies.study import study
from tests.client import Client
from tests.languages import all_languages
from tests.studies.scene import (
    ARGUMENTS,
    FIELDS,
    GOLDEN,
    NAMES,
    address,
    golden,
    large,
    made,
    newest,
    scorer_of_golden,
    signed_in,
)
from tests.users import users_python

__all__ = ["all_languages"]

pytestmark = pytest.mark.django_db


def by_page(client: Client, campaign: Campaign, **fields: Any) -> bytes:
    """Start a study on the page, and take its JSON there."""
    response = client.post(address(campaign), {**FIELDS, **fields})
    assert response.status_code == 302
    found: bytes = client.get(address(campaign, f"{newest(campaign).version}/study.json")).content
    return found


def by_command(capsys: pytest.CaptureFixture[str], name: str, *arguments: str) -> bytes:
    capsys.readouterr()
    call_command("study", name, *ARGUMENTS, *arguments, "--json", "-")
    return capsys.readouterr().out.encode()


def by_files(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str) -> bytes:
    capsys.readouterr()
    assert main(["study", str(folder), *ARGUMENTS, *arguments, "--json", "-"]) == 0
    return capsys.readouterr().out.encode()


@pytest.mark.parametrize("name", NAMES)
def test_page_commands_and_files_give_the_same_bytes(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign = golden(name)
    shown = by_page(signed_in(campaign, "organizer"), campaign, seed=7)
    assert shown == by_command(capsys, campaign.slug, "--seed", "7")
    assert shown == by_files(capsys, GOLDEN / name, "--seed", "7")
    call_command("study", campaign.slug, *ARGUMENTS, seed=7, json=str(tmp_path / "own.json"))
    assert (
        main(["study", str(GOLDEN / name), *ARGUMENTS, "--seed=7", f"--json={tmp_path / 'files.json'}"]) == 0
    )
    assert shown == (tmp_path / "own.json").read_bytes() == (tmp_path / "files.json").read_bytes()
    assert Study.objects.count() == 1


def test_so_does_a_large_campaign(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    campaign = large(tmp_path / "large")
    shown = by_page(signed_in(campaign, "organizer"), campaign, exclude=["dusk2", "moor1"])
    assert shown == by_command(capsys, "large", "--exclude", "moor1,dusk2")
    assert shown == by_files(capsys, tmp_path / "large", "--exclude=dusk2,moor1")


def test_every_setting_says_the_same_on_the_page_and_in_the_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    campaign = golden("trec8_small")
    fields = {"rule": "union", "binning": "mean", "best_per_team": "on", "exclude": "late1"}
    shown = by_page(signed_in(campaign, "organizer"), campaign, **fields)
    arguments = ("--rule", "union", "--binning", "mean", "--best-per-team", "--exclude", "late1")
    assert shown == by_command(capsys, "trec8_small", *arguments)
    assert shown == by_files(capsys, GOLDEN / "trec8_small", *arguments)
    assert json.loads(shown)["options"] == {
        **FIELDS,
        "rule": "union",
        "binning": "mean",
        "best_per_team": True,
        "exclude": ["late1"],
    }


def test_files_alone_give_them_in_the_environment_of_users(tmp_path: Path) -> None:
    file = tmp_path / "study.json"
    command = [str(users_python()), "-m", "scoring", "study", str(GOLDEN / "trec8_small"), *ARGUMENTS]
    done = subprocess.run(
        [*command, "--json", str(file)], cwd=settings.BASE_DIR, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert done.stdout.startswith("trec8_small: 3 runs studied with seed 1.")
    assert file.read_bytes() == made(golden("trec8_small")).found.as_text().encode()


def test_the_same_settings_are_studied_once_and_others_anew() -> None:
    campaign = golden("trec8_small")
    client = signed_in(campaign, "organizer")
    first = by_page(client, campaign)
    assert by_page(client, campaign) == first
    again = made(campaign)
    assert (again.is_new, again.study.version) == (False, 1)
    assert "Nothing changed since study 1" in again.sentence
    assert Study.objects.count() == 1
    other = by_page(client, campaign, seed=2)
    assert other != first
    assert made(campaign).study.version == 1
    assert list(Study.objects.order_by("version").values_list("version", flat=True)) == [1, 2]


def test_a_changed_judgment_makes_a_version_and_leaves_the_old_one_as_it_was() -> None:
    campaign = golden("trec8_small")
    client = signed_in(campaign, "organizer")
    before = by_page(client, campaign)
    Adjudication.objects.filter(item__question__qid="1").update(grade="yes")
    after = by_page(client, campaign)
    assert newest(campaign).version == 2
    assert json.loads(after)["inputs_sha256"] != json.loads(before)["inputs_sha256"]
    assert client.get(address(campaign, "1/study.json")).content == before


def test_a_study_of_another_revision_of_the_scoring_is_made_anew() -> None:
    campaign = golden("trec8_small")
    made(campaign)
    Study.objects.update(revision="older")
    assert made(campaign).is_new


def test_seed_0_is_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    campaign = golden("trec8_small")
    shown = by_page(signed_in(campaign, "organizer"), campaign, seed=0)
    assert json.loads(shown)["seed"] == 0
    assert shown == by_command(capsys, "trec8_small", "--seed", "0")
    assert shown == by_files(capsys, GOLDEN / "trec8_small", "--seed", "0")
    assert shown != by_command(capsys, "trec8_small")


@pytest.mark.parametrize("name", NAMES)
def test_who_was_left_out_is_told_everywhere(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    campaign = golden(name)
    gone, *others = sorted(run.run_id for run in scorer_of_golden(name).evaluation.runs)
    client = signed_in(campaign, "organizer")
    shown = by_page(client, campaign, exclude=gone)
    assert shown == by_command(capsys, campaign.slug, "--exclude", gone)
    assert shown == by_files(capsys, GOLDEN / name, "--exclude", gone)
    found = json.loads(shown)
    assert found["excluded"] == [gone]
    assert sorted(run for board in found["boards"] for run in board["runs"]) == others
    assert gone not in found["one_judge"]
    for page in (address(campaign), address(campaign, "1/")):
        assert gone in client.get(page).text


def test_all_runs_left_out_is_a_study_of_none() -> None:
    campaign = golden("respubliqa_small")
    client = signed_in(campaign, "organizer")
    runs = [run.run_id for run in scorer_of_golden("respubliqa_small").evaluation.runs]
    found = json.loads(by_page(client, campaign, exclude=runs))
    assert found["boards"] == []
    assert "All runs are left out." in client.get(address(campaign, "1/")).text


def test_the_parts_of_a_study_say_how_far_it_is() -> None:
    told: list[tuple[int, int, str]] = []
    study(scorer_of_golden("trec8_small"), Options(samples=10), lambda *step: told.append(step))
    done = [step for step, _, _ in told]
    assert done == sorted(done)
    assert len({total for _, total, _ in told}) == 1
    assert {name for _, _, name in told} >= {"Agreement", "Significance", "Error rates"}


@pytest.mark.parametrize("name", NAMES)
def test_a_study_and_its_files_are_the_same_bytes_whatever_language_asks(
    name: str, all_languages: None
) -> None:
    campaign = golden(name)
    with translation.override("de"):
        german = made(campaign)
    with translation.override("en"):
        english = made(campaign)
    assert (german.study.pk, german.found.as_text()) == (english.study.pk, english.found.as_text())
    client = signed_in(campaign, "site admin")
    for file in ("study.json", "report.html", "figures/leaders-0.svg", "figures/leaders-0.csv"):
        german_bytes, english_bytes = (
            client.get(address(campaign, f"1/{file}"), headers={"Accept-Language": language}).content
            for language in ("de", "en")
        )
        assert german_bytes == english_bytes, file


def test_a_what_if_is_the_same_study_whatever_language_asks() -> None:
    campaign = golden("series_small")
    for changes in (["drop:1"], ["leave-one-out:team"], ["without-team:ALFA"]):
        with translation.override("ar"):
            first = make_what_if(campaign=campaign, changes=changes, rule="adjudicated", by=None)
        again = make_what_if(campaign=campaign, changes=changes, rule="adjudicated", by=None)
        assert (first.is_new, again.is_new, first.study.pk) == (True, False, again.study.pk)


def test_a_sentence_of_a_study_is_said_again_for_the_reader() -> None:
    made_of: dict[str, Any] = {
        "12,345 of 1234": {"sentence": "{n} of {name}", "values": {"n": 12345, "name": "1234"}},
        "Runs: 12,345 of 1234": {"sentence": "Runs: {what}", "values": {"what": "12,345 of 1234"}},
        "2,000 runs": {"one": "{n} run", "many": "{n} runs", "n": 2000, "values": {}},
    }
    one = Study()
    vars(one)["words"] = made_of
    with translation.override("de"):
        assert said_by("Runs: 12,345 of 1234", one) == "Runs: 12.345 of 1234"
        assert said_by("2,000 runs", one).startswith("2.000 ")
        assert said_by("something else", one) == "something else"
    with translation.override("en"):
        assert said_by("2,000 runs", one) == "2,000 runs"


def test_a_study_keeps_what_its_sentences_are_made_of_beside_its_json() -> None:
    campaign = golden("trec8_small")
    one = made(campaign).study
    sentences = [sentence for board in one.head["boards"] for sentence in board["sentences"]]
    assert sentences
    assert set(sentences) <= set(one.words)
    other = make_what_if(campaign=campaign, changes=["drop:1"], rule="adjudicated", by=None).study
    assert other.head["summary"] in other.words
    text = signed_in(campaign, "site admin").get(address(campaign, f"{other.version}/study.json")).content
    assert "words" not in json.loads(text)
