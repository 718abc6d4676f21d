"""Reading bundles with classes, nuggets, votes and matches: what contradicts is named with its file and line."""

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import bundle
from scoring.evaluate import Scorer
from scoring.formats.tables import TABLES
from scoring.records import Evaluation, Problem
from scoring.rules import RuleError
from tests.scoring.test_golden import GOLDEN
from tests.sizes import examples

SMALL = GOLDEN / "series_small"


def copied(folder: Path, campaign: str = "series_small") -> Path:
    shutil.copytree(GOLDEN / campaign, folder)
    (folder / bundle.MANIFEST).unlink()
    shutil.rmtree(folder / "qrels")
    shutil.rmtree(folder / "nist")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return copied(tmp_path / "bundle")


def found(folder: Path) -> list[Problem]:
    evaluation, problems = bundle.read(folder)
    assert (evaluation is None) == bool(problems)
    assert all(problem.message and problem.hint for problem in problems)
    return problems


def append(folder: Path, name: str, line: str) -> int:
    """Add a row to a table; give its line."""
    with (folder / name).open("ab") as table:
        table.write(f"{line}\r\n".encode())
    return (folder / name).read_bytes().count(b"\n")


@pytest.mark.parametrize(
    ("table", "row", "code", "said"),
    [
        ("nuggets", "1.4,9,,pool,ann", "cell", "needs a name and a text"),
        ("nuggets", "1.4,9,text,perhaps,ann", "cell", "origin"),
        ("nuggets", "1.4,1,other words,pool,ann", "contradiction", "the same thing, and differ"),
        ("nuggets", "1.2,1,text,pool,ann", "no_nuggets", "Question 1.2 is not judged by nuggets"),
        ("nuggets", "9.9,1,text,pool,ann", "unknown_question", "no question"),
        ("votes", "1.4,9,ann,vital", "unknown_nugget", 'no nugget "9"'),
        ("votes", "2.4,3,ann,vital", "unknown_nugget", 'Question 2.4 has no nugget "3"'),
        ("votes", "1.4,1,eve,vital", "not_assigned", "eve is not assigned to question 1.4"),
        ("votes", "1.4,3,bo,perhaps", "cell", "vital or okay"),
        ("votes", "1.4,1,bo,vital", "contradiction", "about the same thing"),
        ("matches", "1.4,HN-9,,nothing,1,ann", "not_in_pool", "no item"),
        ("matches", "2.4,HN-0431,,taught by her aunt,4,ann", "unknown_nugget", "Question 2.4"),
        ("matches", "2.4,HN-0431,,taught by her aunt,1,bo", "not_assigned", "bo is not assigned"),
        ("matches", "2.4,HN-0431,,taught by her aunt,2,ann", "contradiction", "about the same thing"),
        ("judgments", "2.4,HN-0431,,taught by her aunt,ann,correct,,,,,", "ungraded", "have no grade"),
    ],
)
def test_a_row_that_cannot_be_is_named(folder: Path, table: str, row: str, code: str, said: str) -> None:
    line = append(folder, f"{table}.csv", row)
    (problem,) = found(folder)
    assert (problem.file, problem.line, problem.code) == (f"{table}.csv", line, code)
    assert said in problem.message


def test_a_list_answer_of_a_class_that_nobody_made(folder: Path) -> None:
    path = folder / "judgments.csv"
    path.write_bytes(path.read_bytes().replace(b"ann,correct,maid", b"ann,correct,other"))
    (problem,) = found(folder)
    assert (problem.file, problem.code) == ("judgments.csv", "unknown_class")
    assert 'Question 1.2 has no answer class "other" by ann.' in problem.message


def test_a_class_of_another_assessor_is_not_known_to_a_judgment(folder: Path) -> None:
    path = folder / "judgments.csv"
    path.write_bytes(path.read_bytes().replace(b"bo,correct,aster", b"bo,correct,veyre"))
    assert [problem.code for problem in found(folder)] == ["unknown_class"]


def test_a_correct_list_answer_without_a_class_cannot_be_scored(folder: Path) -> None:
    path = folder / "judgments.csv"
    path.write_bytes(path.read_bytes().replace(b"correct,maid", b"correct,"))
    evaluation, problems = bundle.read(folder)
    assert evaluation is not None
    assert problems == []
    with pytest.raises(RuleError) as caught:
        Scorer(evaluation).score()
    assert caught.value.code == "unclassed"
    assert [item.answer for item in caught.value.items] == ["Merry Maid"]


def test_where_nobody_is_assigned_every_vote_and_match_counts(folder: Path) -> None:
    (folder / "assignments.csv").unlink()
    append(folder, "votes.csv", "1.4,1,eve,vital")
    assert found(folder) == []


def test_tables_without_rows_may_be_absent(folder: Path) -> None:
    for name in ("nuggets", "votes", "matches"):
        (folder / f"{name}.csv").unlink()
    evaluation, problems = bundle.read(folder)
    assert problems == []
    assert evaluation is not None
    scores = Scorer(evaluation).score()
    assert "Question 1.4 is left out of the means: it has no vital nugget." in scores.warnings
    assert scores.runs["ALFA1"].score is None
    assert '"score": null' in scores.as_text()


@settings(
    max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(
    campaign=st.sampled_from(("series_small", "tac_small")),
    table=st.sampled_from(sorted(TABLES)),
    data=st.data(),
)
def test_no_change_of_a_table_makes_reading_or_scoring_raise_anything_unforeseen(
    campaign: str, table: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = copied(tmp_path_factory.mktemp("odd") / "bundle", campaign)
    path = folder / f"{table}.csv"
    rows = path.read_bytes().split(b"\r\n") if path.exists() else [b""]
    at = data.draw(st.integers(0, len(rows) - 1))
    cells = rows[at].split(b",")
    place = data.draw(st.integers(0, len(cells) - 1))
    cells[place] = data.draw(
        st.sampled_from([b"", b"1.4", b"ann", b"vital", b"\xff", b'"', b"A" * 300, b"1"])
    )
    rows[at : at + 1] = [b",".join(cells)] * data.draw(st.integers(0, 2))
    path.write_bytes(b"\r\n".join(rows))
    evaluation, problems = bundle.read(folder)
    assert (evaluation is None) == bool(problems)
    if evaluation is not None:
        score_by_all(evaluation)


def score_by_all(evaluation: Evaluation) -> None:
    scorer = Scorer(evaluation)
    for rule in ("adjudicated", "majority", "union", "intersection", "random:3", "assessor:bo"):
        try:
            scorer.score(rule, partial=True).as_text()
        except RuleError:
            continue


@pytest.mark.parametrize("name", ["nist/answers.txt", "nist/pyramid.txt"])
def test_forms_that_are_worked_out_are_compared_and_not_read(folder: Path, name: str) -> None:
    content = (SMALL / name).read_bytes()
    (folder / "nist").mkdir()
    (folder / name).write_bytes(content)
    (folder / "nist" / "notes.txt").write_bytes(b"of somebody")
    assert found(folder) == []
    (folder / name).write_bytes(content + b"# 9.9\n")
    assert [(problem.file, problem.code) for problem in found(folder)] == [(name, "nist_differs")]


def test_answer_sets_of_answers_without_a_class_cannot_be_compared(folder: Path) -> None:
    path = folder / "judgments.csv"
    path.write_bytes(path.read_bytes().replace(b"correct,maid", b"correct,"))
    (folder / "nist").mkdir()
    shutil.copy(SMALL / "nist" / "answers.txt", folder / "nist")
    problem = found(folder)[0]
    assert problem.code == "nist_differs"
    assert "has no answer class" in problem.message
