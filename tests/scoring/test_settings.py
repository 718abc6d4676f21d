"""Scales, and the settings of a campaign as text and as JSON."""

import pytest

from scoring import tracks
from scoring.scales import FIVE_WAY, FOUR_WAY, SCALES, YES_NO, Scale, scale_of, scale_with
from scoring.tracks.base import Track
from scoring.tracks.settings import Setting, SettingsError

EVERY_SETTING = [(track, setting) for track in tracks.TRACKS.values() for setting in track.settings]


def test_scale_order_and_codes() -> None:
    assert FOUR_WAY.best(["incorrect", "unsupported", "inexact"]) == "inexact"
    assert FOUR_WAY.worst(["correct", "unsupported", "inexact"]) == "unsupported"
    assert YES_NO.best(["no", "yes"]) == "yes"
    assert [FOUR_WAY.codes[grade] for grade in FOUR_WAY.grades] == [1, 3, 2, -1]
    assert [YES_NO.codes[grade] for grade in YES_NO.grades] == [1, -1]
    assert [grade for grade in FOUR_WAY.grades if FOUR_WAY.is_correct(grade)] == ["correct"]
    assert FOUR_WAY.grade_of(2) == "unsupported"
    assert YES_NO.grade_of(2) is None


@pytest.mark.parametrize("scale", SCALES.values(), ids=lambda scale: scale.name)
def test_the_scale_of_a_grade_says_of_it_what_every_scale_says_that_has_it(scale: Scale) -> None:
    for grade in scale.grades:
        widest = scale_of(grade)
        assert widest.codes[grade] == scale.codes[grade]
        assert widest.is_correct(grade) == scale.is_correct(grade)
        shared = [known for known in scale.grades if known in widest.grades]
        assert [known for known in widest.grades if known in scale.grades] == shared


def test_grades_of_one_item_are_held_against_the_scale_that_has_them_all() -> None:
    assert scale_with(["W", "C"]).worst(["C", "W"]) == "W"
    assert scale_with(["W", "R"]).best(["W", "R"]) == "R"


def test_locally_correct_answers_stand_between_correct_and_inexact_ones_and_do_not_count() -> None:
    assert FIVE_WAY.best(["inexact", "locally_correct"]) == "locally_correct"
    assert FIVE_WAY.worst(["correct", "locally_correct"]) == "locally_correct"
    assert not FIVE_WAY.is_correct("locally_correct")
    assert FIVE_WAY.grade_of(4) == "locally_correct"


def test_a_grade_that_is_none_has_no_scale() -> None:
    with pytest.raises(KeyError):
        scale_of("perhaps")


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
    settings = tracks.get(slug).settings_with_defaults({})
    assert {name: settings[name] for name in expected} == expected
    assert settings["missing_questions"] is False
    assert settings["unknown_docids"] is False


def test_text_and_json_give_the_same_values() -> None:
    track = tracks.get("series2004")
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
        tracks.get("series2004").parse_settings({key: value})


def test_all_faults_are_said_at_once() -> None:
    with pytest.raises(SettingsError) as caught:
        tracks.get("trec8").parse_settings({"judges": "no", "nothing": "1", "columns": "qid answer"})
    assert len(caught.value.sentences) == 3


@pytest.mark.parametrize("columns", ["qid docid tag answer", "tag qid rank docid answer"])
def test_columns_that_hold_what_is_needed(columns: str) -> None:
    assert tracks.get("trec8").parse_settings({"columns": columns}) == {"columns": columns}


@pytest.mark.parametrize(
    "columns", ["answer qid docid tag", "qid docid tag", "qid qid docid tag answer", "qid docid tag x answer"]
)
def test_columns_that_do_not(columns: str) -> None:
    with pytest.raises(SettingsError, match="the answer last"):
        tracks.get("trec8").parse_settings({"columns": columns})


def test_relaxations_in_force() -> None:
    track = tracks.get("series2004")
    assert track.relaxations({}) == []
    assert track.relaxations({"many_per_factoid": "any", "judges": 4}) == ["many_per_factoid=any"]


def test_an_unknown_track_is_refused() -> None:
    with pytest.raises(ValueError, match="trec8, series2004"):
        tracks.get("trec9")


@pytest.mark.parametrize("given", [10**9, "1000000000", "9" * 5_000, 1e9])
def test_a_number_that_is_too_large_is_refused_with_the_largest_that_is_not(given: object) -> None:
    judges = next(one for one in tracks.get("trec8").settings if one.name == "judges")
    with pytest.raises(ValueError, match="takes a whole number from 1 to 999,999,999"):
        judges.take(given)
    assert judges.take(10**9 - 1) == 10**9 - 1
    with pytest.raises(ValueError, match="takes a whole number of at least 1"):
        judges.take("many")
