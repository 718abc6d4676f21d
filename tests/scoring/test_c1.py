"""c@1 and its kin: laws, cases worked by hand, and a second plain implementation."""

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scoring.evaluate import evaluate
from scoring.evaluations import with_scales
from scoring.formats import qrels
from scoring.measures.base import Outcome
from scoring.measures.c1 import Counts, Extraction, Tally, accuracy, as_paragraphs, c1, counts_of, uses_of_noa
from scoring.records import Evaluation, Item, Judgment, Qrels, Response, Run
from scoring.rules import derive
from scoring.scales import EXACT_ANSWER, PARAGRAPH
from tests.scoring.respub import topics

GRADES = st.sampled_from("RXMW")
# For each question: how it was answered, the grade of what was given ("" unjudged), and whether it was dropped.
ANSWERS = st.lists(
    st.tuples(
        st.sampled_from(["given", "held back", "silent", "missing"]), GRADES | st.just(""), st.booleans()
    ),
    min_size=5,
    max_size=5,
)
counts = st.builds(Counts, *[st.integers(0, 9)] * 5)


@given(counts)
def test_laws(one: Counts) -> None:
    value = c1(one)
    if value is None:
        assert one.n == 0
        return
    assert 0 <= value <= 1
    if not one.U:
        assert value == accuracy(one) == Fraction(one.R, one.n)
    if not one.R:
        assert value == 0
    quieter = c1(one._replace(U=one.n - one.R - one.W, X=0, M=0))
    assert quieter is not None
    assert quieter >= value


def extraction(grades: str) -> object:
    given = {
        str(number): [Outcome(1, grade == "R", grade, exact=True)] for number, grade in enumerate(grades)
    }
    return Extraction().of_run(list(Extraction().of_questions(given).values()))


def test_cases_worked_by_hand() -> None:
    """Guidelines, section VII: of 200 questions 100 right, 60 wrong and 40 unanswered."""
    assert c1(Counts(R=100, W=60, U=40)) == Fraction(100 + 20, 200)
    assert c1(Counts(R=100, W=100)) == Fraction(1, 2)
    assert c1(Counts(U=200)) == 0
    assert c1(Counts(R=1, U=199)) == Fraction(1 + Fraction(199, 200), 200)
    assert c1(Counts()) is None
    assert extraction("RRRXXMWUU") == Fraction(1, 2)
    assert extraction("WWW") is None
    assert as_paragraphs(Counts(3, 2, 1, 9, 4)) == Counts(R=6, W=9, U=4)
    assert counts_of(["R", "X", "", "U", "W"]) == Counts(1, 1, 0, 2, 1)


@given(counts, counts.map(lambda held: held._replace(U=0)), st.integers(0, 5))
def test_no_use_of_noa_is_better_than_the_best_one(given_: Counts, held: Counts, alone: int) -> None:
    held = held._replace(U=alone)
    tally = Tally(given_._replace(U=held.n), held)
    run, none, best = (c1(one) for one in uses_of_noa(tally))
    if best is not None and run is not None and none is not None:
        assert best >= run
        assert best >= none
        assert none == c1(tally.ignoring_noa)
    assert tally.ignoring_noa.n == tally.given.n


def evaluation(answers: Sequence[tuple[str, str, bool]]) -> Evaluation:
    responses, judgments = list[Response](), list[Judgment]()
    dropped: dict[str, str] = {}
    for number, (how, grade, gone) in enumerate(answers, 1):
        qid = f"{number:04d}"
        item = Item(qid, "jrc1-en.xml", "2", "x")
        dropped |= {qid: "asked twice"} if gone else {}
        if how in ("given", "held back"):
            responses.append(Response(qid, item.docid, "x", 1, "2", number, how == "held back"))
            judgments += [Judgment(item, "ann", grade)] if grade else []
        elif how == "silent":
            responses.append(Response(qid, "", "", line=number, noa=True))
    run = Run("clct101ASenen", "clct")
    return with_scales(
        Evaluation(
            "c",
            "C",
            "respubliqa2010",
            {},
            topics("EN:EN"),
            (run,),
            {run.run_id: tuple(responses)},
            tuple(it.item for it in responses if it.item),
            tuple(judgments),
            dropped=dropped,
        )
    )


@given(ANSWERS)
def test_a_second_plain_implementation_agrees(answers: list[tuple[str, str, bool]]) -> None:
    """In floats, as anybody would write it from the guidelines."""
    run = evaluate(evaluation(answers)).runs["clct101ASenen"]
    kept = [(how, grade) for how, grade, gone in answers if not gone]
    n, right = len(kept), sum(result == ("given", "R") for result in kept)
    silent = sum(how in ("silent", "held back") for how, _ in kept)
    shown = right + sum(result == ("held back", "R") for result in kept)
    mute = sum(how == "silent" for how, _ in kept)
    assert (run.score is None) == (n == 0)
    if n == 0:
        return
    values = {name: float(value) for name, value in run.measures.items() if value is not None}
    assert abs(values["c1"] - (right + silent * right / n) / n) < 1e-12
    assert abs(values["c1_ignoring_noa"] - (shown + mute * shown / n) / n) < 1e-12
    assert values["accuracy"] == right / n
    assert sum(values[name] for name in ("nR", "nX", "nM", "nW", "nU")) == n
    assert values["nU"] == silent
    assert run.unjudged == sum(how in ("given", "held back") and not grade for how, grade in kept)
    hopeful = [("given", "R") if result == ("given", "") else result for result in kept]
    best = sum(result == ("given", "R") for result in hopeful)
    assert run.low == run.score
    assert run.high == Fraction(best * (n + silent), n * n)
    own = [Fraction(values["c1"] or 0) for values in run.questions.values()]
    assert sum(own, Fraction(0)) / n == run.score
    assert run.silence is not None
    assert run.silence.by_pair == {"EN:EN": run.measures}
    assert run.silence.by_type == {"Other": run.measures}


@given(st.lists(st.tuples(st.integers(1, 5), st.sampled_from(["", "two words"]), GRADES), max_size=8))
def test_qrels_with_paragraphs_are_read_as_they_were_written(rows: list[tuple[int, str, str]]) -> None:
    grades = {
        Item(f"{number:04d}", "d-en.xml", str(number), answer): grade if answer or grade == "R" else "W"
        for number, answer, grade in rows
    }
    scales = {f"{number:04d}": EXACT_ANSWER for number in range(1, 6)}
    written = b"".join(qrels.write(Qrels("union", grades, scales=scales)))
    read, problems = qrels.read(written, "qrels", scales) if grades else ({}, [])
    assert problems == []
    assert read == grades
    assert PARAGRAPH.codes == {"R": 1, "W": -1}


def test_what_was_held_back_is_no_response_for_trec_eval() -> None:
    lines = [Response("1", "d", "", 1, "2", 1), Response("2", "d", "", 1, "3", 2, noa=True)]
    assert b"".join(qrels.write_run(lines, "tag")).count(b"\n") == 1


def test_gold_counts_under_every_rule_until_a_person_judges() -> None:
    result = evaluation([("given", "", False)] * 5)
    item = result.pool[0]
    by_gold = result._replace(judgments=(Judgment(item, "gold", "R", kind="automatic"),))
    for rule in ("adjudicated", "majority", "union", "intersection", "random:1"):
        assert derive(by_gold, rule).grades == {item: "R"}
    reviewed = result._replace(judgments=(*by_gold.judgments, Judgment(item, "ann", "M")))
    for rule in ("adjudicated", "majority", "union", "intersection", "random:1", "assessor:ann"):
        assert derive(reviewed, rule, partial=True).grades == {item: "M"}
