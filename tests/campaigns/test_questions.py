"""Single questions: frozen texts, corrections, leaving the evaluation, settled NILs, guidelines, known answers."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns import services
from assessment.campaigns.models import Campaign, Correction, Guidelines, Question
from assessment.campaigns.selectors.campaigns import guidelines_in_force
from assessment.judging.models import AnswerClass
from assessment.people.models import Account, Event
from assessment.people.services.accounts import ensure_member
from assessment.shared.errors import Conflict, Refused
from tests.client import Client
from tests.factory import make_items, make_questions
from tests.query_counts import QueryCount

Enter = Callable[[Campaign | None, str], Client]

PAGE = "/campaigns/comet/questions/1.1/"


def test_a_text_is_edited_freely_until_it_is_pooled_and_corrected_afterwards(
    series: Campaign, enter: Enter
) -> None:
    client, team = enter(series, "organizer"), enter(series, "participant")
    question = series.questions.get(qid="1.1")
    assert client.post(PAGE, {"text": "When was it first\r\nseen?", "source": "log"}).status_code == 302
    question.refresh_from_db()
    assert (question.text, question.source) == ("When was it first seen?", "log")
    make_items(question, ("D1", "1910"))
    refused = client.post(PAGE, {"text": "When was it last seen?", "source": "log"})
    assert refused.status_code == 422
    assert "A reason is needed" in refused.content.decode()
    assert "When was it last seen?" in refused.content.decode()
    question.refresh_from_db()
    assert question.text == "When was it first seen?"
    assert client.post(PAGE, {"text": "When was it first seen?", "source": "query log"}).status_code == 302
    assert Correction.objects.count() == 0
    fields = {"text": "When was it last seen?", "source": "query log", "reason": "wrong way round"}
    assert client.post(PAGE, fields).status_code == 302
    correction = Correction.objects.get()
    assert (correction.before, correction.after) == ("When was it first seen?", "When was it last seen?")
    for page in (PAGE, "/campaigns/comet/questions/"):
        assert "orrect" in team.get(page).content.decode()
    assert "wrong way round" in team.get(PAGE).content.decode()


@pytest.mark.parametrize(("text", "code"), [("  ", "text_missing"), ("a\x01b", "text_control")])
def test_a_text_that_no_file_could_hold_is_refused(series: Campaign, text: str, code: str) -> None:
    question = series.questions.get(qid="1.1")
    with pytest.raises(Refused) as refused:
        services.edit_question(question=question, by=None, text=text)
    assert refused.value.code == code
    assert Question.objects.get(pk=question.pk).text == "When was it seen?"


def test_questions_and_series_leave_and_come_back_and_nothing_is_deleted(
    series: Campaign, enter: Enter
) -> None:
    make_items(series.questions.get(qid="1.1"), ("D1", "1910"))
    client = enter(series, "organizer")

    def post(what: str, **fields: str) -> set[str]:
        assert client.post(f"/campaigns/comet/{what}/", fields).status_code == 302
        return {question.qid for question in series.questions.retained()}

    everything = {"1.1", "1.2", "1.3", "2.1", "2.2"}
    assert post("drop", id="1.1", reason="ambiguous") == everything - {"1.1"}
    assert post("drop", id="2", reason="") == everything - {"1.1"}
    assert post("drop", id="2", reason="no documents") == {"1.2", "1.3"}
    assert post("drop", id="nothing", reason="x") == {"1.2", "1.3"}
    page = client.get("/campaigns/comet/questions/").content.decode()
    assert "no documents" in page
    assert "ambiguous" in page
    assert "5 questions in 2 series, 3 dropped" in page
    assert "with its whole series" in client.get("/campaigns/comet/questions/2.1/").content.decode()
    assert post("restore", id="2") == everything - {"1.1"}
    assert post("restore", id="1.1") == everything
    assert series.questions.get(qid="1.1").pool_items.count() == 1
    output = Event.objects.filter(verb__in=["question:dropped", "question:restored"]).order_by("pk")
    assert [event.sentence for event in output] == [
        "dropped question 1.1",
        "dropped series 2",
        "restored series 2",
        "restored question 1.1",
    ]


def test_the_command_drops_with_a_reason_once(series: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("drop", "comet", "2", "--reason", "no documents")
    assert capsys.readouterr().out == "2 left the evaluation.\n"
    with pytest.raises(CommandError, match=r"^dropped_already: 2 has already been dropped .no documents."):
        call_command("drop", "comet", "2", "--reason", "other")
    with pytest.raises(CommandError, match=r"^question_unknown: "):
        call_command("drop", "comet", "2.9", "--reason", "other")
    with pytest.raises(CommandError, match=r"^campaign_unknown: .*comet"):
        call_command("drop", "nowhere", "2", "--reason", "other")
    with pytest.raises(CommandError, match=r"^reason_missing: "):
        call_command("drop", "comet", "1", "--reason", " ")
    assert series.series.get(key="2").drop_reason == "no documents"


def test_nil_is_settled_where_runs_may_answer_nil(series: Campaign, blocks: Campaign, enter: Enter) -> None:
    client = enter(series, "organizer")
    question = series.questions.get(qid="1.1")
    for nil in ("right", "maybe"):
        assert client.post("/campaigns/comet/settle-nil/", {"id": "1.1", "nil": nil}).status_code == 302
        question.refresh_from_db()
        assert question.nil == "right"
    assert "NIL is right" in client.get(PAGE).content.decode()
    services.settle_nil(question=question, nil="", by=None)
    assert Question.objects.get(pk=question.pk).nil == ""
    for other in (series.questions.get(qid="1.2"), blocks.questions.get(qid="1")):
        with pytest.raises(Refused) as refused:
            services.settle_nil(question=other, nil="right", by=None)
        assert refused.value.code == "nil_not_allowed"


def test_guidelines_are_versions_and_nobody_overwrites_anybody(series: Campaign, enter: Enter) -> None:
    one, other, assessor = (enter(series, role) for role in ("organizer", "admin", "assessor"))
    page = "/campaigns/comet/guidelines/"
    assert (
        one.post(page, {"text": "Judge the string.\r\n\r\n<b>In</b> its document.", "seen": "0"}).status_code
        == 302
    )
    late = other.post(page, {"text": "My own rules.", "seen": "0"})
    assert late.status_code == 409
    assert "My own rules." in late.content.decode()
    assert "Judge the string." in late.content.decode()
    assert Guidelines.objects.count() == 1
    assert other.post(page, {"text": "My own rules.", "seen": "1"}).status_code == 302
    assert one.post(page, {"text": "My own rules.\r\n", "seen": "2"}).status_code == 302
    assert [row.version for row in series.guidelines.order_by("version")] == [1, 2]
    in_force = guidelines_in_force(series)
    assert in_force
    assert in_force.text == "My own rules."
    assert "My own rules." in assessor.get(page).content.decode()
    former = assessor.get(f"{page}?version=1").content.decode()
    assert "<p>&lt;b&gt;In&lt;/b&gt; its document.</p>" in former
    assert "Put into force" not in former
    for asked in ("3", "x", "-1", "9" * 30):
        assert assessor.get(f"{page}?version={asked}").status_code == 404
    with pytest.raises(Conflict):
        services.write_guidelines(campaign=series, text="Late", by=None, seen=1)


def test_known_answers_come_in_once(
    blocks: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "answers"
    file.write_text("1 the warden\n1 Ada Rehn\n2 off the coast\n", encoding="utf-8")
    call_command("import_development", "harbour", str(file), "--format", "answers")
    file.write_text("1 the warden\n1 her son\n", encoding="utf-8")
    call_command("import_development", "harbour", str(file), "--format", "answers")
    rows = AnswerClass.objects.order_by("question__qid", "name").values_list("question__qid", "name", "text")
    assert list(rows) == [
        ("1", "1", "the warden"),
        ("1", "2", "Ada Rehn"),
        ("1", "3", "her son"),
        ("2", "1", "off the coast"),
    ]
    assert "Added 1 known answers to 1 questions of harbour; 1 was known before." in capsys.readouterr().out
    file.write_text("1 a third\n77 nobody\n", encoding="utf-8")
    with pytest.raises(CommandError, match="Nothing was stored"):
        call_command("import_development", "harbour", str(file), "--format", "answers")
    assert "answers:2: unknown_question:" in capsys.readouterr().err
    assert AnswerClass.objects.count() == 4
    for format_, refusal in (
        ("gold", "has no gold standard. Nothing was stored."),
        ("tea", "does not read tea files. Nothing was stored. It reads: answers, nug"),
    ):
        with pytest.raises(CommandError, match=refusal):
            call_command("import_development", "harbour", str(file), "--format", format_)


@pytest.mark.parametrize(
    ("track", "topics", "answers", "expected"),
    [
        ("trec8", "trec8questions", "trec8answers", 205),
        ("series2004", "trec13questions.xml", "trec13answers_list", None),
        ("series2004", "trec15questions.xml", "trec15answers_list", None),
    ],
)
def test_real_known_answers_come_in(
    db: None, real_data: Path, track: str, topics: str, answers: str, expected: int | None
) -> None:
    call_command("create_campaign", "real", "--track", track)
    call_command("import_questions", "real", str(real_data / topics))
    call_command("import_development", "real", str(real_data / answers), "--format", "answers")
    count = AnswerClass.objects.filter(question__campaign__slug="real").count()
    assert count == expected if expected else count > 400


def test_pages_take_as_many_queries_for_many_rows_as_for_few(
    series: Campaign, blocks: Campaign, enter: Enter, query_count: QueryCount
) -> None:
    organizer = enter(series, "organizer")
    pages = {
        "campaigns": "/campaigns/",
        "questions of a campaign": "/campaigns/comet/questions/",
        "question": PAGE,
        "settings of a campaign": "/campaigns/comet/settings/",
        "guidelines": "/campaigns/comet/guidelines/",
    }

    def visit() -> None:
        for name, page in pages.items():
            with query_count(name):
                assert organizer.get(page).status_code == 200

    question = series.questions.get(qid="1.1")
    make_items(question, ("D1", "1910"))
    ensure_member(
        campaign=blocks, name="o", roles=["admin"], by=None, account=Account.objects.get(username="organizer")
    )
    services.write_guidelines(campaign=series, text="one", by=None)
    visit()
    make_questions(series, *(f"9.{n}" for n in range(40)), series="9")
    for number in range(5):
        known = {"text": f"answer {number}", "origin": "development"}
        question.entries.create(kind="class", name=str(number), **known)
        services.edit_question(question=question, by=None, text=f"What {number}?", reason="better")
        services.move_deadline(campaign=series, deadline=None, reason="tidy", by=None)
        services.write_guidelines(campaign=series, text=str(number), by=None)
        more = services.create_campaign(slug=f"more-{number}", title="More", track="trec8", by=None)
        ensure_member(
            campaign=more, name="o", roles=["admin", "assessor"], by=None, account=Account.objects.get()
        )
    visit()
