"""Patterns written from judged answers: tried, proposed, saved as versions, and exported as a test collection."""

import re
from functools import partial
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from assessment.campaigns.models import Campaign
from assessment.judging.models import QuestionPatterns
from assessment.judging.selectors.patterns import JudgedAnswers
from assessment.people.models import Event
from scoring.patterns.dialect import translated
from scoring.patterns.files import Pattern
from scoring.patterns.proposals import literal, proposed, tried, with_documents
from tests.client import Client
from tests.factory import make_member
from tests.imports.test_patterns import lamps, written

assert lamps  # a fixture
PAGE = "/campaigns/lamps/patterns/1/"


@given(st.text(min_size=1, max_size=40))
def test_a_proposal_finds_its_answer_whatever_white_space_it_has(answer: str) -> None:
    if answer.split():
        assert re.search(translated(literal(answer)), answer)
        assert re.search(translated(literal(answer)), "\n ".join(answer.split()))


@given(st.lists(st.text("ab .$(", min_size=1, max_size=6), max_size=8))
def test_proposals_find_every_right_answer_and_none_is_needless(right: list[str]) -> None:
    found = proposed(right)
    made = [re.compile(translated(one)) for one in found]
    assert all(any(one.search(" ".join(text.split())) for one in made) for text in right if text.split())
    assert len(set(found)) == len(found)


def test_what_patterns_tell_of_judged_answers() -> None:
    judged = {"Ada Dunn": True, "by Ada": True, "Ada Bo": False, "Bo": False}
    verdicts = tried([Pattern("1", r"Ada\s+"), Pattern("1", "Dunn")], judged)
    assert [(one.answer, one.is_missed, one.is_false) for one in verdicts] == [
        ("by Ada", True, False),
        ("Ada Bo", False, True),
        ("Ada Dunn", False, False),
        ("Bo", False, False),
    ]
    assert verdicts[2].matching == (r"Ada\s+", "Dunn")


@pytest.fixture
def olga(lamps: Campaign, client: Client) -> Client:
    """The organizer."""
    client.force_login(make_member(lamps, "olga", "organizer"))
    return client


def test_patterns_are_tried_proposed_saved_and_exported(olga: Client, tmp_path: Path) -> None:
    assert "Answer patterns" in olga.get("/campaigns/lamps/patterns/").content.decode()
    assert "/campaigns/lamps/patterns/" in olga.get("/campaigns/lamps/adjudicate/").content.decode()
    page = olga.get(PAGE)
    assert "Right, but no pattern matches (1)" in page.content.decode()
    proposal = olga.post(PAGE, {"text": "", "do": "propose"})
    assert proposal.context["text"] == "Bo"
    assert "Right, but no pattern matches (0)" in proposal.content.decode()
    tried_only = olga.post(PAGE, {"text": "Ada|Bo", "do": "try"}, headers={"X-Part": "answers"})
    assert "Wrong, but a pattern matches (1)" in tried_only.content.decode()
    assert "<form" not in tried_only.content.decode()
    assert not QuestionPatterns.objects.exists()
    seen = page.context["seen"]
    assert olga.post(PAGE, {"text": "Bo\r\n\r\n", "do": "save", "seen": seen}).status_code == 302
    assert olga.post(PAGE, {"text": "Bo", "do": "save"}).status_code == 302
    assert list(QuestionPatterns.objects.values_list("number", "text")) == [(1, "Bo")]
    assert Event.objects.filter(verb="patterns:written", subject="1").count() == 1
    assert olga.get("/campaigns/lamps/patterns.txt").content == b"1 Bo\n"
    assert olga.get("/campaigns/lamps/patterns.txt?documents=1").content == b"1 Bo HN-2\n"
    call_command("export_patterns", "lamps", str(tmp_path / "out.txt"), "--proposals", "--documents")
    assert (tmp_path / "out.txt").read_bytes() == b"1 Bo HN-2\n2 in\\s+1956 HN-3\n"
    call_command(
        "import_patterns", "lamps", str(tmp_path / "out.txt"), "--machine", "own", "--documents", "yes"
    )


def test_a_second_writer_sees_what_the_first_saved(olga: Client) -> None:
    seen = olga.get(PAGE).context["seen"]
    olga.post(PAGE, {"text": "Bo", "do": "save", "seen": seen})
    late = olga.post(PAGE, {"text": "Ada", "do": "save", "seen": seen})
    assert late.status_code == 422
    assert "Somebody changed the patterns" in late.content.decode()
    assert late.context["text"] == "Ada"
    olga.post(PAGE, {"text": "Ada", "do": "save", "seen": late.context["seen"]})
    assert list(QuestionPatterns.objects.order_by("number").values_list("text", flat=True)) == ["Bo", "Ada"]


@pytest.mark.parametrize("text", ["fine\n(open", "\\p{Lu}", "x" * 1001, "y" * 20001])
def test_what_cannot_be_used_is_not_saved_and_stays_in_the_field(olga: Client, text: str) -> None:
    answer = olga.post(PAGE, {"text": text, "do": "save"})
    assert answer.status_code == 422
    assert answer.context["text"] == text
    assert not QuestionPatterns.objects.exists()


@pytest.mark.parametrize("do", ["try", "propose", "save"])
def test_a_pattern_that_tries_without_end_is_stopped_and_named(
    olga: Client, monkeypatch: pytest.MonkeyPatch, do: str
) -> None:
    monkeypatch.setattr("assessment.imports.services.own_patterns.TRY_SECONDS", 0.2)
    answer = olga.post(PAGE, {"text": "fine\n" + "(|)" * 60 + r"\b", "do": do})
    assert answer.status_code == 422
    assert "pattern_slow" in answer.text
    assert not QuestionPatterns.objects.exists()


def test_a_pattern_without_end_over_new_answers_keeps_the_file_from_being_written(
    olga: Client, lamps: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    olga.post(PAGE, {"text": "(B|Bo|o)+" * 40 + "!", "do": "save"})
    right = {"Bo" * 200: {"HN-2"}}
    monkeypatch.setattr(
        "assessment.imports.services.own_patterns.judged_answers",
        lambda question: JudgedAnswers(right, set(), 0),
    )
    monkeypatch.setattr(
        "assessment.imports.services.own_patterns.with_documents", partial(with_documents, seconds=0.2)
    )
    answer = olga.get("/campaigns/lamps/patterns.txt?documents=1")
    assert answer.status_code == 422
    assert "still searching" in answer.text


def test_nothing_to_export_and_a_file_that_exists_are_said(lamps: Campaign, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="has no patterns"):
        call_command("export_patterns", "lamps", str(tmp_path / "none.txt"))
    with pytest.raises(CommandError, match="exists"):
        call_command("export_patterns", "lamps", written(tmp_path, "there.txt", "x"), "--proposals")
