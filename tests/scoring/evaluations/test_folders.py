"""Evaluations that are built in: folders of declarations, with Python under fixed names alone."""

import ast
import shutil
from fractions import Fraction
from importlib.resources import files
from itertools import chain
from pathlib import Path

import pytest

from scoring import evaluations
from scoring.evaluations import TRACKS
from scoring.evaluations.loader.combinations import table
from scoring.evaluations.loader.folders import FILE, PYTHON, folders, read_folder
from scoring.evaluations.loader.sentences import sentences
from scoring.evaluations.loader.source import DefinitionError
from scoring.tracks.example_files import example_files
from scoring.tracks.linked import types_before
from tests.scoring.parts import result, run

HERE = Path(str(files("scoring.evaluations")))
DOCS = Path(__file__).resolve().parents[3] / "docs"
FOLDERS = [HERE / one.name for one in folders(files("scoring.evaluations"))]


def test_every_folder_is_an_evaluation_and_every_evaluation_is_a_folder() -> None:
    assert {one.name for one in FOLDERS} == set(TRACKS)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda one: one.name)
def test_python_of_a_folder_has_fixed_names_and_imports_no_other_folder(folder: Path) -> None:
    modules = sorted(folder.rglob("*.py"))
    assert {path.stem for path in modules} - {"__init__"} <= set(PYTHON)
    assert all(path.parent == folder for path in modules)
    others = {f"scoring.evaluations.{one.name}" for one in FOLDERS if one != folder}
    for name in chain.from_iterable(map(_imported, modules)):
        assert name.partition(".")[0] not in ("django", "rest_framework", "assessment", "documents"), name
        assert not any(name.startswith(other) for other in others), name


def _imported(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found += [f"{node.module}.{name.name}" for name in node.names]
        elif isinstance(node, ast.Import):
            found += [name.name for name in node.names]
    return found


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ('form = "answers"', 'form = "answer"', "unknown_name"),
        ("since = 1999", "sinse = 1999", "unknown_key"),
        ("default = 3", "default = 0", "value"),
        ("default = 3", "", ""),  # it has one in any case
        ("default = [50, 250]", 'default = [50, "x"]', "value"),
        ('choices = ["yes-no", "four-way"]', 'choices = ["yes-no", "yes-no"]', "twice"),
        ('measures = ["mrr", "no_correct"]', 'measures = ["list_f"]', "combination"),
        ("[setting.depths]", "[setting.depth]", "missing"),
        ('reader = "lines"', 'reader = "tables"', "unknown_name"),
    ],
)
def test_a_broken_folder_tells_what_is_wrong_when_it_is_loaded(
    before: str, after: str, code: str, tmp_path: Path
) -> None:
    shutil.copytree(HERE / "trec8", tmp_path / "trec8")
    text = (tmp_path / "trec8" / FILE).read_text(encoding="utf-8")
    line = text[: text.index(before)].count("\n") + 1
    (tmp_path / "trec8" / FILE).write_text(text.replace(before, after, 1), encoding="utf-8")
    if not code:
        assert read_folder(tmp_path / "trec8", "nothing").slug == "trec8"
        return
    with pytest.raises(DefinitionError) as refused:
        read_folder(tmp_path / "trec8", "nothing")
    assert (line, code) in {(one.line, one.code) for one in refused.value.problems}
    assert {one.file for one in refused.value.problems} == {f"trec8/{FILE}"}


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ("FACTOID.scale", "FACTOR.scale", "unknown_name"),
        ('FACTOID.scale = "five-way"', 'FACTOID.scale = "six-way"', "unknown_name"),
        ('FACTOID.scale = "five-way"', 'FACTOID.form = "list"', "unknown_key"),
        ("[setting.grades.choice.5]", "[setting.grades.choice.7]", "unknown_name"),
        ('total = "weighted"', 'total = "weighed"', "unknown_name"),
        ('listed = "LIST"', 'listed = "LISTS"', "unknown_name"),
        ('score = "score"', 'score = "accuracy"', "unknown_name"),
        ('asked = ["later_questions"', 'asked = ["earlier_questions"', "unknown_name"),
        (
            'type = "OTHER", text = "Other", series = "2"',
            'type = "MORE", text = "x", series = "2"',
            "unknown_name",
        ),
    ],
)
def test_what_names_something_that_there_is_not_is_told_at_its_line(
    before: str, after: str, code: str, tmp_path: Path
) -> None:
    text = (HERE / "series2004" / FILE).read_text(encoding="utf-8")
    line = text[: text.index(before)].count("\n") + 1
    (tmp_path / "series2004").mkdir()
    (tmp_path / "series2004" / FILE).write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(DefinitionError) as refused:
        read_folder(tmp_path / "series2004", "nothing")
    assert (line, code) in {(one.line, one.code) for one in refused.value.problems}


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"LIST": "FACTOID", "OTHER": "LIST"}, {}),
        ({"LIST": "FACTOD"}, {"LIST": ("unknown_name", "Is FACTOID meant?")}),
        ({"LIST": "LIST"}, {"LIST": ("circular", "Name another, or leave it out.")}),
        (
            {"LIST": "OTHER", "OTHER": "LIST"},
            dict.fromkeys(("LIST", "OTHER"), ("circular", "Leave out one after of them.")),
        ),
        (
            {"FACTOID": "OTHER", "LIST": "FACTOID", "OTHER": "LIST"},
            dict.fromkeys(("FACTOID", "LIST", "OTHER"), ("circular", "Leave out one after of them.")),
        ),
        (
            {"OTHER": "FACTOID", "FACTOID": "FACTOID"},
            {"FACTOID": ("circular", "Name another, or leave it out.")},
        ),
        ({"LIST": "with blanks"}, {"LIST": ("value", "Correct the value.")}),
    ],
)
def test_types_come_after_others_and_never_after_themselves(
    changes: dict[str, str], wrong: dict[str, tuple[str, str]], tmp_path: Path
) -> None:
    text = (HERE / "series2004" / FILE).read_text(encoding="utf-8")
    for name, after in changes.items():
        text = text.replace(f'[[type]]\nname = "{name}"', f'[[type]]\nname = "{name}"\nafter = "{after}"', 1)
    (tmp_path / "series2004").mkdir()
    (tmp_path / "series2004" / FILE).write_text(text, encoding="utf-8")
    if not wrong:
        track = read_folder(tmp_path / "series2004", "nothing")
        assert types_before(track.question_types, "OTHER") == ("LIST", "FACTOID")
        return
    with pytest.raises(DefinitionError) as refused:
        read_folder(tmp_path / "series2004", "nothing")
    lines = {name: text[: text.index(f'"{name}"\nafter')].count("\n") + 2 for name in wrong}
    expected = {(lines[name], *problem) for name, problem in wrong.items()}
    assert {(one.line, one.code, one.hint) for one in refused.value.problems} == expected


@pytest.mark.parametrize(
    ("kind", "context", "code"),
    [
        ("FACTOID", "OTHER", ""),
        ("FACTOID", "FACTOID", "circular"),
        ("FACTOID", "OTHERS", "unknown_name"),
        ("LIST", "OTHER", "combination"),
        ("OTHER", "FACTOID", "combination"),
    ],
)
def test_answers_graded_one_by_one_may_be_sentences_of_others(
    kind: str, context: str, code: str, tmp_path: Path
) -> None:
    text = (HERE / "series2004" / FILE).read_text(encoding="utf-8")
    text = text.replace(f'[[type]]\nname = "{kind}"', f'[[type]]\nname = "{kind}"\ncontext = "{context}"', 1)
    (tmp_path / "series2004").mkdir()
    (tmp_path / "series2004" / FILE).write_text(text, encoding="utf-8")
    if not code:
        assert read_folder(tmp_path / "series2004", "nothing").question_types[kind].context == context
        return
    with pytest.raises(DefinitionError) as refused:
        read_folder(tmp_path / "series2004", "nothing")
    line = text[: text.index("context =")].count("\n") + 1
    assert [(one.line, one.code) for one in refused.value.problems] == [(line, code)]


def test_the_manual_has_the_table_of_what_goes_together() -> None:
    manual = (DOCS / "how-to-add-an-evaluation.md").read_text(encoding="utf-8")
    assert table() in manual, "write it by: python -m scoring.evaluations.loader.combinations"


LIVE = """title = "Live questions"
since = 2015
source = "A track of which nobody has written"

[questions]
reader = "text"

[runs]
columns = "qid tag docid answer"

[[scale]]
name = "live"
right = ["4", "3"]
grades = [
  { label = "4", title = "Excellent", value = 3 },
  { label = "3", title = "Good", value = 2 },
  { label = "2", title = "Fair", value = 1 },
  { label = "1", title = "Bad", value = 0 },
]

[[type]]
name = "question"
scale = "live"
measures = ["mean_grade", "accuracy"]

[setting.judges]

[setting.max_runs]

[setting.remote_resources]

[setting.missing_questions]

[setting.unknown_docids]

[sample]
questions = [{ qid = "1", type = "question", text = "Why do ferries float?" }]
"""


def test_a_further_evaluation_is_a_folder_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "live"
    folder.mkdir()
    (folder / FILE).write_text(LIVE, encoding="utf-8")
    track = read_folder(folder, "nothing")
    monkeypatch.setattr(evaluations, "TRACKS", {**TRACKS, "live": track})
    scored = run(
        result(
            {"1": "question", "2": "question", "3": "question"},
            {"r": [("1", "a"), ("2", "a"), ("3", "a")]},
            grades={("1", "a"): "4", ("2", "a"): "2", ("3", "a"): "1"},
            track="live",
        )
    )
    assert (scored.measures["mean_grade"], scored.measures["accuracy"]) == (Fraction(4, 3), Fraction(1, 3))
    assert example_files(track, {})["example-questions.txt"].startswith(b"<top>")
    assert {grade.title for grade in track.own_grades.values()} == {"Excellent", "Good", "Fair", "Bad"}
    assert [text for text in sentences(tmp_path) if text == "Excellent"]
