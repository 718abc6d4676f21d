"""Evaluations that people bring: what a declaration gives, and that every problem is told at once, with its line."""

import re

import pytest

from scoring.evaluations import get, own
from scoring.evaluations.own import OWN
from scoring.tracks.base import RunChecks
from scoring.tracks.example_files import example_files, sample_declaration
from scoring.tracks.table_runs import TableTrack

GRADED = """title = "Graded answers"
about = "How useful is the answer?"

[runs]
ranks = 5

[[scale]]
name = "graded"
right = ["3", "2"]
grades = [
  { label = "3", title = "Perfect", value = 3, key = "3" },
  { label = "2", title = "Good", value = 2 },
  { label = "0", title = "Off topic", value = 0 },
]

[[type]]
name = "question"
scale = "graded"
measures = ["mrr", "success_1"]
"""


def test_a_declaration_gives_a_track() -> None:
    track = get(OWN, GRADED)
    kind = track.question_types["question"]
    assert (track.slug, track.title, track.score, track.run_columns.split()[3]) == (
        OWN,
        "Graded answers",
        "mrr",
        "rank",
    )
    assert kind.scale is not None
    assert kind.scale.correct == {"3", "2"}
    assert kind.scale.codes == {"3": 3, "2": 2, "0": 0}
    assert kind.ranked
    assert get(OWN, GRADED) is track


def test_every_problem_is_told_at_once_with_its_line() -> None:
    wrong = (
        GRADED.replace("title = ", "titel = ", 1)
        .replace("value = 2", 'value = "2"')
        .replace('"mrr"', '"mmr"')
    )
    track, problems = own.read(wrong.encode(), "evaluation.toml")
    assert track is None
    assert [(one.line, one.code, one.hint) for one in problems] == [
        (1, "unknown_key", "Is title meant?"),
        (12, "value", "Correct the value."),
        (19, "unknown_measure", "Is mrr meant?"),
        (0, "missing", "Write it here."),
    ]


def test_an_own_evaluation_needs_its_definition() -> None:
    with pytest.raises(ValueError, match="its definition"):
        get(OWN)


def test_a_key_is_a_digit() -> None:
    _, letter = own.read(GRADED.replace('key = "3"', 'key = "n"').encode(), "evaluation.toml")
    assert [(one.line, one.message) for one in letter] == [
        (11, "The key of a grade is a digit; n is a key of the judging page.")
    ]


def test_a_grade_of_two_scales_has_one_title() -> None:
    other = GRADED.split("[[scale]]")[1].split("[[type]]")[0].replace('"graded"', '"other"')
    more = '\n[[type]]\nname = "second"\nscale = "other"\nmeasures = ["mrr"]\n'
    both = f"{GRADED}\n[[scale]]{other}{more}"
    assert own.read(both.encode(), "evaluation.toml")[1] == []
    (problem,) = own.read(f"{GRADED}\n[[scale]]{other.replace('Good', 'Fine')}{more}".encode(), "x.toml")[1]
    assert problem.message == "The grade 2 has the title Good on one scale and Fine on another."


CELLS = """title = "Nuggets"

[[scale]]
name = "held"
grades = [
  { label = "2", title = "Held", value = 1 },
  { label = "1", title = "Half", value = 0.5 },
  { label = "0", title = "Missing", value = 0 },
]

[[type]]
name = "one"
form = "nuggets"
cell_scale = "held"
measures = ["v_strict"]
"""
OTHER_CELLS = """
[[type]]
name = "two"
like = "one"
cell_scale = "other"

[[scale]]""" + CELLS.split("[[scale]]")[1].split("[[type]]")[0].replace("held", "other")


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('"Held"', '"Found"', "The grade 2 has the title Held on one scale and Found on another."),
        ("0.5", "0.25", "The grade 1 has the value 0.5 on one scale and 0.25 on another."),
        (
            "value = 0 ",
            'value = 0, tone = "unsupported" ',
            "The grade 0 has the tone incorrect on one scale and unsupported on another.",
        ),
    ],
)
def test_a_label_of_nuggets_is_the_same_on_all_scales(before: str, after: str, message: str) -> None:
    assert own.read(f"{CELLS}{OTHER_CELLS}".encode(), "x.toml")[1] == []
    assert OTHER_CELLS.count(before) == 1
    (problem,) = own.read(f"{CELLS}{OTHER_CELLS.replace(before, after)}".encode(), "x.toml")[1]
    line = f"{CELLS}{OTHER_CELLS}".splitlines().index('cell_scale = "other"') + 1
    assert (problem.code, problem.line, problem.message) == ("twice", line, message)
    assert problem.hint.endswith("or one of them another label.")


def test_a_label_of_answers_and_of_nuggets_is_the_same() -> None:
    graded = OTHER_CELLS.replace("value = 1", "value = 2").replace("cell_scale =", "scale =")
    kind = graded.replace('like = "one"', 'form = "answers"\nmeasures = ["P@1"]\n')
    problems = own.read(f"{CELLS}{kind}".encode(), "x.toml")[1]
    assert "The grade 2 has the value 1 on one scale and 2 on another." in [one.message for one in problems]


@pytest.mark.parametrize("value", [0, 1, 3])
def test_grades_of_one_value_do_not_all_count_as_right(value: int) -> None:
    alike = re.sub(r"value = \d", f"value = {value}", GRADED)
    assert own.read(alike.encode(), "x.toml")[1] == []  # right says which do
    _, problems = own.read(alike.replace('right = ["3", "2"]\n', "").encode(), "x.toml")
    assert [(one.line, one.message) for one in problems] == [(9, "All grades count as right.")]
    assert problems[0].hint == "Give them different values, or name in right those that count."


TABLES = GRADED.replace("ranks = 5", 'ranks = 5\nreader = "table"')


def test_runs_may_be_tables() -> None:
    track = get(OWN, TABLES)
    assert isinstance(track, TableTrack)
    assert (track.documents, track.rules.max_rank, track.run_suffix, track.run_columns) == (
        True,
        5,
        ".csv",
        "",
    )
    assert [one.name for one in track.asked] == ["columns"]
    files = example_files(track, {})
    assert files["example-run.csv"].splitlines()[0] == b"qid,docid,answer"
    assert b"docid" in files["format.txt"]


def test_nil_without_documents_is_told_where_it_stands() -> None:
    alone = TABLES.replace("ranks = 5", "documents = false").replace('"mrr", ', "")
    wrong = alone.replace('name = "question"', 'name = "question"\nnil = true')
    _, problems = own.read(wrong.encode(), "evaluation.toml")
    assert [(one.line, one.code) for one in problems] == [
        (1 + wrong.split("\n").index("nil = true"), "combination")
    ]
    assert "runs name no documents" in problems[0].message


def test_runs_may_rank_documents_alone() -> None:
    bare = GRADED.replace("ranks = 5", 'ranks = 5\ncolumns = "qid Q0 docid rank score tag"')
    track = get(OWN, bare)
    topics, declared = track.sample.topics, sample_declaration(track, "r1")
    run = track.example_run(topics, declared, {}, ["D-1"])
    checked = track.check_run(run, "run", RunChecks(topics, declared))
    assert [(one.docid, one.answer) for one in checked.responses] == [("D-1", ""), ("D-1", "")]
    for line in (b"1 Q0 D-1 1 0.5\n", b"1 Q0 D-1 1 0.5 r1 an answer\n"):
        assert (
            next(one.code for one in track.check_run(line, "run", RunChecks(topics, declared)).problems)
            == "columns"
        )
    _, problems = own.read(bare.replace(" tag", " tag docid").encode(), "evaluation.toml")
    assert [one.code for one in problems] == ["value"]


def test_answers_may_name_no_documents_where_runs_are_tables() -> None:
    alone = TABLES.replace("ranks = 5", "documents = false").replace('"mrr", ', "")
    track = get(OWN, alone)
    assert (track.documents, track.document_lists) == (False, False)
    assert "unknown_docids" not in {setting.name for setting in track.settings}
    assert example_files(track, {})["example-run.csv"].splitlines()[0] == b"qid,answer"
    _, problems = own.read(GRADED.replace("ranks = 5", "documents = false").encode(), "evaluation.toml")
    assert ("combination", 5) in {(one.code, one.line) for one in problems}


@pytest.mark.parametrize("ranks", [1, 3])
@pytest.mark.parametrize("questions", ["table", "text"])
@pytest.mark.parametrize("runs", ["lines", "table"])
@pytest.mark.parametrize(
    ("form", "scale", "measure"),
    [("answers", "yes-no", "accuracy"), ("list", "four-way", "list_f"), ("nuggets", "", "other_f")],
)
def test_whatever_goes_together_shows_files_that_are_read(
    form: str, scale: str, measure: str, runs: str, questions: str, ranks: int
) -> None:
    graded = f'scale = "{scale}"\n' if scale else ""
    kind = f'[[type]]\nname = "Why"\nform = "{form}"\n{graded}measures = ["{measure}"]\n'
    readers = f'[questions]\nreader = "{questions}"\n[runs]\nreader = "{runs}"\nranks = {ranks}\n'
    track = get(OWN, f'title = "Some"\n{readers}{kind}')
    files = example_files(track, {})
    read = track.read_topics(files[f"example-{track.questions_file}"], "questions")
    assert read == (track.sample.topics, [])
    data = files[f"example-run{track.run_suffix}"]
    checked = track.check_run(
        data, "run", RunChecks(track.sample.topics, sample_declaration(track, "r1"), {})
    )
    assert (checked.problems, len(checked.responses)) == ([], 2)


TWO_TYPES = """title = "Two things"
about = "Grades of answers, and nuggets of reports."
[questions]
reader = "table"
[runs]
reader = "lines"
columns = "qid tag docid answer"
[[type]]
name = "question"
scale = "yes-no"
measures = ["accuracy"]
[[type]]
name = "report"
form = "nuggets"
measures = ["other_f"]
"""


@pytest.mark.parametrize(
    ("score", "expected"), [("", "accuracy"), ("other_f", "other_f"), ("accuracy", "accuracy")]
)
def test_the_score_is_a_measure_of_one_type_where_they_share_none(score: str, expected: str) -> None:
    text = TWO_TYPES.replace("about =", f'score = "{score}"\nabout =') if score else TWO_TYPES
    track, problems = own.read(text.encode(), "evaluation.toml")
    assert problems == []
    assert track is not None
    assert track.score == expected
