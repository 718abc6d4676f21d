"""What a track fixes by default and a campaign may set: ranks, NIL, grades, lengths, measures; real years by their settings.

The lines and questions are made up in the layouts of the years they name.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import evaluations
from scoring.evaluate import Scorer
from scoring.evaluate.units import unit_tables
from scoring.formats import topics_text
from scoring.measures import MEASURES
from scoring.measures.base import Outcome
from scoring.records import Evaluation, Question, Response, Run, Topics
from scoring.studies.variation import VariationError
from scoring.studies.what_if import parse
from scoring.tracks.base import CheckedRun, Declaration, RunChecks
from scoring.tracks.settings import SettingsError
from tests.scoring.campaigns import item, judged, trec8

TREC9 = {"lengths": "50,250"}
TREC2001 = {"lengths": "50", "nil": "true"}
TREC2002 = {
    "ranks": "1",
    "nil": "true",
    "scale": "four-way",
    "measures": "cws,accuracy",
    "lengths": "none",
    "columns": "qid docid answer",
}
ASKED = Topics((Question("894", "factoid", "How far?"), Question("895", "factoid", "Who?")))


def checked(track: str, lines: str, settings: Mapping[str, object], length: int | None = None) -> CheckedRun:
    declaration = Declaration("team", run_id="run1", length_limit=length)
    return evaluations.get(track).check_run(
        lines.encode(), "run.txt", RunChecks(ASKED, declaration, settings)
    )


def codes(run: CheckedRun) -> list[str]:
    return [problem.code for problem in run.problems]


def test_topics_of_later_years_are_read_as_those_of_trec8() -> None:
    blocks = "".join(
        f"<top>\n<num> Number: {number} \n<desc> Description:\nWho found the {word}?\n\n</top>\n\n"
        for number, word in ((201, "lamp"), (893, "reed"), (1394, "ferry"), (1893, "tide"))
    )
    topics, problems = topics_text.read(blocks.encode(), "topics")
    assert not problems
    assert [question.qid for question in topics.questions] == ["201", "893", "1394", "1893"]


def test_a_run_in_the_layout_of_trec9() -> None:
    lines = "894 Q0 AP1-0001 1 9.5 alpha 200 miles\n894 Q0 AP1-0002 2 7 alpha far\n895 Q0 AP1-0003 1 3 alpha Ada\n"
    assert not checked("trec8", lines, TREC9, 250).problems
    nil = lines.replace("AP1-0003 1 3 alpha Ada", "NIL 1 3 alpha")
    assert codes(checked("trec8", nil, TREC9, 250)) == ["nil_not_allowed"]


def test_a_run_in_the_layout_of_trec_2001_may_say_nil_at_any_rank() -> None:
    lines = "894 Q0 NIL 1 5 beta\n894 Q0 AP1-0002 2 4 beta far\n895 Q0 AP1-0003 1 3 beta Ada\n895 Q0 NIL 2 1 beta \n"
    run = checked("trec8", lines, TREC2001)
    assert not run.problems
    assert [response.is_nil for response in run.responses] == [True, False, False, True]
    # The one limit need not be declared, and holds.
    assert not [warning for warning in run.warnings if warning.code == "length_undeclared"]
    assert codes(checked("trec8", lines.replace("Ada", "A" * 51), TREC2001)) == ["answer_too_long"]


def test_a_run_in_the_layout_of_trec_2002_has_one_response_to_a_question_and_no_tag() -> None:
    run = checked("trec8", "895 AP1-0003 Ada\n894 NIL\n", TREC2002)
    assert not run.problems
    assert [(response.qid, response.rank) for response in run.responses] == [("895", 1), ("894", 1)]
    assert codes(checked("trec8", "895 AP1-0003 Ada\n895 AP1-0004 Eve\n894 NIL\n", TREC2002)) == [
        "factoid_many"
    ]


def test_a_file_without_tags_needs_no_tag_to_be_checked_whole() -> None:
    assert codes(checked("trec8", "895 AP1-0003 Ada\n", TREC2002)) == ["missing_question"]


@pytest.mark.parametrize(
    ("ranks", "rank", "sound"), [(5, 5, True), (5, 6, False), (1000, 1000, True), (2, 3, False)]
)
def test_the_number_of_ranks(ranks: int, rank: int, sound: bool) -> None:
    lines = f"894 Q0 A-1 {rank} 1 t far\n895 Q0 A-1 1 1 t Ada\n"
    assert (codes(checked("trec8", lines, {"ranks": ranks}, 50)) == []) is sound


def test_lengths_in_characters() -> None:
    lines = f"894 Q0 A-1 1 1 t {'é' * 50}\n895 Q0 A-1 1 1 t Ada\n"
    assert codes(checked("trec8", lines, {"lengths": "50"})) == ["answer_too_long"]
    assert codes(checked("trec8", lines, {"lengths": "50", "length_unit": "characters"})) == []
    assert codes(checked("trec8", lines * 1, {"lengths": "none"})) == []


def test_lengths_of_a_track_that_has_none_by_default() -> None:
    topics = Topics((Question("1.1", "FACTOID", "Who?", "1"),))
    track = evaluations.get("series2004")
    for settings, found in (({}, []), ({"lengths": "5"}, ["answer_too_long"])):
        run = track.check_run(
            b"1.1 team1 A-1 too long\n", "run", RunChecks(topics, Declaration("team"), settings)
        )
        assert codes(run) == found


def test_nil_can_be_forbidden_in_series() -> None:
    topics = Topics((Question("1.1", "FACTOID", "Who?", "1"),))
    run = evaluations.get("series2004").check_run(
        b"1.1 team1 NIL\n", "run", RunChecks(topics, Declaration("team"), {"nil": "false"})
    )
    assert codes(run) == ["nil_not_allowed"]


@pytest.mark.parametrize(
    ("track", "settings", "sentence"),
    [
        ("trec8", {"ranks": 1}, "measures has mrr, which need ranks"),
        ("trec8", {"measures": "cws"}, "cws, which takes one response"),
        ("trec8", {"measures": "no_correct,mrr"}, "is no score"),
        ("trec8", {"measures": "mrr,success_k", "success_k": 10}, "looks further than ranks=5"),
        ("trec8", {"right": "correct,inexact"}, "right names inexact, and the grades are yes, no"),
        ("trec8", {"right": "inexact", "scale": "four-way"}, "right leaves out correct"),
        ("series2004", {"right": "correct,locally_correct"}, "right names locally_correct"),
        ("series2004", {"weights": "0,0,0"}, "weights are all 0"),
        ("tac2008", {"weights": "0,0"}, "weights are all 0"),
    ],
)
def test_contradictions_are_refused_with_a_sentence(
    track: str, settings: Mapping[str, object], sentence: str
) -> None:
    with pytest.raises(SettingsError, match=sentence):
        evaluations.get(track).check_together(settings)


def test_every_contradiction_is_said_at_once() -> None:
    with pytest.raises(SettingsError) as caught:
        evaluations.get("trec8").check_together({"measures": "no_correct,cws,success_k", "success_k": 9})
    assert len(caught.value.sentences) == 3


@pytest.mark.parametrize("settings", [TREC9, TREC2001, TREC2002, {"measures": "success_1,mrr,success_k"}])
def test_the_years_contradict_nothing(settings: Mapping[str, object]) -> None:
    evaluations.get("trec8").check_together(settings)


@pytest.mark.parametrize("depths", ["1:10,1:5", "1", "a:b", "1:0", "0:5", "1:99999"])
def test_depths_that_are_none(depths: str) -> None:
    with pytest.raises(SettingsError, match="depth"):
        evaluations.get("trec8").parse_settings({"depths": depths})


# measures


@given(st.lists(st.booleans(), min_size=1, max_size=40))
def test_cws_is_the_mean_over_places_of_the_share_right_so_far(right: Sequence[bool]) -> None:
    measure = MEASURES["cws"]
    values = measure.of_questions({str(n): [Outcome(1, one)] for n, one in enumerate(right)})
    expected = sum(Fraction(sum(right[:place]), place) for place in range(1, len(right) + 1)) / len(right)
    assert measure.of_run(list(values.values())) == expected


def test_cws_on_its_boundaries() -> None:
    measure = MEASURES["cws"]
    assert measure.of_run([]) is None
    for right, expected in (
        ("+++", Fraction(1)),
        ("---", Fraction(0)),
        ("+--", Fraction(11, 18)),
        ("--+", Fraction(1, 9)),
    ):
        given = {str(n): [Outcome(1, sign == "+")] for n, sign in enumerate(right)}
        assert measure.of_run(list(measure.of_questions(given).values())) == expected


@given(st.lists(st.booleans(), max_size=12), st.integers(1, 12))
def test_success_at_k_looks_at_the_first_k(right: Sequence[bool], k: int) -> None:
    given = [Outcome(rank, one) for rank, one in enumerate(right, 1)]
    at_k = MEASURES["success_k"].under({"success_k": k})
    assert at_k.of_question(given) == int(any(right[:k]))
    assert MEASURES["success_1"].of_question(given) == int(right[:1] == [True])


def of_2002(order: Sequence[str], **more: object) -> Evaluation:
    """Two runs of the same responses to three questions; the second in another order."""
    votes = {
        ("1", "Ada"): {"a": "correct"},
        ("2", "far"): {"a": "incorrect"},
        ("3", "red"): {"a": "unsupported"},
    }
    given = {"1": "Ada", "2": "far", "3": "red"}
    base = trec8(votes, {"sure": {qid: [text] for qid, text in given.items()}}, settings={**TREC2002, **more})
    other = tuple(Response(qid, item(qid, given[qid]).docid, given[qid]) for qid in order)
    return base._replace(
        runs=(*base.runs, Run("other", "team")), responses={**base.responses, "other": other}
    )


def test_the_order_of_a_run_file_is_the_order_of_confidence() -> None:
    report = Scorer(of_2002(["3", "2", "1"])).score()
    assert report.runs["sure"].score == Fraction(11, 18)
    assert report.runs["other"].score == Fraction(1, 9)
    assert (
        report.runs["sure"].measures["accuracy"]
        == report.runs["other"].measures["accuracy"]
        == Fraction(1, 3)
    )


def test_questions_left_out_come_last_and_dropped_ones_take_no_place() -> None:
    assert Scorer(of_2002(["1"])).score().runs["other"].score == Fraction(11, 18)
    dropped = of_2002(["2", "1", "3"])._replace(dropped={"2": "unclear"})
    assert Scorer(dropped).score().runs["other"].score == Fraction(3, 4)


def test_the_order_of_lines_is_part_of_what_scores_depend_on_where_it_counts() -> None:
    one, two = (Scorer(of_2002(order)).inputs_sha256 for order in (["1", "2", "3"], ["3", "2", "1"]))
    assert one != two
    mean = {"measures": "accuracy"}
    one, two = (Scorer(of_2002(order, **mean)).inputs_sha256 for order in (["1", "2", "3"], ["3", "2", "1"]))
    assert one == two


def test_studies_put_a_confidence_weighted_score_together_from_the_same_parts() -> None:
    scorer = Scorer(of_2002(["3", "2", "1"]))
    (table,) = unit_tables(scorer, scorer.under())
    assert table.units == ("1", "2", "3")
    assert table.scores == {"sure": Fraction(11, 18), "other": Fraction(1, 9)}


def test_lenient_grades_count_as_right() -> None:
    strict = Scorer(of_2002(["1"])).score().runs["sure"].measures["accuracy"]
    lenient = Scorer(of_2002(["1"], right="correct,unsupported")).score().runs["sure"].measures["accuracy"]
    assert (strict, lenient) == (Fraction(1, 3), Fraction(2, 3))


def test_nil_is_right_only_where_nothing_counts_as_right() -> None:
    votes = {("1", "Ada"): {"a": "unsupported"}}
    settings = {**TREC2002, "measures": "accuracy"}
    base = trec8(votes, {"nil": {}}, settings=settings)
    nil = base._replace(responses={"nil": (Response("1", "NIL", ""),)})
    assert Scorer(nil).score().runs["nil"].score == 1
    lenient = nil._replace(settings={**settings, "right": "correct,unsupported"})
    assert Scorer(lenient).score().runs["nil"].score == 0


def test_settings_that_change_scores_make_another_version_and_defaults_do_not() -> None:
    base = of_2002(["1", "2", "3"])
    plain = trec8({("1", "Ada"): {"a": "yes"}}, {"r": {"1": ["Ada"]}})
    spelled = plain._replace(
        settings={"ranks": "5", "nil": "false", "measures": "mrr,no_correct", "right": "correct"}
    )
    assert Scorer(plain).inputs_sha256 == Scorer(spelled).inputs_sha256
    assert (
        Scorer(base).inputs_sha256 != Scorer(of_2002(["1", "2", "3"], right="correct,inexact")).inputs_sha256
    )


def test_what_if_with_another_k_and_lenient_grades_but_never_with_another_reading() -> None:
    votes = {("1", "Bea"): {"a": "no"}, ("1", "Ada"): {"a": "yes"}}
    base = trec8(votes, {"r": {"1": ["Bea", "Ada"]}}, settings={"measures": "success_k", "success_k": "1"})
    assert Scorer(base).score().runs["r"].score == 0
    assert Scorer(parse("success_k=2").applied(base)).score().runs["r"].score == 1
    with pytest.raises(VariationError, match="how run files are read"):
        parse("ranks=7").applied(base)
    with pytest.raises(VariationError, match="which grades there are"):
        parse("scale=four-way").applied(base)
    with pytest.raises(SettingsError, match="looks further"):
        parse("success_k=6").applied(base)


def test_weights_of_rigid_and_squishy_lists() -> None:
    rules = evaluations.get("tac2008").series_rules
    assert rules
    means = {"RigidList": Fraction(1), "SquishyList": Fraction(0)}
    for weights, score in (((0.5, 0.5), Fraction(1, 2)), ((0.75, 0.25), Fraction(3, 4))):
        values = rules.values(means, {"weights": weights}, tuple(means))
        assert values
        assert values["score"] == score
    assert "(rigid F + squishy F) / 2" in rules.formula({"weights": (0.5, 0.5)})[0]
    assert ".75 · rigid F" in rules.formula({"weights": (0.75, 0.25)})[0]


def test_judgments_of_four_grades_in_a_campaign_like_trec8() -> None:
    kinds = evaluations.get("trec8").under(TREC2002).question_types
    scale = kinds["factoid"].scale
    assert scale
    assert scale.grades == ("correct", "inexact", "unsupported", "incorrect")
    assert judged({("1", "Ada"): {"a": "correct"}})[0].grade in scale.correct
