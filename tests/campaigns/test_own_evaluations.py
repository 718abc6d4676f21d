"""Campaigns with an evaluation of their own: made, exchanged, cloned, exported and deleted, by commands and the API."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from assessment.campaigns import services
from assessment.campaigns.models import Campaign, EvaluationFile
from assessment.campaigns.services.source_files import SourceFile
from assessment.campaigns.services.topics import store_read
from assessment.campaigns.services.topics_files import read_topics_file
from assessment.shared.errors import Conflict, Refused
from assessment.submissions.models import PoolItem, Run
from assessment.submissions.services.runs import submit_run
from scoring.__main__ import main
from scoring.evaluations.changes import differences, substance
from scoring.evaluations.gallery import Entry, gallery
from scoring.tracks.base import Declaration
from tests.api.asking import client_of, send_json
from tests.commands import outcome, refusal, run
from tests.factory import make_account

CAMPAIGNS = "/api/v1/campaigns/"
GRADED = next(entry for entry in gallery() if entry.name == "graded")


def folder_of(entry: Entry) -> Path:
    return Path(str(entry.folder))


def written(folder: Path, text: str, name: str = "evaluation.toml") -> str:
    (folder / name).write_text(text)
    return str(folder / name)


@pytest.fixture
def mine(db: None, tmp_path: Path) -> Campaign:
    """A draft with graded answers."""
    run("create_campaign", "mine", "--evaluation", written(tmp_path, GRADED.text))
    return Campaign.objects.get(slug="mine")


def fill(entry: Entry) -> Campaign:
    """A campaign of an entry of the gallery, judged by its files."""
    declared = str(folder_of(entry) / "evaluation.toml")
    run("create_campaign", "mine", "--evaluation", declared, "--title", "A campaign")
    if any(setting.name == "unknown_docids" for setting in entry.track.settings):
        run("settings", "mine", "unknown_docids=true")
    run("import_questions", "mine", str(folder_of(entry) / "questions.csv"))
    run("open_campaign", "mine")
    for file in sorted((folder_of(entry) / "runs").iterdir()):
        run("submit_run", "mine", str(file), "--team", file.stem, "--run-id", file.stem)
    run("close_campaign", "mine")
    run("pool", "mine")
    campaign = Campaign.objects.get(slug="mine")
    if (folder_of(entry) / "judgments.csv").exists():
        run("import_judgments", "mine", str(folder_of(entry) / "judgments.csv"), "--new")
    else:
        run("assign", "mine", "--assessors", "ann")
        run("import_matches", "mine", str(folder_of(entry) / "matches.csv"))
        if (folder_of(entry) / "votes.csv").exists():
            run("import_votes", "mine", str(folder_of(entry) / "votes.csv"))
    run("finish_judged", "mine", "--nothing-found")
    if PoolItem.objects.filter(disputed=True).exists():
        run("accept_majorities", "mine")
    return campaign


@pytest.mark.both_databases
@pytest.mark.django_db
@pytest.mark.parametrize("entry", gallery(), ids=lambda entry: entry.name)
def test_a_campaign_of_each_entry_of_the_gallery_is_scored_here_elsewhere_and_without_a_site(
    entry: Entry, tmp_path: Path
) -> None:
    campaign = fill(entry)
    assert campaign.track.title == entry.track.title
    assert PoolItem.objects.filter(question__campaign=campaign).exists()
    scores, bundle = tmp_path / "scores.json", tmp_path / "bundle"
    run("score", "mine", "--json", str(scores))
    run("release", "mine")
    run("export", "mine", str(bundle))
    assert (bundle / "evaluation.toml").read_text() == entry.text
    again = tmp_path / "again.json"
    assert main(["score", str(bundle), "--json", str(again)]) == 0
    assert _scores(again) == _scores(scores)
    assert any(_scores(scores).values())
    run("import_bundle", str(bundle), "--slug", "theirs")
    run("export", "theirs", str(tmp_path / "second"))
    assert _files(tmp_path / "second", "theirs") == _files(bundle, "mine")
    assert EvaluationFile.objects.count() == 1


def _scores(file: Path) -> dict[str, Any]:
    return {name: found["score"] for name, found in json.loads(file.read_text())["runs"].items()}


def _files(bundle: Path, slug: str) -> dict[str, bytes]:
    """All but the names of the campaign, and what holds them or the time."""
    left = ("MANIFEST.sha256", "release.json")
    found = {
        path.relative_to(bundle).as_posix(): path.read_bytes() for path in bundle.rglob("*") if path.is_file()
    }
    return {name: data.replace(f'"{slug}"'.encode(), b"") for name, data in found.items() if name not in left}


def test_what_is_wrong_with_a_file_is_told_with_its_lines_and_nothing_is_made(
    db: None, tmp_path: Path
) -> None:
    wrong = GRADED.text.replace("value = 1", 'value = "one"').replace("mean_grade", "mean_grad")
    with pytest.raises(CommandError) as error:
        run("create_campaign", "mine", "--evaluation", written(tmp_path, wrong))
    told = "\n".join(error.value.__notes__)
    assert "evaluation.toml:18: value:" in told
    assert "unknown_measure" in told
    assert not Campaign.objects.exists()
    assert not EvaluationFile.objects.exists()


def test_a_check_makes_nothing(db: None, tmp_path: Path) -> None:
    said = outcome("create_campaign", "mine", "--evaluation", written(tmp_path, GRADED.text), "--check")
    assert said["sentence"] == "The campaign mine (Graded answers) can be created. Nothing was stored."
    assert not Campaign.objects.exists()
    assert not EvaluationFile.objects.exists()


def test_own_is_no_track_that_can_be_named(db: None) -> None:
    assert "There is no track" in refusal("create_campaign", "mine", "--track", "own")
    with pytest.raises(Refused, match="Both a track and an evaluation"):
        services.create_campaign(slug="mine", title="", track="trec8", evaluation=GRADED.text, by=None)


def test_the_text_is_read_once(mine: Campaign, django_assert_num_queries: Any) -> None:
    assert mine.track.title == "Graded answers"
    again = Campaign.objects.get(pk=mine.pk)
    with django_assert_num_queries(0):
        assert again.track is mine.track


@pytest.mark.both_databases
def test_before_anything_rests_on_it_another_file_takes_its_place(mine: Campaign, tmp_path: Path) -> None:
    run("settings", "mine", "judges=2")
    other = GRADED.text.replace('"Fair"', '"So so"').replace("ranks = 5", "ranks = 3")
    assert "saved" in run("settings", "mine", "--evaluation", written(tmp_path, other))
    mine.refresh_from_db()
    assert mine.definition == other
    assert mine.settings == {"judges": 2}
    assert [*EvaluationFile.objects.values_list("text", flat=True)] == [other]


def test_what_was_read_by_another_evaluation_is_not_stored(mine: Campaign, tmp_path: Path) -> None:
    """An organizer puts another evaluation in its place while somebody's file is checked."""
    questions, answers = SourceFile("q.csv", b"qid,text\n1,Why?\n"), SourceFile("r.txt", b"1 Q0 D 1 2 t x\n")
    run("settings", "mine", "unknown_docids=true", "missing_questions=true")
    mine.refresh_from_db()
    read = read_topics_file(mine, questions)
    run(
        "settings",
        "mine",
        "--evaluation",
        written(tmp_path, GRADED.text.replace('"question"', '"query"')),
    )
    with pytest.raises(Conflict, match="evaluation of the campaign changed"):
        store_read(campaign=mine, read=read, by=None)
    assert not mine.questions.exists()
    store_read(campaign=mine, read=read_topics_file(mine, questions), by=None)
    run("open_campaign", "mine")
    checked_for = Campaign.objects.get(slug="mine")
    run("settings", "mine", "--evaluation", written(tmp_path, mine.definition.replace("= 5", "= 3")))
    declared = Declaration("heron", run_id="heron1")
    with pytest.raises(Conflict, match="settings changed"):
        submit_run(by=None, campaign=checked_for, declaration=declared, file=answers, organizer=True)
    assert not Run.objects.exists()


def test_once_answers_are_pooled_only_words_change(tmp_path: Path, db: None) -> None:
    campaign = fill(GRADED)
    run("score", "mine")
    before = campaign.qrels.get().inputs_sha256
    words = GRADED.text.replace("Off topic", "Beside the point").replace("Graded answers", "Ours")
    run("settings", "mine", "--evaluation", written(tmp_path, words))
    campaign.refresh_from_db()
    assert campaign.track.title == "Ours"
    assert "unchanged" in run("score", "mine") or campaign.qrels.latest("pk").inputs_sha256 == before
    with pytest.raises(Refused) as error:
        services.edit_settings(
            campaign=campaign, by=None, evaluation=words.replace("value = 2", "value = 2.5")
        )
    assert "scale graded, grades 2, value is 2.5; it was 2" in str(error.value)
    assert error.value.code == "evaluation_fixed"
    run("release", "mine")
    campaign.refresh_from_db()
    with pytest.raises(Refused) as error:
        services.edit_settings(campaign=campaign, by=None, evaluation=GRADED.text)
    assert error.value.code == "campaign_released"


@pytest.mark.both_databases
def test_the_scale_of_nuggets_is_fixed_by_pooled_answers_and_not_by_runs(tmp_path: Path, db: None) -> None:
    entry = next(entry for entry in gallery() if 'cell_scale = "support"' in entry.text)
    run("create_campaign", "mine", "--evaluation", str(folder_of(entry) / "evaluation.toml"))
    run("import_questions", "mine", str(folder_of(entry) / "questions.csv"))
    run("open_campaign", "mine")
    for file in (folder_of(entry) / "runs").iterdir():
        run("submit_run", "mine", str(file), "--team", file.stem, "--run-id", file.stem)
    other = entry.text.replace('cell_scale = "support"', 'cell_scale = "five-way"')
    run("settings", "mine", "--evaluation", written(tmp_path, other))
    run("close_campaign", "mine")
    run("pool", "mine")
    said = refusal("settings", "mine", "--evaluation", written(tmp_path, entry.text))
    assert "Answers of mine are pooled" in said


def test_types_that_questions_have_must_stay(mine: Campaign, tmp_path: Path) -> None:
    run("import_questions", "mine", str(folder_of(GRADED) / "questions.csv"))
    with pytest.raises(Refused, match="types that the new evaluation has not"):
        services.edit_settings(
            campaign=mine, by=None, evaluation=GRADED.text.replace('name = "question"', 'name = "query"')
        )


def test_an_evaluation_that_is_built_in_is_not_exchanged(db: None, tmp_path: Path) -> None:
    run("create_campaign", "facts", "--track", "trec8")
    assert "is built in" in refusal("settings", "facts", "--evaluation", written(tmp_path, GRADED.text))


@pytest.mark.both_databases
def test_a_clone_has_the_same_text_and_the_last_campaign_takes_it_along(mine: Campaign) -> None:
    run("clone_campaign", "mine", "twin")
    assert Campaign.objects.get(slug="twin").evaluation_id == mine.evaluation_id
    run("delete_campaign", "mine", "--confirm", "mine")
    assert EvaluationFile.objects.exists()
    run("delete_campaign", "twin", "--confirm", "twin")
    assert not EvaluationFile.objects.exists()


def test_words_are_no_part_of_what_scores_rest_on() -> None:
    words = (
        GRADED.text.replace("Perfect", "☆").replace('label = "Question"', 'label = "Query"')
        + "\n# a remark\n"
    )
    assert differences(GRADED.text, words) == []
    assert substance(words) == substance(GRADED.text)
    (one,) = differences(GRADED.text, GRADED.text.replace("ranks = 5", "ranks = 4"))
    assert str(one) == "runs, ranks is 4; it was 5"


def test_a_bundle_without_the_file_is_refused_with_its_name(mine: Campaign, tmp_path: Path) -> None:
    run("import_questions", "mine", str(folder_of(GRADED) / "questions.csv"))
    run("export", "mine", str(tmp_path / "bundle"))
    (tmp_path / "bundle" / "evaluation.toml").unlink()
    with pytest.raises(CommandError) as error:
        run("import_bundle", str(tmp_path / "bundle"), "--slug", "theirs")
    assert "evaluation.toml: missing_file" in "\n".join(error.value.__notes__)


@pytest.mark.django_db
def test_the_api_makes_one_and_changes_its_words() -> None:
    client = client_of(make_account("ada", may_create=True))
    wanted = {"slug": "mine", "evaluation": GRADED.text}
    checked = send_json(client, CAMPAIGNS, {**wanted, "check_only": True})
    assert (checked.status_code, Campaign.objects.exists()) == (200, False)
    wrong = send_json(client, CAMPAIGNS, {**wanted, "evaluation": GRADED.text.replace("title", "titel", 1)})
    assert (wrong.status_code, wrong.json()["problems"][0]["line"]) == (422, 1)
    made = send_json(client, CAMPAIGNS, wanted)
    assert (made.status_code, made.json()["track"]) == (201, "own")
    settings = client.get(f"{CAMPAIGNS}mine/settings/")
    assert settings.json()["evaluation"] == GRADED.text
    words = GRADED.text.replace("Perfect", "Just so")
    etag = settings.headers["ETag"]
    changed = send_json(
        client,
        f"{CAMPAIGNS}mine/settings/",
        {"evaluation": words},
        "patch",
        **{"If-Match": etag},
    )
    assert (changed.status_code, changed.json()["evaluation"]) == (200, words)
    stale = send_json(
        client,
        f"{CAMPAIGNS}mine/settings/",
        {"evaluation": wanted["evaluation"]},
        "patch",
        **{"If-Match": etag},
    )
    assert stale.status_code == 412
