"""A campaign of two series with lists and nuggets, judged whole, and any campaign of its kind."""

from typing import Any

from hypothesis import strategies as st

from scoring.records import Evaluation, Judgment
from tests.scoring.parts import item, result

SERIES = {"1.1": "FACTOID", "1.2": "LIST", "1.3": "OTHER", "2.1": "FACTOID", "2.2": "FACTOID", "2.3": "OTHER"}
LINES = [
    ("1.1", "a"),
    *(("1.2", text) for text in ("Oslo", "oslo", "Rome", "Rome", "Mars")),
    ("1.3", "x " * 50),
    ("1.3", "y" * 150),
    ("2.1", "b"),
    ("2.2", "NIL"),
    ("2.3", "z" * 400),
]
GRADES = {
    ("1.1", "a"): "correct",
    ("1.2", "Oslo"): "correct/oslo",
    ("1.2", "oslo"): "correct/oslo",
    ("1.2", "Rome"): "correct/rome",
    ("1.2", "Mars"): "incorrect",
    ("1.2", "Bonn"): "correct/bonn",
    ("1.2", "Kiel?"): "inexact",
    ("2.1", "b"): "incorrect",
}
NUGGETS = {
    "1.3": {"A": ["vital"], "B": ["okay"], "C": ["vital"], "D": ["vital"]},
    "2.3": {"A": ["vital"], "B": ["vital"]},
}
MATCHES = {("1.3", "x " * 50): "AB", ("1.3", "y" * 150): "A", ("2.3", "z" * 400): "A"}


def campaign(**more: Any) -> Evaluation:
    given: dict[str, Any] = {
        "grades": GRADES,
        "nuggets": NUGGETS,
        "matches": MATCHES,
        "developed": {"1.2": ["oslo", "york"]},
    }
    return result(more.pop("questions", SERIES), {"r": more.pop("lines", LINES)}, **(given | more))


STRINGS = "abcdef"


@st.composite
def campaigns(draw: st.DrawFn) -> Evaluation:
    """Two series with all types; every pooled string judged by ann."""
    line = st.tuples(st.sampled_from(list(SERIES)), st.sampled_from(STRINGS))
    runs = {f"run{number}": draw(st.lists(line, max_size=20)) for number in range(draw(st.integers(1, 3)))}
    factoids = [qid for qid, kind in SERIES.items() if kind == "FACTOID"]
    grade = st.sampled_from(["correct", "inexact", "incorrect"])
    grades = {(qid, text): draw(grade) for qid in factoids for text in STRINGS}
    listed = st.sampled_from(["correct/one", "correct/two", "correct/three", "inexact", "incorrect"])
    grades |= {("1.2", text): draw(listed) for text in STRINGS}
    votes = st.lists(st.sampled_from(["vital", "okay"]), min_size=1, max_size=4)
    nuggets = {qid: {name: draw(votes) for name in "ABC"} for qid in ("1.3", "2.3")}
    marks = st.sets(st.sampled_from("ABC")).map(lambda names: "".join(sorted(names)))
    matches = {(qid, text): draw(marks) for qid in nuggets for text in STRINGS}
    settings = draw(st.sampled_from([{}, {"other": "pyramid"}, {"weights": "1,1,1"}]))
    made = result(SERIES, runs, grades=grades, nuggets=nuggets, matches=matches, settings=settings)
    extra = (Judgment(item("1.2", "extra"), "ann", "correct", "four"),)
    return made._replace(judgments=(*made.judgments, *extra), pool=(*made.pool, item("1.2", "extra")))
