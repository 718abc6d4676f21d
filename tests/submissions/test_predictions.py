"""Predictions of Natural Questions submitted, checked and listed as every run is."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.services.topics import store_topics
from assessment.submissions.models import Response, Run
from scoring.records import Question, Topics
from scoring.spans.codec import decoded
from scoring.spans.predictions import MOST
from scoring.spans.questions import TYPE
from tests.factory import make_campaign
from tests.submissions import scene

pytestmark = pytest.mark.django_db
HUGE, NEGATIVE = "9007199254740993", "-9221842612365193472"


@pytest.fixture
def campaign() -> Campaign:
    made = make_campaign("pages", "nq", state=State.OPEN)
    topics = Topics(tuple(Question(qid, TYPE, f"what is {qid}") for qid in (HUGE, NEGATIVE, "7")))
    store_topics(campaign=made, topics=topics, source="a test", by=None)
    scene.team_of(made, "alpha", "pia")
    return made


def entry(example: str, start: int = 100, score: Any = 1.5, **more: Any) -> dict[str, Any]:
    place = {"start_byte": start, "end_byte": start + 50, "start_token": 5, "end_token": 9}
    return {"example_id": int(example), "long_answer": place, "long_answer_score": score} | more


def file_of(*entries: dict[str, Any]) -> bytes:
    return json.dumps({"predictions": entries}, indent=0).encode()


def submit(data: bytes, name: str = "pages-1.json", **declared: str) -> Any:
    file = SimpleUploadedFile(name, data)
    form = {"team": "alpha", "automatic": "yes", "action": "submit", "file": file} | declared
    return scene.client_of("pia").post(reverse("submissions:submit", args=["pages"]), form, follow=True)


def test_predictions_are_kept_to_the_last_bit(campaign: Campaign) -> None:
    short = [{"start_byte": 110, "end_byte": 120, "start_token": 6, "end_token": 7}]
    data = file_of(
        entry(HUGE, score=0.1 + 0.2, short_answers=short, short_answers_score=-1e-300), entry(NEGATIVE)
    )
    answer = submit(data)
    run = Run.objects.get(run_id="pages-1")
    assert answer.redirect_chain
    assert run.responses_count == 2
    rows = {row.docid: decoded(row.docid, row.prediction) for row in Response.objects.filter(run=run)}
    assert (rows[HUGE].long_score, rows[HUGE].short_score) == (0.1 + 0.2, -1e-300)
    assert rows[HUGE].label.short[0] == (110, 120, 6, 7)
    assert rows[NEGATIVE].label.long == (100, 150, 5, 9)
    page = scene.client_of("pia").get(reverse("submissions:run", args=["pages", "pages-1"])).content.decode()
    assert "1 example has no prediction, which counts as no answer: 7." in page
    assert "Pooled" not in page
    assert "Priority" not in page


def test_all_slips_are_listed_at_once_with_their_examples(campaign: Campaign) -> None:
    data = file_of(
        entry(HUGE, score=float("nan")),
        entry("8"),
        entry(NEGATIVE, long_answer={"start_byte": 5, "end_byte": -1}),
        entry(NEGATIVE),
        entry("7", yes_no_answer="YES", short_answers=[{"start_byte": 110, "end_byte": 120}]),
    )
    page = submit(data).content.decode()
    for example, code in (
        (HUGE, "not_finite"),
        ("8", "unknown_example"),
        (NEGATIVE, "half_null"),
        (NEGATIVE, "twice"),
        ("7", "yes_no_with_spans"),
    ):
        assert f"Example {example}" in page
        assert code in page
    assert not Run.objects.exists()
    assert not Response.objects.exists()


def test_the_form_asks_nothing_that_predictions_do_not_have(campaign: Campaign) -> None:
    page = scene.client_of("pia").get(reverse("submissions:runs", args=["pages"])).content.decode()
    assert "the name of the file becomes its id" in page
    for absent in ("Priority", "Encoding of the file", "Longest answer string", "What was searched"):
        assert absent not in page


def test_a_file_whose_name_is_no_id_needs_one(campaign: Campaign) -> None:
    page = submit(file_of(entry("7")), "my predictions.json").content.decode()
    assert "The name of the file, &quot;my predictions.json&quot;, cannot be the run&#x27;s id." in page
    assert not Run.objects.exists()
    submit(file_of(entry("7")), "my predictions.json", run_id="named")
    assert Run.objects.get().run_id == "named"


def test_the_commands_check_and_submit_too(
    tmp_path: Path, campaign: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_bytes(file_of(entry("7")))
    bad.write_bytes(file_of(entry("7", score="high")))
    with pytest.raises(CommandError) as refused:
        call_command("submit_run", "pages", str(bad), team="alpha")
    assert "breaks a rule (not_finite)" in str(refused.value)
    assert "Example 7" in capsys.readouterr().err
    call_command("submit_run", "pages", str(good), team="alpha")
    assert Run.objects.get().run_id == "good"


def test_runs_are_not_pooled(campaign: Campaign) -> None:
    with pytest.raises(CommandError, match="not pooled"):
        call_command("pool", "pages")


def test_a_small_file_that_unpacks_to_a_huge_one_is_refused(campaign: Campaign) -> None:
    bomb = gzip.compress(b'{"predictions": [' + b" " * (MOST + 1), mtime=0)
    assert len(bomb) < 1_000_000
    page = submit(bomb, "bomb.json").content.decode()
    assert "The file holds more than 64 MB when it is unpacked." in page
    assert not Run.objects.exists()
