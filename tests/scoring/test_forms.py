"""Forms of questions: registered once, and whole."""

import re
from pathlib import Path

import pytest

from scoring import evaluations
from scoring.evaluations import STAGES, role_of, stage_of
from scoring.evaluations.gallery import gallery
from scoring.formats.tables import TABLES
from scoring.forms import ANSWERS, FORMS
from scoring.forms.base import Form
from scoring.stages import ANNOTATED, ANSWER, GRADES, ITEM, PROGRAMS, Stage

ROOT = Path(__file__).parents[2]
ASKED = re.compile(
    r"\.form(?:\.name)? (?:==|!=|is|in) |\bform (?:==|!=) \"(?:answers|list|nuggets|passages|spans|criteria)\""
)
ROLE_ASKED = re.compile(r"\.role (?:==|!=|in|not in) ")


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_the_tables_of_a_form_are_tables_of_the_bundle(form: Form) -> None:
    tables = [table for stage in form.stages for task in stage.tasks for table in task.tables]
    assert set(tables) <= set(TABLES)
    assert form.run_file or not form.file  # scripts of others may read a file of each run alone
    assert form.key_name or not form.file
    assert form.is_whole == (bool(form.key_name) or not form.pools)


def test_every_form_of_a_track_is_registered_and_every_form_is_some_track_s() -> None:
    tracks = (*evaluations.TRACKS.values(), *(entry.track for entry in gallery()))
    kinds = [kind for track in tracks for kind in track.question_types.values()]
    assert {kind.form for kind in kinds} == set(FORMS)
    assert len({form.name for form in FORMS}) == len(FORMS)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_who_works_in_which_stage(form: Form) -> None:
    first, *others = form.stages
    assert [stage_of(role, first) for role in ("primary", "judge")] == [first.name, first.name]
    assert {form.stage(stage_of(role, first)) for role in ("third", "voter", "expert")} <= {first, *others}
    assert form.stage(stage_of("machine", first)).of == ITEM  # of which a program said something
    assert (first.after, {stage.after for stage in others}) in [("", {first.name}), ("", set())]
    assert all(bool(stage.items) == (stage.of == ITEM) for stage in form.stages)
    assert first.entry == "" or form.is_whole
    assert {task.entry for task in first.tasks} <= {
        "",
        first.entry,
    }  # entries of one kind, which are the question's


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_a_role_is_a_stage_and_whether_somebody_is_primary_both_ways(form: Form) -> None:
    assert set(form.stages) <= set(STAGES)
    names = {stage.name for stage in (*form.stages, PROGRAMS)}
    kinds = {(name, False) for name in names} | {(form.first.name, True)}
    roles = {role_of(*kind) for kind in kinds}
    assert roles <= {"primary", "judge", "third", "voter", "expert", "machine"}
    assert {(stage_of(role, form.first), role == "primary") for role in roles} == kinds


def test_evaluations_are_found_in_their_folder_and_listed_by_age() -> None:
    five = ["trec8", "series2004", "tac2008", "respubliqa2010", "nq"]
    assert [slug for slug in evaluations.TRACKS if slug in five] == five


def test_a_form_done_in_other_stages_is_scored_as_the_same() -> None:
    stage = Stage("support", "answers", ITEM, (GRADES,), ANSWER)
    form = ANSWERS.done_in(stage)
    assert (form.first, form) == (stage, ANSWERS)


def test_the_pools_of_a_track_hold_the_items_that_its_stages_name() -> None:
    kinds = {name: track.item_kinds for name, track in evaluations.TRACKS.items()}
    assert kinds.pop("nq") == {ANNOTATED}
    assert set(kinds.values()) == {frozenset({ANSWER})}


def test_nothing_asks_which_form_a_question_has() -> None:
    assert _places(ASKED) == []


def test_nothing_asks_for_the_role_of_an_assignment_but_its_stage() -> None:
    found = {place.partition(":")[0] for place in _places(ROLE_ASKED)}
    assert found == {
        "assessment/people/models/limits.py",  # a role in a campaign
        "scoring/records.py",  # a row of a file, which has only the role
        "templates/campaigns/people.html",  # roles in a campaign
    }


def _places(asked: re.Pattern[str]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{number}"
        for folder in ("scoring", "assessment", "assize", "templates")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in (".py", ".html")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if asked.search(line)
    ]
