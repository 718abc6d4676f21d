"""Campaigns in the manner of TREC-9, 2001 and 2002, made by settings alone: from the command line to equal scores offline."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns import services
from assessment.campaigns.models import Campaign
from assessment.results.models import ScoreSet
from assessment.shared.errors import FileRefused, Refused
from assessment.submissions.models import PoolItem, Run
from scoring.__main__ import main
from tests.client import Client
from tests.factory import make_member

TOPICS = "".join(
    f"<top>\n<num> Number: {number}\n<desc> Description:\nWho made lamp {number}?\n</top>\n"
    for number in (1394, 1395, 1396)
)
SETTINGS = (
    "ranks=1",
    "nil=true",
    "scale=four-way",
    "measures=cws,accuracy",
    "lengths=none",
    "columns=qid docid answer",
    "judges=1",
    "unknown_docids=true",
)
RUNS = {
    "sure": "1394 HN-1 Ada\n1395 NIL\n1396 HN-2 Eve\n",
    "lost": "1396 HN-2 Eve\n1395 HN-3 Bo\n1394 HN-1 Ada\n",
}
JUDGED = """qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at
1394,HN-1,,Ada,ann,correct,,,
1395,HN-3,,Bo,ann,incorrect,,,
1396,HN-2,,Eve,ann,unsupported,,,
"""


def written(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text)
    return str(folder / name)


@pytest.fixture
def year(db: None, tmp_path: Path) -> Campaign:
    """A judged campaign like TREC 2002."""
    pairs = [argument for pair in SETTINGS for argument in ("--set", pair)]
    call_command("create_campaign", "year", "--track", "trec8", *pairs)
    call_command("import_questions", "year", written(tmp_path, "topics", TOPICS))
    services.change_state(campaign=Campaign.objects.get(slug="year"), to="open", by=None)
    for name, lines in RUNS.items():
        call_command("submit_run", "year", written(tmp_path, name, lines), "--team", name, "--run-id", name)
    call_command("pool", "year")
    call_command("import_judgments", "year", written(tmp_path, "judged.csv", JUDGED), "--new")
    return Campaign.objects.get(slug="year")


def scores(tmp_path: Path, *rule: str) -> dict[str, float]:
    file = tmp_path / "scores.json"
    call_command("score", "year", "--json", str(file), *rule)
    return {run: found["score"] for run, found in json.loads(file.read_text())["runs"].items()}


def test_a_campaign_like_trec_2002_scores_by_confidence_here_and_offline(
    year: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Right at places 1 and 2 of 3 (NIL: nobody found an answer), and at place 3 alone.
    assert scores(tmp_path) == {
        "sure": float(Fraction(1 + 1, 3) + Fraction(2, 9)),
        "lost": float(Fraction(1, 9)),
    }
    call_command("export", "year", str(tmp_path / "bundle"))
    stated = json.loads((tmp_path / "bundle" / "campaign.json").read_text())["settings"]
    assert (stated["measures"], stated["ranks"], "depths" in stated) == ("cws,accuracy", "1", False)
    assert main(["score", str(tmp_path / "bundle"), "--json", str(tmp_path / "offline.json")]) == 0
    assert (tmp_path / "offline.json").read_bytes() == (tmp_path / "scores.json").read_bytes()
    call_command("import_bundle", str(tmp_path / "bundle"), "--slug", "again")
    call_command("export", "again", str(tmp_path / "again"))
    first, second = ((tmp_path / name / "runs.csv").read_bytes() for name in ("bundle", "again"))
    assert first == second


def test_lenient_grades_make_a_new_version_and_the_old_one_keeps_its_measures(
    year: Campaign, tmp_path: Path, client: Client
) -> None:
    scores(tmp_path)
    services.edit_settings(
        campaign=year, by=None, settings={"right": "correct,unsupported", "measures": "accuracy"}
    )
    assert scores(tmp_path) == {"sure": 1.0, "lost": float(Fraction(2, 3))}
    old, new = ScoreSet.objects.order_by("qrels__version")
    assert (old.track.score, new.track.score) == ("cws", "accuracy")
    account = make_member(year, "olga", "organizer")
    client.force_login(account)
    for version in (1, 2):
        page = client.get(f"/campaigns/year/results/{version}/")
        assert page.status_code == 200
        name = "Confidence-weighted score" if version == 1 else "Accuracy"
        assert name in page.content.decode()
        for run in ("sure", "lost"):
            assert client.get(f"/campaigns/year/results/{version}/runs/{run}/").status_code == 200
        assert client.get(f"/campaigns/year/results/{version}/questions/1394/").status_code == 200
        assert client.get(f"/campaigns/year/results/{version}/leaderboard.json").status_code == 200


def test_settings_that_contradict_each_other_are_refused(
    year: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(FileRefused) as refused:
        services.edit_settings(campaign=year, by=None, settings={"measures": "cws,success_k"})
    assert "which need ranks" in refused.value.problems[0].message
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("create_campaign", "bad", "--track", "trec8", "--set", "measures=no_correct,mrr")
    assert "counts questions and is no score" in capsys.readouterr().err
    assert not Campaign.objects.filter(slug="bad").exists()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [({"ranks": "5"}, "contradict|ranks"), ({"nil": "false"}, "Runs came in with nil=true")],
)
def test_how_runs_are_read_stays_once_there_are_runs(
    year: Campaign, change: dict[str, str], sentence: str
) -> None:
    with pytest.raises((Refused, FileRefused), match=sentence):
        services.edit_settings(campaign=year, by=None, settings={**change, "measures": "accuracy"})


def test_the_scale_stays_once_there_are_judgments(year: Campaign) -> None:
    with pytest.raises(Refused, match="Answers were graded with scale=four-way"):
        services.edit_settings(campaign=year, by=None, settings={"scale": "yes-no"})


def test_the_settings_page_and_the_campaign_page_show_what_was_chosen(year: Campaign, client: Client) -> None:
    account = make_member(year, "olga", "organizer")
    client.force_login(account)
    assert "cws,accuracy" in client.get("/campaigns/year/settings/").content.decode()
    assert "cws,accuracy" in client.get("/campaigns/year/").content.decode()


def test_runs_are_pooled_to_the_depth_of_their_priority(db: None, tmp_path: Path) -> None:
    call_command(
        "create_campaign",
        "deep",
        "--track",
        "trec8",
        "--set",
        "depths=1:2,2:1",
        "--set",
        "unknown_docids=true",
    )
    call_command("import_questions", "deep", written(tmp_path, "topics", TOPICS))
    services.change_state(campaign=Campaign.objects.get(slug="deep"), to="open", by=None)
    for priority in (1, 2, 3):
        lines = "".join(
            f"{qid} Q0 HN-{rank} {rank} 1 run{priority} {qid} by {priority} at {rank}\n"
            for qid in (1394, 1395, 1396)
            for rank in (1, 2, 3)
        )
        file = written(tmp_path, f"run{priority}", lines)
        call_command("submit_run", "deep", file, "--team", f"t{priority}", "--priority", str(priority))
    call_command("pool", "deep")
    assert PoolItem.objects.count() == 3 * (2 + 1 + 3)
    assert dict(Run.objects.values_list("priority", "depth")) == {1: 2, 2: 1, 3: None}
    call_command("pool", "deep", "--depth", "3")
    assert PoolItem.objects.count() == 3 * 9
