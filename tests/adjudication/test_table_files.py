"""Tables of decisions, nugget matches and votes: checked, looked at, stored as one act, undone; by page and by command."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from assessment.adjudication.services.adjudicate import decide
from assessment.adjudication.services.decisions import DecisionsFile
from assessment.adjudication.services.table_files import TableReview
from assessment.campaigns.models import Campaign, FileImport, Question
from assessment.jobs.models import Job
from assessment.judging.models import (
    Adjudication,
    Assignment,
    Change,
    ChangeBatch,
    Nugget,
    NuggetMatch,
    NuggetVote,
    Reading,
)
from tests import factory
from tests.client import Client
from tests.judging.scene import assessors, give, items_of, judge, pooled

pytestmark = pytest.mark.django_db

DECISIONS = "qid,docid,passage,answer,grade,ground,overruled,adjudicator,note\n"
MATCHES = "qid,docid,passage,answer,nugget,assessor\n"
VOTES = "qid,nugget,assessor,vote\n"


@pytest.fixture
def campaign() -> Campaign:
    return factory.make_campaign()


@pytest.fixture
def question(campaign: Campaign) -> Question:
    """Three disputed items, two against one for "no"."""
    (question,) = pooled(campaign, ["1"], items=3)
    for person, grade in zip(assessors(campaign, "ada", "bo", "cy"), ("no", "yes", "no"), strict=True):
        row = give(question, person)
        for item in items_of(question):
            judge(row, item, grade)
    return question


@pytest.fixture
def series() -> Campaign:
    return factory.make_campaign("walk", "series2004", settings={"judges": 2})


@pytest.fixture
def other(series: Campaign) -> Question:
    """An Other question of three answers and nuggets n1, n2, n3 (removed): ada is primary, ben votes, cy has nothing."""
    (question,) = factory.make_questions(series, "1.3", type="OTHER", series="1")
    factory.make_items(question, ("D-0", "sails"), ("D-1", "sinks"), ("D-2", "lies"))
    for number in (1, 2, 3):
        Nugget.objects.create(
            question=question,
            name=f"n{number}",
            text=f"nugget {number}",
            position=number,
            removed=number == 3,
        )
    ada, ben, _ = assessors(series, "ada", "ben", "cy")
    give(question, ada)
    Assignment.objects.filter(member=ada).update(primary=True)
    row = give(question, ben)
    Assignment.objects.filter(pk=row.pk).update(stage="votes", asked=2)
    return question


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., None]:
    """Runs a command on a table of these bytes."""

    def call(command: str, slug: str, text: str, *options: str) -> None:
        file = tmp_path / f"{command}.csv"
        file.write_text(text, encoding="utf-8")
        call_command(command, slug, str(file), *options)

    return call


def signed_in(campaign: Campaign, role: str = "adjudicator") -> Client:
    client = Client()
    client.force_login(factory.make_member(campaign, "dora", role))
    return client


def upload(client: Client, address: str, text: str) -> str:
    file = SimpleUploadedFile("some table.csv", text.encode())
    return client.post(address, {"file": file}, follow=True).content.decode()


def marks() -> set[tuple[str, str, str]]:
    rows = NuggetMatch.objects.select_related("item", "nugget", "member")
    return {(it.item.answer, it.nugget.name, it.member.name if it.member else "") for it in rows}


def votes() -> set[tuple[str, str, str]]:
    rows = NuggetVote.objects.select_related("nugget", "member")
    return {(it.nugget.name, it.member.name if it.member else "", it.vote) for it in rows}


# decisions


def test_decisions_are_looked_at_stored_and_undone_on_the_page(
    campaign: Campaign, question: Question
) -> None:
    client, page = signed_in(campaign), "/campaigns/trial/tables/decisions/"
    table = DECISIONS + "1,DOC-0,,answer 0,no,opinion,0,voorhees,\n1,DOC-1,,answer 1,yes,misapplied,1,dora,\n"
    text = upload(client, page, table)
    assert "2 rows" in text
    assert "New people, without an account: voorhees." in text
    assert not Adjudication.objects.exists()
    check = Job.objects.get(kind="campaigns.check_file")
    text = client.post(f"{page}{check.pk}/store/", follow=True).content.decode()
    assert "Stored 2 decisions." in text
    assert Adjudication.objects.exclude(grade="").count() == 2
    assert FileImport.objects.get().kind == "adjudications"
    again = upload(client, page, table)
    assert "Nothing new" in again
    decide(item=items_of(question)[1], grade="no", ground="opinion", by=None)
    undone = client.post(f"/campaigns/trial/changes/{ChangeBatch.objects.get().pk}/undo/", follow=True)
    assert "Undid 1 decision. 1 was changed since and stays." in undone.content.decode()
    assert Adjudication.objects.exclude(grade="").count() == 1
    assert FileImport.objects.get().undone_at is not None


def test_a_table_that_another_act_overtakes_is_refused_and_keeps_nothing(
    campaign: Campaign, question: Question, run: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    check = DecisionsFile.check

    def overtaken(self: DecisionsFile) -> TableReview:
        found = check(self)
        ChangeBatch.objects.get_or_create(campaign=campaign, kind="majorities")
        return found

    monkeypatch.setattr(DecisionsFile, "check", overtaken)
    with pytest.raises(
        CommandError, match=r"Accepted majorities .* were being stored, and the job has failed"
    ):
        run("adjudicate", "trial", DECISIONS + "1,DOC-0,,answer 0,no,opinion,0,,\n")
    assert (ChangeBatch.objects.count(), FileImport.objects.count()) == (1, 0)
    assert not Adjudication.objects.exists()


def test_a_table_that_is_stored_once_more_says_that_it_came_before(
    campaign: Campaign, question: Question, run: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    table = DECISIONS + "1,DOC-0,,answer 0,no,opinion,0,,\n"
    run("adjudicate", "trial", table)
    decide(item=items_of(question)[0], grade="yes", ground="misapplied", by=None)
    capsys.readouterr()
    run("adjudicate", "trial", table)
    said = capsys.readouterr().out
    assert said.startswith("Stored 1 decision. This file was imported on ")
    assert said.strip().endswith(" as import 1.")


def test_everything_wrong_is_listed(campaign: Campaign, question: Question) -> None:
    table = DECISIONS + "".join(
        f"1,DOC-{n},,answer {n},{grade},opinion,0,dora,\n"
        for n, grade in ((0, "maybe"), (1, "maybe"), (9, "no"), (2, "no"))
    )
    client = signed_in(campaign)
    text = upload(client, "/campaigns/trial/tables/decisions/", table)
    assert text.index("grade_not_on_scale") < text.index("item_unknown")
    assert "some_table.csv:4" in text
    assert not Adjudication.objects.exists()
    assert not FileImport.objects.exists()


# nuggets


def test_matches_are_added_read_and_undone(
    series: Campaign, other: Question, run: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    table = MATCHES + "1.3,D-0,,sails,n1,ada\n1.3,D-0,,sails,n2,ada\n1.3,D-1,,sinks,n1,\n"
    run("import_matches", "walk", table)
    assert capsys.readouterr().out == "Stored 3 nugget matches.\n"
    assert marks() == {("sails", "n1", "ada"), ("sails", "n2", "ada"), ("sinks", "n1", "")}
    row = Assignment.objects.get(member__name="ada")
    assert (Reading.objects.filter(assignment=row).count(), row.judged) == (1, 1)
    assert Change.objects.filter(batch=ChangeBatch.objects.get()).count() == 2
    call_command("undo_batch", "walk", "--number", str(ChangeBatch.objects.get().pk))
    assert marks() == set()
    row.refresh_from_db()
    assert (Reading.objects.count(), row.judged) == (0, 0)


def test_a_finished_question_stays_finished(
    series: Campaign, other: Question, run: Callable[..., None]
) -> None:
    row = Assignment.objects.get(member__name="ada")
    for item in items_of(other):
        Reading.objects.create(assignment=row, item=item)
    Assignment.objects.filter(pk=row.pk).update(judged=3, finished_at="2026-11-01T10:00Z")
    run("import_matches", "walk", MATCHES + "1.3,D-0,,sails,n1,ada\n")
    row.refresh_from_db()
    assert (row.judged, row.finished_at is None) == (3, False)


def test_a_match_without_a_nugget_says_that_an_answer_was_read(
    series: Campaign, other: Question, run: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    table = MATCHES + "1.3,D-0,,sails,n1,ada\n1.3,D-1,,sinks,,ada\n"
    run("import_matches", "walk", table)
    assert capsys.readouterr().out == "Stored 2 nugget matches.\n"
    assert Assignment.objects.get(member__name="ada").judged == 2
    assert NuggetMatch.objects.count() == 1


def test_votes_replace_former_ones_and_come_back(
    series: Campaign, other: Question, run: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    ben = Assignment.objects.get(member__name="ben").member
    NuggetVote.objects.create(nugget=other.entries.get(name="n1"), member=ben, vote="okay")
    table = VOTES + "1.3,n1,ben,vital\n1.3,n2,ben,okay\n1.3,n1,,vital\n"
    run("import_votes", "walk", table)
    assert capsys.readouterr().out == "Stored 3 nugget votes. 1 replaced another.\n"
    assert votes() == {("n1", "ben", "vital"), ("n2", "ben", "okay"), ("n1", "", "vital")}
    assert Assignment.objects.get(member=ben).judged == 2
    nugget = other.entries.get(name="n2")
    NuggetVote.objects.filter(nugget=nugget, member=ben).update(vote="vital")
    call_command("undo_import", "walk", "1", "--reason", "mixed up")
    assert votes() == {("n1", "ben", "okay"), ("n2", "ben", "vital")}


@pytest.mark.parametrize(
    ("command", "table", "wrong"),
    [
        ("import_matches", "1.3,D-0,,sails,n9,ada\n", "unknown_nugget"),
        ("import_matches", "1.3,D-0,,sails,,\n", "unknown_nugget"),
        ("import_matches", "1.3,D-0,,sails,n3,ada\n", "nugget_removed"),
        ("import_matches", "1.3,D-0,,Sails,n1,ada\n", "item_unknown"),
        ("import_matches", "7.7,D-0,,sails,n1,ada\n", "question_unknown"),
        ("import_matches", "1.3,D-0,,sails,n1,adda\n", "assessor_unknown"),
        ("import_matches", "1.3,D-0,,sails,n1,cy\n", "not_assigned"),
        ("import_matches", "1.3,D-0,,sails,n1,ben\n", "role"),
        ("import_votes", "1.3,n1,ada,maybe\n", "cell"),
        ("import_votes", "1.3,n1,ada,vital\n1.3,n1,ada,okay\n", "contradiction"),
        ("import_votes", "1.3,n1,cy,vital\n", "not_assigned"),
        ("import_votes", "1.3,n1,vital\n", "columns"),
    ],
)
def test_what_is_wrong_is_named_with_line_and_rule(
    other: Question,
    run: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
    command: str,
    table: str,
    wrong: str,
) -> None:
    header = MATCHES if command == "import_matches" else VOTES
    with pytest.raises(CommandError, match="Nothing was stored"):
        run(command, "walk", header + table)
    told = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[1] for line in told] == [wrong]
    assert (marks(), votes()) == (set(), set())
    assert not ChangeBatch.objects.exists()


def test_all_problems_of_a_row_and_of_all_rows_are_listed(
    other: Question, run: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError):
        run("import_matches", "walk", MATCHES + "1.3,D-9,,sails,n9,adda\n1.3,D-0,,sails,n1,cy\n")
    told = [line.split(": ")[:2] for line in capsys.readouterr().err.splitlines()]
    first = "import_matches.csv:2"
    assert sorted(told) == [
        [first, "assessor_unknown"],
        [first, "item_unknown"],
        [first, "unknown_nugget"],
        ["import_matches.csv:3", "not_assigned"],
    ]


def test_matches_and_votes_by_page(series: Campaign, other: Question) -> None:
    client = signed_in(series, "organizer")
    for kind, table, stored in (
        ("matches", MATCHES + "1.3,D-0,,sails,n1,ada\n" * 2, "Stored 1 nugget match."),
        ("votes", VOTES + "1.3,n1,ada,vital\n", "Stored 1 nugget vote."),
    ):
        page = f"/campaigns/walk/tables/{kind}/"
        assert "1 row," in upload(client, page, table)
        check = Job.objects.filter(kind="campaigns.check_file").latest("pk")
        assert stored in client.post(f"{page}{check.pk}/store/", follow=True).content.decode()
        client.post(f"{page}{check.pk}/store/")  # sent twice, done once
    assert ChangeBatch.objects.count() == 2
    assert (marks(), votes()) == ({("sails", "n1", "ada")}, {("n1", "ada", "vital")})
    assert "nugget matches" in client.get("/campaigns/walk/adjudicate/").content.decode()


def test_a_discarded_table_is_not_stored(campaign: Campaign, question: Question) -> None:
    client, page = signed_in(campaign), "/campaigns/trial/tables/decisions/"
    upload(client, page, DECISIONS + "1,DOC-0,,answer 0,no,opinion,0,dora,\n")
    check = Job.objects.get(kind="campaigns.check_file")
    client.post(f"{page}{check.pk}/discard/")
    assert "File no longer available" in client.get(f"{page}?job={check.pk}").content.decode()
    assert client.post(f"{page}{check.pk}/store/").status_code == 422
    assert not Adjudication.objects.exists()


def test_pages_of_tables_that_a_campaign_has_not_are_no_pages(campaign: Campaign, question: Question) -> None:
    client = signed_in(campaign)
    assert client.get("/campaigns/trial/tables/matches/").status_code == 404
    assert client.get("/campaigns/trial/tables/none/").status_code == 404


@pytest.mark.parametrize("role", ["assessor", "participant"])
def test_assessors_and_teams_get_none_of_it(campaign: Campaign, question: Question, role: str) -> None:
    client, page = signed_in(campaign, role), "/campaigns/trial/tables/decisions/"
    assert client.get(page).status_code == 404
    file = SimpleUploadedFile("a.csv", DECISIONS.encode())
    assert client.post(page, {"file": file}).status_code == 404
    assert client.post(f"{page}1/store/").status_code == 404
    assert not Job.objects.exists()
