"""Judged runs and pyramids in NIST's forms."""

from typing import Any

from hypothesis import given

from scoring.evaluate import Scorer
from scoring.evaluate.files import final_answers, judged_files, pyramid
from scoring.formats import answers
from scoring.formats.judged import anonymous_tags
from scoring.records import Evaluation, KnownAnswer
from tests.scoring.parts import result
from tests.scoring.whole import GRADES, MATCHES, NUGGETS, campaign, campaigns


def files(evaluation: Evaluation, **more: Any) -> dict[str, str]:
    scorer = Scorer(evaluation)
    return {path: b"".join(content).decode() for path, content in judged_files(scorer, **more)}


def test_a_judged_list_marks_one_response_of_each_class_as_distinct() -> None:
    lines = [("1.2", text) for text in ("oslo", "Oslo", "Kiel?", "Rome", "Mars", "Oslo", "late  one")]
    made = campaign(lines=lines)
    pool = tuple(item for item in made.pool if item.answer != "late  one")
    assert files(made._replace(pool=pool))["list/r.list_judged"] == (
        "1.2 r D1 1 1 oslo\n"
        "1.2 r D1 1 0 Oslo\n"
        "1.2 r D1 3 0 Kiel?\n"
        "1.2 r D1 1 1 Rome\n"
        "1.2 r D1 -1 0 Mars\n"
        "1.2 r D1 1 0 Oslo\n"
        "1.2 r D1 0 0 late  one\n"
    )


def test_a_judged_other_question_has_two_parts() -> None:
    lines = [("1.3", "p"), ("1.3", "q"), ("1.3", "none"), ("2.3", "q")]
    nuggets = {"1.3": {name: ["vital"] for name in ("2", "10", "1")}, "2.3": {"7": ["vital"]}}
    made = result(
        {"1.3": "OTHER", "2.3": "OTHER"},
        {"r": lines},
        nuggets=nuggets,
    )
    marks = result(
        {"1.3": "OTHER", "2.3": "OTHER"},
        {},
        matches={("1.3", "p"): "2", ("1.3", "q"): "21", ("2.3", "q"): "7"},
    ).matches
    first = marks[0]
    made = made._replace(matches=(*marks, first._replace(nugget="10")))
    assert files(made)["other/r.otherjudged"] == (
        "1.3 r 1 D1 p\n"
        "1.3 r 2 D1 q\n"
        "1.3 r 3 D1 none\n"
        "1.3 r 1 2\n"
        "1.3 r 1 10\n"
        "1.3 r 2 1\n"
        "2.3 r 1 D1 q\n"
        "2.3 r 1 7\n"
    )


def test_run_tags_can_be_made_anonymous() -> None:
    runs = {f"Team{number}": [("1.2", "Oslo")] for number in range(4)}
    made = result({"1.2": "LIST"}, runs, grades={("1.2", "Oslo"): "correct/oslo"})
    shown = files(made, anonymous=5)
    assert set(shown) == {f"list/RUN-{number}.list_judged" for number in (1, 2, 3, 4)}
    assert not any("Team" in content for content in shown.values())
    assert shown == files(made, anonymous=5)
    assert anonymous_tags(runs, 1) != anonymous_tags(runs, 2)
    assert set(files(made)) == {f"list/{run_id}.list_judged" for run_id in runs}


def test_the_pyramid_of_a_campaign() -> None:
    votes = {
        "1.3": {
            "B": ["vital", "vital"],
            "A": ["okay", "okay"],
            "C": ["vital"],
            "10": ["vital"],
            "9": ["vital"],
        }
    }
    made = campaign(nuggets=NUGGETS | votes, matches=MATCHES, grades=GRADES, settings={"other": "pyramid"})
    written = b"".join(pyramid(Scorer(made))).decode()
    assert written.splitlines() == [
        "1.3\t9\t0.5\tNugget 9",
        "1.3\t10\t0.5\tNugget 10",
        "1.3\tA\t0\tNugget A",
        "1.3\tB\t1\tNugget B",
        "1.3\tC\t0.5\tNugget C",
        "2.3\tA\t1\tNugget A",
        "2.3\tB\t1\tNugget B",
    ]


def test_a_campaign_without_lists_and_nuggets_has_no_such_files() -> None:
    made = result({"1.1": "FACTOID"}, {"r": [("1.1", "a")]}, grades={("1.1", "a"): "correct"})
    assert files(made) == {}
    assert b"".join(pyramid(Scorer(made))) == b""


@given(campaigns())
def test_distinct_marks_and_nugget_lines_add_up_to_the_figures_of_the_scores(made: Evaluation) -> None:
    shown = files(made)
    for run_id, scored in Scorer(made).score().runs.items():
        listed = [line.split(" ") for line in shown[f"list/{run_id}.list_judged"].splitlines()]
        assert sum(cells[4] == "1" for cells in listed) == scored.figures["1.2"]["D"]
        assert len(listed) == scored.figures["1.2"]["N"]
        noted = [line.split(" ") for line in shown[f"other/{run_id}.otherjudged"].splitlines()]
        for qid in ("1.3", "2.3"):
            found = sum(cells[0] == qid and len(cells) == 4 for cells in noted)
            assert found == scored.figures[qid]["matched"]


def test_the_final_answer_set_has_one_label_for_each_class() -> None:
    made = campaign()
    named = KnownAnswer("1.2", "rome", "Rome, the city")
    scorer = Scorer(made._replace(known_answers=(*made.known_answers, named)))
    assert b"".join(final_answers(scorer)).decode() == (
        "# 1.2\nQ: LIST 1.2?\nRome, the city\nbonn\noslo\nyork\n\n"
    )
    again, problems = answers.read(b"".join(final_answers(scorer)), "answers", made.topics)
    assert problems == []
    assert [known.label for known in again] == ["Rome, the city", "bonn", "oslo", "york"]
