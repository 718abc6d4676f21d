"""Scales, and the settings of a campaign as text and as JSON."""

from fractions import Fraction

import pytest

from scoring import evaluations
from scoring.agreement import items as agreement
from scoring.evaluations import with_scales
from scoring.formats import qrels
from scoring.records import Evaluation, Item, Judgment, Question, Topics
from scoring.rules import derive
from scoring.scales import FIVE_WAY, FOUR_WAY, YES_NO, Grade, Scale
from scoring.tracks.base import QuestionType, Track
from scoring.tracks.settings import Setting, SettingsError

EVERY_SETTING = [(track, setting) for track in evaluations.TRACKS.values() for setting in track.settings]


def test_scale_order_and_codes() -> None:
    assert FOUR_WAY.best(["incorrect", "unsupported", "inexact"]) == "inexact"
    assert FOUR_WAY.worst(["correct", "unsupported", "inexact"]) == "unsupported"
    assert YES_NO.best(["no", "yes"]) == "yes"
    assert [FOUR_WAY.codes[grade] for grade in FOUR_WAY.grades] == [1, 3, 2, -1]
    assert [YES_NO.codes[grade] for grade in YES_NO.grades] == [1, -1]
    assert [grade for grade in FOUR_WAY.grades if FOUR_WAY.is_correct(grade)] == ["correct"]
    assert FOUR_WAY.grade_of(2) == "unsupported"
    assert YES_NO.grade_of(2) is None


KINDS = [
    kind
    for track in evaluations.TRACKS.values()
    for kind in track.question_types.values()
    if kind.passage_scale
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_whole_paragraphs_are_graded_on_a_part_of_the_scale_of_their_question(kind: QuestionType) -> None:
    """So that codes, order and what is right are those of the question, whichever of the two an item is."""
    whole, part = kind.scale, kind.passage_scale
    assert whole
    assert part
    assert [grade for grade in whole.grades if grade in part.grades] == list(part.grades)
    assert {grade: whole.codes[grade] for grade in part.grades} == part.codes
    assert whole.correct.intersection(part.grades) == part.correct


def test_what_a_grade_means_says_the_scale_of_its_question_and_not_its_name() -> None:
    """Another evaluation may well call its best grade W, or count what elsewhere is wrong."""
    odd = Scale("odd", (Grade("W", code=1, value=Fraction(1)), Grade("correct", code=2), Grade("C", code=-1)))
    item, other = Item("1", "D1", "", "x"), Item("1", "D2", "", "y")
    said = {item: ("C", "W"), other: ("correct", "C")}
    evaluation = with_scales(
        Evaluation(
            "odd",
            "",
            "trec8",
            {},
            Topics((Question("1", "factoid", "Who?"),)),
            (),
            {},
            tuple(said),
            tuple(
                Judgment(one, who, grade)
                for one, given in said.items()
                for who, grade in zip("ab", given, strict=True)
            ),
        )
    )._replace(scales={"1": odd})
    assert derive(evaluation, "union").grades == {item: "W", other: "correct"}
    assert derive(evaluation, "intersection").grades == {item: "C", other: "C"}
    assert b"".join(qrels.write(derive(evaluation, "union"))) == b"1 D1 1 x\n1 D2 2 y\n"
    ((_, judged, disputed, _, overlap),) = agreement.table(evaluation)
    assert (judged, disputed, overlap) == (2, 2, Fraction(0))


def test_a_lenient_campaign_calls_nothing_more_correct_but_counts_it() -> None:
    lenient = FOUR_WAY.counting(["correct", "inexact", "perhaps"])
    assert lenient.correct == {"correct", "inexact"}
    assert lenient.strictly_correct == FOUR_WAY.correct == FOUR_WAY.strictly_correct


def test_locally_correct_answers_stand_between_correct_and_inexact_ones_and_do_not_count() -> None:
    assert FIVE_WAY.best(["inexact", "locally_correct"]) == "locally_correct"
    assert FIVE_WAY.worst(["correct", "locally_correct"]) == "locally_correct"
    assert not FIVE_WAY.is_correct("locally_correct")
    assert FIVE_WAY.grade_of(4) == "locally_correct"


@pytest.mark.parametrize(
    ("track", "setting"),
    EVERY_SETTING,
    ids=lambda value: value.name if isinstance(value, Setting) else value.slug,
)
def test_every_default_is_spelled_and_parsed_back(track: Track, setting: Setting) -> None:
    assert setting.parse(setting.format(setting.default)) == setting.default
    assert setting.take(setting.default) == setting.default
    assert setting.label
    assert setting.help.endswith(".")


@pytest.mark.parametrize(
    ("slug", "expected"),
    [
        ("trec8", {"judges": 3, "max_runs": None, "columns": "qid Q0 docid rank score tag answer"}),
        (
            "series2004",
            {
                "judges": 1,
                "max_runs": 3,
                "weights": (0.5, 0.25, 0.25),
                "weights_without_list": (0.67, 0.33),
                "beta": 3,
                "allowance": 100,
                "many_per_factoid": "none",
                "free_run_tag": False,
            },
        ),
    ],
)
def test_defaults_are_those_of_the_contract(slug: str, expected: dict[str, object]) -> None:
    settings = evaluations.get(slug).settings_with_defaults({})
    assert {name: settings[name] for name in expected} == expected
    assert settings["missing_questions"] is False
    assert settings["unknown_docids"] is False


def test_text_and_json_give_the_same_values() -> None:
    track = evaluations.get("series2004")
    written = {
        "weights": ".5,.3,.2",
        "max_runs": "none",
        "missing_questions": "yes",
        "beta": "3",
        "judges": "2",
    }
    plain = {"weights": [0.5, 0.3, 0.2], "max_runs": None, "missing_questions": True, "beta": 3, "judges": 2}
    assert track.settings_with_defaults(written) == track.settings_with_defaults(plain)


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("judges", "0", "at least 1"),
        ("judges", "three", "a whole number"),
        ("weights", "1,2", "3 numbers"),
        ("weights", "1,2,nan", "a number"),
        ("beta", "-1", "a number"),
        ("missing_questions", "maybe", "true or false"),
        ("many_per_factoid", "last", "one of none, first, any"),
        ("colour", "red", "There is no setting"),
    ],
)
def test_a_value_that_cannot_be_taken_is_refused_with_a_sentence(key: str, value: str, sentence: str) -> None:
    with pytest.raises(SettingsError, match=sentence):
        evaluations.get("series2004").parse_settings({key: value})


def test_all_faults_are_said_at_once() -> None:
    with pytest.raises(SettingsError) as caught:
        evaluations.get("trec8").parse_settings({"judges": "no", "nothing": "1", "columns": "qid answer"})
    assert len(caught.value.sentences) == 3


@pytest.mark.parametrize("columns", ["qid docid tag answer", "tag qid rank docid answer"])
def test_columns_that_hold_what_is_needed(columns: str) -> None:
    assert evaluations.get("trec8").parse_settings({"columns": columns}) == {"columns": columns}


@pytest.mark.parametrize(
    "columns", ["answer qid docid tag", "qid docid tag", "qid qid docid tag answer", "qid docid tag x answer"]
)
def test_columns_that_do_not(columns: str) -> None:
    with pytest.raises(SettingsError, match="the answer last"):
        evaluations.get("trec8").parse_settings({"columns": columns})


def test_relaxations_in_force() -> None:
    track = evaluations.get("series2004")
    assert track.relaxations({}) == []
    assert track.relaxations({"many_per_factoid": "any", "judges": 4}) == ["many_per_factoid=any"]


def test_an_unknown_track_is_refused() -> None:
    with pytest.raises(ValueError, match="trec8, series2004"):
        evaluations.get("trec9")


@pytest.mark.parametrize("given", [10**9, "1000000000", "9" * 5_000, 1e9])
def test_a_number_that_is_too_large_is_refused_with_the_largest_that_is_not(given: object) -> None:
    judges = next(one for one in evaluations.get("trec8").settings if one.name == "judges")
    with pytest.raises(ValueError, match="takes a whole number from 1 to 999,999,999"):
        judges.take(given)
    assert judges.take(10**9 - 1) == 10**9 - 1
    with pytest.raises(ValueError, match="takes a whole number of at least 1"):
        judges.take("many")
