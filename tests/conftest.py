"""What all tests share."""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from hypothesis import settings as hypothesis_settings

from assize.catalogs import compile_catalogs
from assize.garbage import keep_what_is_loaded, look_seldom
from documents import steps
from tests import services
from tests.client import Client
from tests.sizes import FULL, examples

pytest_plugins = ["tests.query_counts", "tests.scenes", "tests.failures", "tests.met", "tests.emptied"]

hypothesis_settings.register_profile("assize", deadline=None, max_examples=examples(100))
hypothesis_settings.register_profile(
    "assize-ci", hypothesis_settings.get_profile("assize"), derandomize=True, print_blob=True
)
hypothesis_settings.load_profile("assize-ci" if os.environ.get("CI") else "assize")

# Tests of a minute or so: begun first, so that at the end no worker waits for the other one.
LONG = (
    "tests/real/",
    "tests/proof/",
    "tests/journeys/",
    "tests/assize/demo/test_making.py",
    "tests/assize/keeping/",
    "tests/assize/test_new_tables.py",
    "tests/assize/test_postgresql_away.py",
    "tests/assize/test_serve.py",
    "tests/results/test_deletion.py",
    "tests/results/test_release_job.py",
    "tests/faults/test_weather.py",
    "tests/jobs/test_kills.py",
    "tests/documents/test_cut_off.py::test_killed_processes",
    "tests/browser/test_every_page.py",
    "tests/browser/test_whole_campaign.py",
    "tests/browser/test_attacks.py",
    "tests/browser/test_studies_page.py",
)

# Files that share a scene: a worker that has them one after the other makes it once.
SIDE_BY_SIDE = "tests/assize/demo/made/"

ON_POSTGRES = os.environ.get("ASSIZE_TEST_DATABASE") == "postgres"
collect_ignore = [] if FULL else ["proof"]


def pytest_configure(config: pytest.Config) -> None:
    """Makes the folder of this test run."""
    look_seldom()
    if not hasattr(config, "workerinput"):  # once, before any test reads a catalog
        compile_catalogs()
    settings.TEST_FOLDER.mkdir(mode=0o700, exist_ok=True)
    steps.SECONDS = 60  # long work in steps of one size, however slow the machine is: tests count statements


def pytest_unconfigure(config: pytest.Config) -> None:
    """Removes it when the first process, which named it, ends."""
    if not hasattr(config, "workerinput"):
        shutil.rmtree(settings.TEST_FOLDER, ignore_errors=True)


def pytest_report_header() -> list[str]:
    """Says which database, Redis and browser the tests meet, and what is left to another command."""
    left = (
        [] if FULL else ["left to make proof: tests/proof, what is marked proof, and everything at full size"]
    )
    if ON_POSTGRES and not FULL:
        left.append("left to make proof on this database: what is not marked both_databases")
    return [
        f"database: {settings.DATABASES['default']['ENGINE'].rpartition('.')[2]}",
        *services.describe(),
        *left,
    ]


def _uses_database(item: pytest.Item) -> bool:
    fixtures = {"db", "transactional_db", "live_server"}
    return item.get_closest_marker("django_db") is not None or bool(
        fixtures & set(getattr(item, "fixturenames", ()))
    )


def _is_browser_test(item: pytest.Item) -> bool:
    return "page" in getattr(item, "fixturenames", ())


def _meets_postgres(item: pytest.Item) -> bool:
    if item.get_closest_marker("one_database"):
        return False
    if not FULL:
        return _is_marked(item, "both_databases", "on_postgresql")
    return _uses_database(item) and not _is_browser_test(item)


def _is_marked(item: pytest.Item, *names: str) -> bool:
    return any(item.get_closest_marker(name) for name in names)


def _is_wanted(item: pytest.Item) -> bool:
    """Whether this run has a test: that of make proof all, make test each kind on the databases where it can tell something."""
    if ON_POSTGRES and not _meets_postgres(item):
        return False
    return FULL or not _is_marked(item, "proof", *(() if ON_POSTGRES else ("on_postgresql",)))


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """On PostgreSQL leaves unread what marks nothing: reading all tests takes as long as running those that are marked."""
    is_file = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    if ON_POSTGRES and not FULL and is_file:
        text = collection_path.read_text(encoding="utf-8")
        return not any(mark in text for mark in ("both_databases", "on_postgresql")) or None
    return None


def _place(item: pytest.Item) -> tuple[bool, bool]:
    is_long = item.nodeid.startswith(LONG) or _is_marked(item, "on_postgresql")  # these wait for leases
    return not is_long, not item.nodeid.startswith(SIDE_BY_SIDE)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begins with long tests, and leaves out what another run has."""
    items.sort(key=_place)  # else in the random order that they have
    wanted, left = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        (wanted if _is_wanted(item) else left).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = wanted


def pytest_collection_finish() -> None:
    """Thousands of tests and all modules stay to the end: looking through them for garbage again and again is in vain."""
    keep_what_is_loaded()


@pytest.fixture(autouse=True)
def _no_tries_of_other_tests() -> None:
    """Signing in counts tries by name in the cache, which all tests of a process share."""
    cache.clear()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Starts the system's Chromium."""
    return {**browser_type_launch_args, **services.chromium_options()}


@pytest.fixture
def client() -> Client:
    """Reads pages folded, in place of pytest-django's."""
    return Client()


@pytest.fixture(scope="session")
def redis_url() -> str:
    """The URL of a real Redis."""
    return services.redis_url()


@pytest.fixture(scope="session")
def postgres_url() -> str:
    """The URL of a real PostgreSQL; most tests meet it as the default database instead, in the second run."""
    return services.postgres_url()


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of published TREC files, from ASSIZE_REAL_DATA or beside the project; without it the test is skipped."""
    folder = Path(os.environ.get("ASSIZE_REAL_DATA") or settings.BASE_DIR.parent / "shared" / "data" / "trec")
    if not folder.is_dir():
        pytest.skip(f"no real TREC files in {folder}; name their folder in ASSIZE_REAL_DATA")
    return folder
