"""Grades as pages show them: each has a tone, from its scale alone, so that the grade that was chosen is seen on every page."""

import re

import pytest
from django.conf import settings

from assessment.shared.grades import keys_of
from assize.assets import assets
from scoring.scales import BY_LABEL, FOUR_WAY, SCALES, Grade, Scale

STYLES = settings.BASE_DIR / "static" / "css"
TONE = re.compile(r"([^{}]+)\{\s*--tone: var\((--[\w-]+)\)")
LABELS = sorted({grade for scale in SCALES.values() for grade in scale.grades})
SCRIPT = re.compile(r"static '(js/[\w/-]+\.js)'")


@pytest.mark.parametrize("grade", LABELS)
def test_every_grade_of_every_scale_has_a_tone_as_a_word_a_button_a_choice_and_in_the_list(
    grade: str,
) -> None:
    sheet = assets()["css/site.css"].body.decode()
    of_grade = [(rule, tone) for rule, tone in TONE.findall(sheet) if re.search(rf"\.{grade}\b", rule)]
    assert [f'[data-grade="{grade}"]' in rule for rule, _ in of_grade] == [True]
    rule, tone = of_grade[0]
    assert all(f".{one}" in rule for one in ("grade", "pick", "btn"))
    assert f"  {tone}: " in sheet  # which has a colour
    assert f"  {tone}-soft: " in sheet


def test_no_style_sheet_names_a_grade_but_by_its_tone() -> None:
    named = re.compile(rf"\.(?:btn|grade|pick)\.(?:{'|'.join(LABELS)})\b|data-grade=\"[a-zA-Z]")
    found = {path.name: named.findall(path.read_text("utf-8")) for path in STYLES.glob("*.css")}
    assert {name: places for name, places in found.items() if places} == {}


def test_a_grade_of_this_label_is_the_same_on_every_scale() -> None:
    declared = [grade for scale in SCALES.values() for grade in scale.declared]
    assert [BY_LABEL[grade.label] for grade in declared] == declared


def test_the_pages_whose_scripts_name_grades_hand_their_names_over() -> None:
    pages = {path.name: path.read_text("utf-8") for path in (settings.BASE_DIR / "templates").rglob("*.html")}
    naming = {name for name, text in pages.items() if any(map(_names_grades, SCRIPT.findall(text)))}
    assert naming == {name for name, text in pages.items() if "{% grade_names" in text}


def _names_grades(script: str) -> bool:
    return b"#grade-names" in assets()[script].body


def test_grades_have_the_keys_that_their_file_names_and_the_others_what_is_left() -> None:
    some = Scale("own", (Grade("a", key="3"), Grade("b"), Grade("c"), Grade("d", key="1")))
    assert keys_of(some) == {"a": "3", "b": "2", "c": "4", "d": "1"}
    assert [*keys_of(FOUR_WAY).values()] == ["1", "2", "3", "4"]
