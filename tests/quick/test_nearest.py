"""Which tests `make quick` chooses for a change."""

import pytest
from django.conf import settings

from tests.quick.nearest import nearest
from tests.quick.uses import Uses

UNKNOWN = ".editor" + "config"  # in two parts, or this file would name it


@pytest.fixture(scope="module")
def uses() -> Uses:
    """The project as it is."""
    return Uses(settings.BASE_DIR)


@pytest.mark.parametrize(
    ("changed", "first"),
    [
        ("scoring/measures/c1.py", "tests/scoring/test_c1.py"),  # imports it, and lies in its room
        ("assessment/judging/services/undoing.py", "tests/judging/test_undo_stack.py"),  # is called so
        ("assessment/judging/views/finishing.py", "tests/judging/test_finishing.py"),  # enters by its address
        ("assessment/people/api/lists.py", "tests/api/test_lists.py"),
        ("documents/marks.py", "tests/documents/test_marks.py"),
        ("static/js/judging/save-queue.js", "tests/browser/test_judging_queue.py"),
        ("static/js/adjudicating/swap.js", "tests/behaviours/test_disputes.py"),
        ("tests/notices/test_notices.py", "tests/notices/test_notices.py"),
        ("tests/proof/test_acts.py", "tests/proof/test_acts.py"),  # however long it takes
    ],
)
def test_the_nearest_test_comes_first(uses: Uses, changed: str, first: str) -> None:
    assert nearest(uses, [changed])[0] == first


def test_a_view_is_tried_by_its_room(uses: Uses) -> None:
    found = nearest(uses, ["assessment/training/views/training.py"])
    assert set(found) >= {"tests/training/test_tries.py", "tests/training/test_samples.py"}
    assert not [test for test in found if test.startswith(("tests/scoring/", "tests/proof/", "tests/real/"))]


def test_a_template_is_tried_by_the_rooms_whose_views_show_it(uses: Uses) -> None:
    found = nearest(uses, ["templates/judging/_training_head.html"])  # which others include
    assert "tests/training/test_tries.py" in found
    assert "tests/scoring/test_c1.py" not in found


def test_scripts_and_styles_are_tried_in_a_browser(uses: Uses) -> None:
    for file in ("static/js/annotating/record.js", "static/css/layout.css"):
        found = nearest(uses, [file])
        assert "tests/browser/test_annotating_page.py" in found
        assert {test.rpartition("/")[0] for test in found} <= {"tests/browser", "tests/behaviours"}


def test_what_tests_share_is_tried_by_those_that_use_it(uses: Uses) -> None:
    assert "tests/judging/test_pages.py" in nearest(uses, ["tests/judging/room.py"])
    assert set(nearest(uses, ["tests/development/conftest.py"])) >= {"tests/development/test_known.py"}


def test_other_files_are_tried_by_tests_that_name_them(uses: Uses) -> None:
    assert "tests/assize/test_containers.py" in nearest(uses, ["docker-compose.yml"])
    assert "tests/figures/test_files.py" in nearest(uses, ["tests/figures/templates/sample_figures.html"])


def test_nothing_is_near_what_no_test_knows(uses: Uses) -> None:
    assert nearest(uses, [UNKNOWN, "assessment/gone/views.py"]) == []


def test_the_nearest_of_several_changes_come_first(uses: Uses) -> None:
    found = nearest(uses, ["documents/marks.py", "tests/home/test_first_page.py", UNKNOWN])
    assert found[:2] == ["tests/home/test_first_page.py", "tests/documents/test_marks.py"]
