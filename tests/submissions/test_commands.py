"""Runs by commands: what organizers do on pages."""

import pytest

from assessment.submissions.models import Run, RunState
from tests.commands import GOLDEN, refusal, run

pytestmark = pytest.mark.django_db


def test_a_run_is_withdrawn() -> None:
    run("import_bundle", str(GOLDEN / "trec8_small"), "--slug", "facts")
    first = Run.objects.filter(campaign__slug="facts").order_by("run_id")[0]
    assert run("withdraw_run", "facts", first.run_id) == (
        f"{first.run_id} was withdrawn. Its file is kept, and no longer scored.\n"
    )
    first.refresh_from_db()
    assert first.state == RunState.WITHDRAWN
    assert refusal("withdraw_run", "facts", first.run_id).startswith("run_unknown: ")
