"""The guard over SQL statements: silent when the number is the committed one, telling when it is not."""

import json
from pathlib import Path

import pytest
from django.conf import settings
from django.db import transaction

from assessment.people.models import Account
from tests import query_counts
from tests.query_counts import QueryCount

pytestmark = pytest.mark.django_db
NO_PAGES = {"decide an item", "report of a version"}  # a write, and a file of all that a campaign holds


@pytest.fixture(autouse=True)
def counts_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "query_counts.json"
    path.write_text(json.dumps({"a list": 2}), encoding="utf-8")
    monkeypatch.setattr(query_counts, "COUNTS_FILE", path)
    monkeypatch.delenv("ASSIZE_UPDATE_QUERY_COUNTS", raising=False)
    return path


def test_no_page_takes_more_than_any_page_may() -> None:
    counts = json.loads((settings.BASE_DIR / "query_counts.json").read_text(encoding="utf-8"))
    assert {
        name: n for name, n in counts.items() if n > query_counts.QUERIES_AT_MOST and name not in NO_PAGES
    } == {}


def _read_accounts(times: int) -> None:
    with transaction.atomic():
        for _ in range(times):
            list(Account.objects.all())


def test_the_committed_number_passes_and_transaction_control_is_not_counted(query_count: QueryCount) -> None:
    with query_count("a list"):
        _read_accounts(2)


@pytest.mark.parametrize(("name", "times"), [("a list", 1), ("a list", 3), ("an unknown list", 2)])
def test_another_number_fails_and_shows_the_statements(
    name: str, times: int, query_count: QueryCount
) -> None:
    with (
        pytest.raises(pytest.fail.Exception, match=f"took {times} SQL statements") as failure,
        query_count(name),
    ):
        _read_accounts(times)
    assert str(failure.value).count('FROM "people_account"') == times


def test_updating_writes_the_new_number_beside_the_others(
    query_count: QueryCount, counts_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSIZE_UPDATE_QUERY_COUNTS", "1")
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    with query_count("another list"):
        _read_accounts(1)
    assert json.loads(counts_file.read_text(encoding="utf-8")) == {"a list": 2, "another list": 1}


def test_several_processes_may_not_update(query_count: QueryCount, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSIZE_UPDATE_QUERY_COUNTS", "1")
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw0")
    with pytest.raises(pytest.fail.Exception, match="-n 0"), query_count("a list"):
        _read_accounts(1)
