"""Who judges what, from a spreadsheet: by the page that every kind without its own has, by command and program, undone."""

from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from assessment.assignments.services.handover import add_assessor, hand_over
from assessment.assignments.services.roles import add_assignments
from assessment.assignments.services.voters import relieve_voter
from assessment.campaigns.api.imports import FileSerializer
from assessment.campaigns.models import Campaign, FileImport, FileImportState, Series, State
from assessment.campaigns.services import SourceFile, imports
from assessment.campaigns.services.checked_files import check_here
from assessment.campaigns.services.imports import undo_import
from assessment.campaigns.services.intakes import INTAKES, Sent
from assessment.judging.models import Assignment, Nugget
from assessment.judging.services.classes import put_into_class
from assessment.judging.services.counters import recount
from assessment.judging.services.judgments import undo
from assessment.judging.services.questions import Notes, save_notes
from assessment.people.models import Event, Member
from assessment.shared.errors import FileRefused, Refused
from tests.api.asking import client_of
from tests.bring import bring, bring_by_page
from tests.client import Client
from tests.factory import make_campaign, make_items, make_member, make_questions
from tests.judging.scene import assessors, at_once, give, items_of, judge, who_has

pytestmark = pytest.mark.django_db
PAGE = "/campaigns/trial/import/assignments/"
PLAN = "question_id;annotator\n2;ben\n1;ada\n2;ada\n"


@pytest.fixture
def campaign() -> Campaign:
    """Two list questions with a pool, one without; ada has the first already."""
    campaign = make_campaign("trial", "series2004")
    ada, _ = assessors(campaign, "ada", "ben")
    questions = [one for qid in "123" for one in make_questions(campaign, qid, type="LIST", series=qid)]
    for question in questions[:2]:
        make_items(question, ("D-1", "one"), ("D-2", "two"))
    give(questions[0], ada, primary=True)
    return campaign


@pytest.fixture
def olga(campaign: Campaign) -> Client:
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


def given() -> list[tuple[str, str, bool]]:
    rows = Assignment.objects.order_by("pk")
    return list(rows.values_list("question__qid", "member__name", "primary"))


def upload(text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("plan.csv", text.encode())


def test_a_spreadsheet_is_looked_at_line_by_line_stored_and_undone(campaign: Campaign, olga: Client) -> None:
    page = olga.post(PAGE, {"file": upload(PLAN)}, follow=True).content.decode()
    assert "2 new rows, 1 there already." in page
    assert "1, ada" in page
    assert "A table with the columns qid, assessor." in page
    assert given() == [("1", "ada", True)]
    done = bring_by_page(olga, PAGE, file=upload(PLAN)).content.decode()
    assert "Brought in plan.csv: 2 new rows, 1 there already." in done
    assert given() == [("1", "ada", True), ("2", "ben", True), ("2", "ada", False)]
    call_command("undo_import", "trial", "1", "--reason", "a slip")
    assert given() == [("1", "ada", True)]


def test_what_was_judged_since_keeps_it_from_being_undone(campaign: Campaign) -> None:
    bring("assignments", campaign, PLAN.encode())
    row = Assignment.objects.get(question__qid="2", member__name="ben")
    judge(row, items_of(row.question)[0], "correct")
    with pytest.raises(CommandError, match="1 judgment"):
        call_command("undo_import", "trial", "1", "--reason", "a slip")
    assert len(given()) == 3


@pytest.mark.both_databases
def test_a_relieved_voter_is_asked_again_by_a_table_as_by_hand(campaign: Campaign, olga: Client) -> None:
    (other,) = make_questions(campaign, "9", type="OTHER", series="8")
    make_items(other, ("D-1", "one"))
    Nugget.objects.create(question=other, name="9-1", text="x", position=1)
    bring("assignments", campaign, b"qid,assessor\n9,ada\n9,ben\n")
    bring("votes", campaign, b"qid,nugget,assessor,vote\n9,9-1,ben,vital\n")
    ben = Assignment.objects.get(question=other, member__name="ben")
    relieve_voter(campaign=campaign, member=ben.member, by=None)
    said = bring_by_page(olga, PAGE, file=upload("qid,assessor\n9,ben\n")).content.decode()
    assert "1 new row, 0 there already." in said
    ben.refresh_from_db()
    assert (ben.handed_over_at, ben.judged, other.assignments.count()) == (None, 1, 2)
    number = campaign.imports.latest("number").number
    undo_import(campaign=campaign, number=number, reason="a slip", by=None)
    ben.refresh_from_db()
    assert ben.handed_over_at is not None
    bring("assignments", campaign, b"qid,assessor\n9,ben\n")
    bring("votes", campaign, b"qid,nugget,assessor,vote\n9,9-1,ben,okay\n")
    with pytest.raises(Refused, match="1 saved change"):
        undo_import(
            campaign=campaign,
            number=campaign.imports.filter(kind="assignments").latest("number").number,
            reason="a slip",
            by=None,
        )


@pytest.mark.both_databases
def test_who_was_relieved_of_judging_gets_it_back_by_hand_and_by_a_table(campaign: Campaign) -> None:
    bring("assignments", campaign, b"qid,assessor\n2,ben\n2,ada\n")
    row = Assignment.objects.get(question__qid="2", member__name="ben")
    judge(row, items_of(row.question)[0], "correct")
    for give_again in (
        lambda: add_assessor(question=row.question, member=row.member, by=None),
        lambda: bring("assignments", campaign, b"qid,assessor\n2,ben\n"),
    ):
        call_command("relieve", "trial", "--assessor", "ben", stdout=StringIO())
        assert who_has(row.question) == {"ada"}
        give_again()
        assert who_has(row.question) == {"ada", "ben"}
        row.refresh_from_db()
        assert (row.judged, recount(campaign=campaign, by=None)) == (1, [])
        assert Assignment.objects.counting().filter(question=row.question, primary=True).count() == 1


def test_who_passed_a_question_on_is_not_given_it_by_a_table(campaign: Campaign) -> None:
    row = Assignment.objects.get(question__qid="1")
    hand_over(assignment=row, to=Member.objects.get(name="ben"), by=None)
    with pytest.raises(FileRefused) as refused:
        bring("assignments", campaign, b"qid,assessor\n1,ada\n")
    assert refused.value.problems[0].code == "taken_away"


JUDGED = b"qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at\n2,D-1,,one,ben,incorrect,,,\n"


def test_a_table_is_undone_once_the_judgments_in_it_are_taken_back(campaign: Campaign) -> None:
    bring("assignments", campaign, b"qid,assessor\n2,ben\n2,ada\n")
    bring("judgments", campaign, JUDGED)
    with pytest.raises(CommandError, match="1 judgment"):
        call_command("undo_import", "trial", "1", "--reason", "a slip")
    call_command("undo_import", "trial", "2", "--reason", "a slip")
    said = StringIO()
    call_command("undo_import", "trial", "1", "--reason", "a slip", stdout=said)
    assert "Set aside, with judgments that were taken back: 1 assignment." in said.getvalue()
    assert who_has(campaign.questions.get(qid="2")) == set()
    assert recount(campaign=campaign, by=None) == []
    bring("assignments", campaign, b"qid,assessor\n2,ben\n2,ada\n")
    assert who_has(campaign.questions.get(qid="2")) == {"ada", "ben"}
    call_command("undo_import", "trial", "3", "--reason", "a slip")
    assert who_has(campaign.questions.get(qid="2")) == set()


def test_a_class_that_somebody_wrote_keeps_the_table(campaign: Campaign) -> None:
    """Though no answer is in it, and no judgment is left."""
    bring("assignments", campaign, b"qid,assessor\n2,ben\n")
    row = Assignment.objects.get(question__qid="2", member__name="ben")
    (item, *_) = items_of(row.question)
    judge(row, item, "correct")
    seen = {item.pk: None}
    put_into_class(by=None, assignment_id=row.pk, client_id=uuid4(), items=seen, uid=uuid4(), label="one")
    judge(row, item, "incorrect")
    undo(by=None, assignment_id=row.pk, client_id=uuid4())
    undo(by=None, assignment_id=row.pk, client_id=uuid4())
    assert not row.judgments.exclude(grade="").exists()
    with pytest.raises(CommandError, match="saved change"):
        call_command("undo_import", "trial", "1", "--reason", "a slip")
    assert who_has(row.question) == {"ben"}


WRONG = {
    "3,ada": "There is nothing to judge in question",
    "2,bne": "Is ben meant?",
    "2,olga": "is no assessor of this campaign",
    "2,ben\n2,ben": "Line 2 says so already.",
    "2,": "is no assessor",
}


@pytest.mark.parametrize("row", WRONG)
def test_a_wrong_row_is_told_and_nothing_is_assigned(campaign: Campaign, olga: Client, row: str) -> None:
    page = olga.post(PAGE, {"file": upload(f"qid,assessor\n{row}\n")})
    assert page.status_code == 422
    assert WRONG[row] in page.content.decode()
    assert given() == [("1", "ada", True)]


def test_commands_and_programs_bring_it_too(campaign: Campaign, tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "plan.csv"
    file.write_text("qid,who\n2,ben\n")
    call_command(
        "import_file", "trial", "assignments", str(file), "--columns", "assessor=who", check=True, stdout=None
    )
    assert given() == [("1", "ada", True)]
    call_command("import_file", "trial", "assignments", str(file), "--columns", "assessor=who")
    assert ("2", "ben", True) in given()
    client = client_of(make_member(campaign, "otto", "organizer"))
    sent = {"kind": "assignments", "file": upload("qid,assessor\n2,ada\n")}
    answer = client.post("/api/v1/campaigns/trial/imports/", sent)
    assert answer.status_code == 201, answer.content
    assert ("2", "ada", False) in given()
    with pytest.raises(CommandError, match="no such kind"):
        call_command("import_file", "trial", "judgments", str(file))


def test_kinds_with_pages_of_their_own_have_none_of_this(olga: Client) -> None:
    for kind in ("judgments", "nothing"):
        assert olga.get(f"/campaigns/trial/import/{kind}/").status_code == 404


def test_the_page_of_imports_lists_every_way_in(campaign: Campaign, olga: Client) -> None:
    page = olga.get("/campaigns/trial/imports/").content.decode()
    assert f'href="{PAGE}"' in page
    assert 'href="/campaigns/trial/import-questions/"' in page


@pytest.mark.both_databases
def test_after_an_undo_somebody_is_primary_as_before(campaign: Campaign) -> None:
    """One is promoted by the table, and another joins the question after it."""
    bring("assignments", campaign, b"qid,assessor\n2,ben\n")
    (eve,) = assessors(campaign, "eve")
    add_assignments([(campaign.questions.get(qid="2"), eve)])
    call_command("undo_import", "trial", "1", "--reason", "a slip")
    assert given() == [("1", "ada", True), ("2", "eve", True)]


@pytest.mark.both_databases
def test_a_series_is_not_split(campaign: Campaign) -> None:
    series = Series.objects.create(campaign=campaign, key="9", position=1, target="Halden")
    campaign.questions.filter(qid__in=("1", "2")).update(series=series)
    with pytest.raises(FileRefused) as refused:
        bring("assignments", campaign, b"qid,assessor\n2,ben\n")
    assert "ben would get series 9 without 1." in refused.value.problems[0].message
    bring("assignments", campaign, b"qid,assessor\n2,ada\n")
    assert given() == [("1", "ada", True), ("2", "ada", True)]


def test_a_check_says_what_storing_would_refuse(campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(state=State.RELEASED)
    campaign.refresh_from_db()
    sent = Sent(campaign, SourceFile("plan.csv", PLAN.encode()), None)
    with pytest.raises(Refused, match="released"):
        check_here(INTAKES["assignments"], sent)


def test_the_manual_of_the_api_names_every_kind() -> None:
    said = str(FileSerializer().fields["kind"].help_text)
    assert [kind for kind in INTAKES if kind not in said] == []


def test_what_says_nothing_new_is_no_event(campaign: Campaign) -> None:
    bring("assignments", campaign, b"qid,assessor\n1,ada\n")
    assert not Event.objects.filter(verb="table:imported").exists()


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_who_saves_while_a_table_is_undone_waits_and_loses_nothing(campaign: Campaign) -> None:
    """The undo holds what it may put back before it asks whether anything stands on it."""
    bring("assignments", campaign, b"qid,assessor\n2,ada\n2,ben\n")
    row = Assignment.objects.get(question__qid="2", member__name="ben")

    def act(n: int) -> object:
        if n:
            return undo_import(campaign=campaign, number=1, reason="a slip", by=None)
        return save_notes(by=None, assignment_id=row.pk, notes=Notes(comment="kept"), seen=row.notes_version)

    done = at_once(act, times=2)
    left = Assignment.objects.filter(pk=row.pk).first()
    undone = campaign.imports.get().state == FileImportState.UNDONE
    assert undone == (left is None), done
    assert left is None or left.comment == "kept", done


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_nobody_saves_between_the_question_what_stands_on_a_table_and_its_undo(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring("assignments", campaign, b"qid,assessor\n2,ada\n2,ben\n")
    row = Assignment.objects.get(question__qid="2", member__name="ben")
    saved, asked = list[object](), imports._refuse

    def save() -> None:
        notes = Notes(comment="kept")
        saved.extend(
            at_once(lambda _: save_notes(by=None, assignment_id=row.pk, notes=notes, seen=0), times=1)
        )

    beside = Thread(target=save)

    def ask_and_let_save(source: FileImport) -> None:
        asked(source)
        beside.start()
        beside.join(timeout=1)  # it ends only where the undo holds nothing

    monkeypatch.setattr(imports, "_refuse", ask_and_let_save)
    undo_import(campaign=campaign, number=1, reason="a slip", by=None)
    beside.join()
    assert not Assignment.objects.filter(pk=row.pk).exists()
    assert isinstance(saved[0], Exception), "nothing was lost that was told to be saved"
