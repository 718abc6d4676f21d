"""Nobody meets a canary that the table of access does not let them see: at any address, in any answer, in any mail."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from assessment.notices.models import Notice
from tests.blindness.addresses import all_patterns
from tests.blindness.bundles import FORMS
from tests.blindness.planting import Plant
from tests.blindness.plants import FIVE, MORE
from tests.blindness.plants_of_roles import OF_ROLES
from tests.blindness.proof import forbidden, planted_is_found
from tests.blindness.scene import build
from tests.blindness.secrets import found_in
from tests.blindness.stages import Stage
from tests.blindness.table import may_see
from tests.blindness.twins import differing
from tests.blindness.who import Who
from tests.sizes import FULL

# The answers are the same on both databases.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

# Others at a few addresses each; `make proof` walks everybody at every stage.
AT_SOME: list[tuple[str, Stage, str, Sequence[str]]] = [
    (
        "answers",
        Stage.RELEASED,
        Who.TEAM_A,
        (
            *(
                "judging:my-work",
                "results:results",
                "results:version",
                "results:qrels",
                "results:judged-runs",
            ),
            *("results:run-answers", "results:changes", "submissions:own-team", "submissions:run"),
            *("submissions:run-file", "submissions:receipt", "api:scores", "api:runs"),
        ),
    ),
    (
        "answers",
        Stage.SHARED,
        Who.NOBODY,
        (
            "results:results",
            "results:version",
            "results:leaderboard-file",
            "results:exports",
            "submissions:register",
        ),
    ),
    (
        "answers",
        Stage.ADJUDICATING,
        Who.ADJUDICATOR,
        ("results:board", "judging:adjudicate", "judging:adjudicate-question", "api:disputes", "api:people"),
    ),
    (
        "answers",
        Stage.JUDGING,
        Who.FOREIGN,
        ("jobs:job", "judging:person", "judging:adjudicate-question", "submissions:team"),
    ),
    ("answers", Stage.JUDGING, Who.MANY, ("judging:judge", "judging:item-history", "api:items")),
    (
        "series",
        Stage.NAMELESS,
        Who.TEAM_B,
        ("results:version", "results:judged-runs", "results:run-answers", "api:scores"),
    ),
    (
        "answers",
        Stage.DELETING,
        Who.ORGANIZER,
        ("judging:my-work", "campaigns:list", "results:board", "api:campaigns"),
    ),
    (
        "answers",
        Stage.WITHDRAWN,
        Who.TEAM_A,
        ("judging:my-work", "results:results", "results:version", "api:scores"),
    ),
]
FORM_BY_FORM = sorted(set(FORMS) - {"answers"})
# Where an assessor judges; the forms of these pages are sent too.
JUDGING = tuple(
    f"judging:{name}"
    for name in (
        *("my-work", "judge", "judge-document", "item-history", "save", "undo", "ending", "finish"),
        *("classes", "nugget-list"),
    )
)
SOME = (*FIVE, *MORE[1::12], *OF_ROLES[::8])  # `make proof` plants them all


def test_an_assessor_who_goes_everywhere_meets_nothing_that_the_table_does_not_allow(tmp_path: Path) -> None:
    assert not forbidden(build("answers", Stage.JUDGING, tmp_path), Who.FIRST, most=1)


@pytest.mark.parametrize(("form", "stage", "who", "only"), AT_SOME)
def test_some_addresses_show_others_nothing_either(
    form: str, stage: Stage, who: str, only: Sequence[str], tmp_path: Path
) -> None:
    assert {found.name for found in all_patterns()} >= set(only)
    assert not forbidden(build(form, stage, tmp_path), who, only, most=1)


def test_programs_meet_what_their_tokens_are_for(tmp_path: Path) -> None:
    scene = build("answers", Stage.JUDGING, tmp_path)
    only = [found.name for found in all_patterns() if found.name.startswith("api:")]
    assert not forbidden(scene, Who.MANY_ASSESSING, only, most=1)  # `make proof` tries all


@pytest.mark.parametrize("form", FORM_BY_FORM)
def test_judging_meets_nothing_that_the_table_does_not_allow(form: str, tmp_path: Path) -> None:
    assert not forbidden(build(form, Stage.JUDGING, tmp_path), Who.FIRST, JUDGING, most=2)


@pytest.mark.parametrize("turn", ["numbers", "names"])
def test_a_desk_tells_neither_how_many_others_there_are_nor_how_they_are_called(
    turn: str, tmp_path: Path
) -> None:
    scene = build("answers", Stage.JUDGING, tmp_path)
    assert not differing(scene, Who.FIRST, ("judging:my-work", "judging:judge", "api:items"), 1, turn)


@pytest.mark.parametrize("form", ["answers", "nuggets", "spans"] if FULL else ["nuggets"])
def test_what_an_assessor_is_told_is_the_same_whatever_others_said(form: str, tmp_path: Path) -> None:
    assert not differing(build(form, Stage.JUDGING, tmp_path), Who.FIRST, JUDGING, most=1)


@pytest.mark.parametrize("stage", [Stage.OPEN, Stage.SHARED])
def test_mail_tells_nobody_what_the_table_does_not_allow(stage: Stage, tmp_path: Path) -> None:
    scene = build("answers", stage, tmp_path)
    who: dict[int | None, str] = {account.pk: name for name, account in scene.accounts.items()}
    rows = Notice.objects.filter(account__isnull=False)
    assert rows.count() > 4
    for row in rows:
        for secret in found_in(f"{row.subject}\n{row.text}".encode()):
            assert may_see(who[row.account_id], secret, stage), (row.subject, secret)


@pytest.mark.parametrize("plant", SOME, ids=lambda plant: plant.name)
def test_a_leak_is_found(plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert planted_is_found(plant, tmp_path, monkeypatch, most=1)
