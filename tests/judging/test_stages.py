"""What the stages of an evaluation ask of the rooms of judging: a page for each, and a word on what is missing."""

from assessment.judging.selectors.readiness import LACKING
from assessment.judging.views.judge import PAGES
from scoring.forms import FORMS
from scoring.stages import LISTING

STAGES = {stage for form in FORMS for stage in form.stages}


def test_every_stage_has_its_page_and_every_page_a_stage() -> None:
    assert {stage.page for stage in STAGES} == PAGES.keys()


def test_of_every_task_it_is_said_what_is_missing_but_of_a_list_that_may_be_empty() -> None:
    assert {task for stage in STAGES for task in stage.tasks} == LACKING.keys() | {LISTING}
