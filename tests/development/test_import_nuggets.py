"""Nugget files and pyramids of question development, by the command; and that a pyramid comes out as it went in."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from assessment.assignments.services.assign import assign
from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment, Nugget, NuggetVote, Origin
from assessment.people.models import Event, Member
from assessment.people.services.accounts import ensure_member
from assessment.results.selectors.evaluation import load_evaluation
from scoring.evaluate import Scorer
from scoring.evaluate.files import pyramid
from tests.factory import make_account, make_items

NUGGETS = """Qid 1.3: 'other' question for target Halden comet
1.3 1\tvital\tseen by the naked eye
1.3 2\tokay\tnamed after a warden

Qid 2.2: 'other' question for target Reed & Sons
2.2 1\tokay\tbuilt clocks
"""
PYRAMID = "1.3\t1\t0.25\tseen by the naked eye\n1.3\t2\t1\tcame in 1910\n2.2\t1\t0\tbuilt clocks\n"

Bring = Callable[[str, str], None]


@pytest.fixture
def bring(comet: Campaign, tmp_path: Path) -> Bring:
    """Import a file of this content."""

    def run(format_: str, content: str) -> None:
        file = tmp_path / format_
        file.write_text(content, encoding="utf-8")
        call_command("import_development", "comet", str(file), "--format", format_)

    return run


def listed(qid: str) -> list[tuple[str, str]]:
    rows = Nugget.objects.filter(question__qid=qid).in_order()
    return list(rows.values_list("name", "text"))


def votes() -> dict[tuple[str, str | None], str]:
    rows = NuggetVote.objects.order_by("pk").values_list("nugget__text", "member__name", "vote")
    return {(text, name): vote for text, name, vote in rows}


def test_a_nugget_file_brings_nuggets_with_settled_votes_and_once(
    comet: Campaign, bring: Bring, capsys: pytest.CaptureFixture[str]
) -> None:
    bring("nuggets", NUGGETS)
    assert listed("1.3") == [("1", "seen by the naked eye"), ("2", "named after a warden")]
    assert set(Nugget.objects.values_list("origin", flat=True)) == {Origin.DEVELOPMENT}
    expected = {
        ("seen by the naked eye", None): "vital",
        ("named after a warden", None): "okay",
        ("built clocks", None): "okay",
    }
    assert votes() == expected
    bring("nuggets", NUGGETS)
    assert votes() == expected
    assert Nugget.objects.count() == 3
    first, second = capsys.readouterr().out.splitlines()
    assert first == "Added 3 nuggets and 3 votes on nuggets to 2 questions of comet."
    before, again = second.split(". ", 1)
    assert before == "Added 0 nuggets to 2 questions of comet; 3 were known before"
    assert again.endswith("as import 2; nothing new.")
    assert Event.objects.filter(verb="development:imported").count() == 2


def test_taken_names_give_way_and_removed_nuggets_do_not_come_back(comet: Campaign, bring: Bring) -> None:
    question = comet.questions.get(qid="1.3")
    make_nugget(question, "2", "written while judging", 1)
    make_nugget(question, "4", "named after a warden", 7, removed=True)
    bring("nuggets", NUGGETS.replace("1.3 1\t", "1.3 2\t", 1).replace("1.3 2\tokay", "1.3 9\tokay"))
    assert listed("1.3") == [
        ("2", "written while judging"),
        ("4", "named after a warden"),
        ("5", "seen by the naked eye"),
    ]
    assert Nugget.objects.get(name="5").position == 8


def make_nugget(question: Question, name: str, text: str, position: int, removed: bool = False) -> Nugget:
    return Nugget.objects.create(
        question=question, name=name, text=text, position=position, removed=removed, origin=Origin.POOL
    )


def test_what_assessors_say_of_a_nugget_is_not_settled_by_a_file(comet: Campaign, bring: Bring) -> None:
    nugget = make_nugget(comet.questions.get(qid="1.3"), "1", "seen by the naked eye", 1)
    ada = ensure_member(campaign=comet, name="ada", roles=["assessor"], by=None)
    NuggetVote.objects.create(nugget=nugget, member=ada, vote="okay")
    bring("nuggets", NUGGETS)
    assert votes()["seen by the naked eye", "ada"] == "okay"
    assert ("seen by the naked eye", None) not in votes()
    assert votes()["named after a warden", None] == "okay"


@pytest.mark.both_databases
def test_a_pyramid_brings_the_votes_of_numbered_people_and_once(comet: Campaign, bring: Bring) -> None:
    bring("pyramid", PYRAMID)
    assert Member.objects.filter(account=None, roles=None).count() == 4
    given = [vote for (text, _), vote in votes().items() if text == "seen by the naked eye"]
    assert given == ["vital", "okay", "okay", "okay"]
    voters = Assignment.objects.filter(stage="votes", finished_at__isnull=False)
    sheets = voters.order_by("pk").values_list("question__qid", "member__name", "asked", "judged")
    assert list(sheets) == [*(("1.3", str(n), 2, 2) for n in range(1, 5)), ("2.2", "1", 1, 1)]
    before = votes()
    bring("pyramid", PYRAMID)
    assert votes() == before
    assert Assignment.objects.count() == 5
    comet.settings = {"other": "pyramid"}
    assert b"".join(pyramid(Scorer(load_evaluation(comet)))) == PYRAMID.encode()


def test_numbered_people_are_never_given_questions(comet: Campaign, bring: Bring) -> None:
    bring("pyramid", PYRAMID)
    make_items(comet.questions.get(qid="1.1"), ("D1", "1910"))
    ensure_member(campaign=comet, name="zoe", roles=["assessor"], by=None)
    assign(campaign=comet, by=None)
    assert list(Assignment.objects.exclude(stage="votes").values_list("member__name", flat=True)) == ["zoe"]


@pytest.mark.parametrize(
    "other",
    [
        PYRAMID.replace("0.25", "0.5"),
        PYRAMID + "1.3\t3\t0.75\ta third\n",
        PYRAMID.replace("\t1\tcame", "\t0.75\tcame"),
    ],
)
def test_another_pyramid_of_a_question_is_refused_whole(
    comet: Campaign, bring: Bring, other: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bring("pyramid", PYRAMID)
    before = votes()
    with pytest.raises(CommandError, match=r"^Nothing was stored\. A question takes one pyramid"):
        bring("pyramid", other)
    assert "pyramid: pyramid_differs: Question 1.3 already has another pyramid" in capsys.readouterr().err
    assert votes() == before


def test_a_voters_due_grows_with_the_list(comet: Campaign, bring: Bring) -> None:
    question = comet.questions.get(qid="1.3")
    ada = ensure_member(campaign=comet, name="ada", roles=["assessor"], by=None)
    sheet = Assignment.objects.create(question=question, member=ada, stage="votes")
    make_nugget(question, "7", "gone", 1, removed=True)
    bring("nuggets", NUGGETS)
    sheet.refresh_from_db()
    assert (sheet.asked, sheet.judged) == (2, 0)


@pytest.mark.parametrize(
    ("format_", "content", "said"),
    [
        ("nuggets", "1.2 1\tvital\ta list\n", "question_form: Question 1.2 (List) is judged by answers, not"),
        ("pyramid", "1.1\t1\t1\ta fact\n", "question_form: Question 1.1 (Factoid) is judged by answers, not"),
        ("answers", "1.3 a nugget\n", "question_form: Question 1.3 (Other) is judged by nuggets, not"),
        ("nuggets", "1.3 1\tvital\ta\n1.3 1\tokay\tb\n", "nuggets:2: nugget: "),
        ("nuggets", f"1.3 {'9' * 65}\tvital\ta\n", "nugget: A nugget of question 1.3: The id"),
        ("pyramid", "9.9\t1\t1\ta\n", "pyramid:1: unknown_question: "),
        ("pyramid", "1.3\t1\t0.123456\ta\n", "pyramid:1: weight: "),
        ("nuggets", "", "nuggets: empty_file: "),
    ],
)
def test_faulty_files_change_nothing(
    bring: Bring, format_: str, content: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError, match="Nothing was stored"):
        bring(format_, content)
    assert said in capsys.readouterr().err
    assert not Nugget.objects.exists()
    assert not Member.objects.exists()


def test_a_person_who_is_called_by_a_number_is_no_voter_of_a_pyramid(comet: Campaign, bring: Bring) -> None:
    ensure_member(campaign=comet, name="2", roles=["assessor"], by=None, account=make_account("2"))
    with pytest.raises(CommandError, match=r"^voter_name: .* and 2 is somebody with an account"):
        bring("pyramid", PYRAMID)
    assert not Nugget.objects.exists()
    assert list(Member.objects.values_list("name", flat=True)) == ["2"]


@pytest.mark.parametrize("year", ["trec15", "trec16"])
def test_real_pyramids_come_out_to_the_digit(db: None, real_data: Path, year: str) -> None:
    call_command("create_campaign", "real", "--track", "series2004", "--set", "other=pyramid")
    call_command("import_questions", "real", str(real_data / f"{year}questions.xml"))
    source = real_data / f"{year}answers_other_pyramid"
    call_command("import_development", "real", str(source), "--format", "pyramid")
    count = Nugget.objects.count()
    call_command("import_development", "real", str(source), "--format", "pyramid")
    assert Nugget.objects.count() == count
    written = b"".join(pyramid(Scorer(load_evaluation(Campaign.objects.get(slug="real")))))
    assert sorted(written.splitlines()) == sorted(source.read_bytes().splitlines())


@pytest.mark.parametrize("year", ["trec13", "trec15"])
def test_real_nuggets_come_in_with_their_votes(db: None, real_data: Path, year: str) -> None:
    call_command("create_campaign", "real", "--track", "series2004")
    call_command("import_questions", "real", str(real_data / f"{year}questions.xml"))
    source = real_data / f"{year}answers_other"
    call_command("import_development", "real", str(source), "--format", "nuggets")
    lines = [line for line in source.read_text(encoding="utf-8").splitlines() if "\t" in line]
    vital = sum("\tvital\t" in line for line in lines)
    assert Nugget.objects.count() == NuggetVote.objects.filter(member=None).count() == len(lines)
    assert Fraction(NuggetVote.objects.filter(vote="vital").count(), vital) == 1
