"""Nor does anybody at the other phases of a campaign, in other forms of judging, or by mail."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from assessment.notices.models import Notice
from tests.blindness.addresses import all_patterns
from tests.blindness.bundles import FORMS
from tests.blindness.phases import Phase
from tests.blindness.planting import Plant
from tests.blindness.proof import SOME, forbidden, planted_is_found
from tests.blindness.scene import build
from tests.blindness.secrets import found_in
from tests.blindness.table import may_see
from tests.blindness.twins import differing
from tests.blindness.who import Who
from tests.sizes import FULL

# The answers are the same on both databases.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

# Others at a few addresses each; `make proof` walks everybody at every phase.
AT_SOME: list[tuple[str, Phase, str, Sequence[str]]] = [
    (
        "answers",
        Phase.RELEASED,
        Who.TEAM_A,
        (
            *(
                "judging:my-work",
                "results:results",
                "results:version",
                "results:qrels",
                "results:judged-runs",
                "results:book",
            ),
            *("results:run-answers", "results:changes", "submissions:own-team", "submissions:run"),
            *("submissions:run-file", "submissions:receipt", "api:scores", "api:runs", "api:teams"),
        ),
    ),
    (
        "answers",
        Phase.SHARED,
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
        Phase.ADJUDICATING,
        Who.ADJUDICATOR,
        ("results:board", "judging:adjudicate", "judging:adjudicate-question", "api:disputes", "api:people"),
    ),
    (
        "series",
        Phase.ADJUDICATING,
        Who.ADJUDICATOR,
        ("results:board", "campaigns:search", "privacy:own-data-file"),
    ),
    (
        "spans",
        Phase.JUDGING,
        Who.FIRST,
        (
            "judging:training",
            "judging:training-try",
            "judging:training-annotation",
            "judging:training-finish",
        ),
    ),
    (
        "series",
        Phase.NAMELESS,
        Who.TEAM_B,
        (
            "results:version",
            "results:judged-runs",
            "results:book",
            "results:own-runs",
            "results:run-answers",
            "api:scores",
        ),
    ),
    (
        "answers",
        Phase.DELETING,
        Who.ORGANIZER,
        ("judging:my-work", "campaigns:list", "results:board", "api:campaigns"),
    ),
    (
        "answers",
        Phase.WITHDRAWN,
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
        *("classes", "nugget-list", "search"),
    )
)
AT_OTHER_PHASES = [plant for plant in SOME if (plant.form, plant.phase) != ("answers", Phase.JUDGING)]


@pytest.mark.parametrize(("form", "phase", "who", "only"), AT_SOME)
def test_some_addresses_show_others_nothing_either(
    form: str, phase: Phase, who: str, only: Sequence[str], tmp_path: Path
) -> None:
    assert {found.name for found in all_patterns()} >= set(only)
    assert not forbidden(build(form, phase, tmp_path), who, only, most=1)


@pytest.mark.parametrize("form", FORM_BY_FORM)
def test_judging_meets_nothing_that_the_table_does_not_allow(form: str, tmp_path: Path) -> None:
    assert not forbidden(build(form, Phase.JUDGING, tmp_path), Who.FIRST, JUDGING, most=2 if FULL else 1)


@pytest.mark.parametrize("form", ["answers", "nuggets", "spans"] if FULL else ["nuggets"])
def test_what_an_assessor_is_told_is_the_same_whatever_others_said(form: str, tmp_path: Path) -> None:
    assert not differing(build(form, Phase.JUDGING, tmp_path), Who.FIRST, JUDGING, most=1)


@pytest.mark.parametrize("phase", [Phase.OPEN, Phase.SHARED])
def test_mail_tells_nobody_what_the_table_does_not_allow(phase: Phase, tmp_path: Path) -> None:
    scene = build("answers", phase, tmp_path)
    who: dict[int | None, str] = {account.pk: name for name, account in scene.accounts.items()}
    rows = Notice.objects.filter(account__isnull=False)
    assert rows.count() > 4
    for row in rows:
        for secret in found_in(f"{row.subject}\n{row.text}".encode()):
            assert may_see(who[row.account_id], secret, phase), (row.subject, secret)


@pytest.mark.parametrize("plant", AT_OTHER_PHASES, ids=lambda plant: plant.name)
def test_a_leak_is_found(plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = build(plant.form, plant.phase, tmp_path)
    assert planted_is_found(plant, scene, monkeypatch, most=1)
