"""Grades as pages show them: each has a tone, in one place, so that the grade that was chosen is seen on every page."""

import re

import pytest
from django.conf import settings

from scoring.scales import SCALES

STYLES = settings.BASE_DIR / "static" / "css"
TONE = re.compile(r"([^{}]+)\{\s*--tone:")
GRADES = sorted({grade for scale in SCALES.values() for grade in scale.grades})


@pytest.mark.parametrize("grade", GRADES)
def test_every_grade_of_every_scale_has_a_tone_as_a_word_a_button_a_choice_and_in_the_list(
    grade: str,
) -> None:
    rules = TONE.findall((STYLES / "layout.css").read_text("utf-8"))
    of_grade = [rule for rule in rules if re.search(rf"\.{grade}\b", rule)]
    assert [f'[data-grade="{grade}"]' in rule for rule in of_grade] == [True]
    assert all(f".{one}" in of_grade[0] for one in ("grade", "pick", "btn"))


def test_nothing_else_hangs_on_the_name_of_a_grade() -> None:
    named = re.compile(rf"\.(?:btn|grade|pick)\.(?:{'|'.join(GRADES)})\b|data-grade=\"[a-zA-Z]")
    found = {
        path.name: named.findall(path.read_text("utf-8"))
        for path in STYLES.glob("*.css")
        if path.name != "layout.css"
    }
    assert {name: places for name, places in found.items() if places} == {}
