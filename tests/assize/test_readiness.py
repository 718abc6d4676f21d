"""/readyz: not ready without the right tables, Redis and a worker where there is a queue, and documents that can be read."""

from pathlib import Path
from typing import Any

import psycopg2
import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.utils import timezone

from assessment.jobs.services import presence, regularly
from documents.models import Collection
from tests import services
from tests.client import Client
from tests.factory import make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _heard_of_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "_last_seen", -1_000.0)


def asked() -> tuple[int, str]:
    """Status and text."""
    answer = Client().get("/readyz")
    return answer.status_code, answer.content.decode()


def test_a_whole_site_is_ready() -> None:
    assert asked() == (200, "ready\n")
    assert Client().post("/readyz").status_code == 405


def test_a_database_that_goes_away_between_two_questions_is_named_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever watches the site reads a line for each reason, and no page."""

    def gone() -> list[str]:
        closed = "server closed the connection unexpectedly"
        raise OperationalError(closed) from psycopg2.OperationalError(closed)

    monkeypatch.setattr("assize.readiness.applied_migrations", gone)
    monkeypatch.setattr(connection, "close", lambda: None)  # which holds what this test stored
    status, text = asked()
    assert (status, text.partition(":")[0]) == (503, "database_away")
    assert text.count("\n") == 1


@pytest.mark.both_databases
def test_migrations_that_are_missing_or_unknown_are_named() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'jobs'")
        status, text = asked()
        assert (status, text.partition(":")[0]) == (503, "migrations_missing")
        assert "jobs.0001_release" in text
        for name, words in (("0999_later", "jobs.0999_later"), ("0001_initial", "before the first release")):
            sql = "INSERT INTO django_migrations (app, name, applied) VALUES ('jobs', %s, %s)"
            cursor.execute(sql, (name, timezone.now()))
            status, text = asked()
            assert (status, text.partition(":")[0], text.count("\n")) == (503, "migrations_unknown", 1)
            assert words in text


@pytest.mark.both_databases
def test_documents_of_campaigns_at_work_must_be_readable(tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    Collection.objects.create(slug="texts", title="Texts", path=str(folder), held=True)
    Collection.objects.create(slug="ids", title="Ids")
    assert asked()[0] == 200  # nobody uses it
    campaign = make_campaign(collection_slug="texts")
    assert asked() == (
        503,
        "documents_away: The folder of the collection texts cannot be read on this machine.\n",
    )
    folder.mkdir()
    assert asked()[0] == 200
    folder.rmdir()
    campaign.archived_at = timezone.now()
    campaign.save()
    assert asked()[0] == 200


def test_a_queue_needs_redis_and_a_worker_that_was_seen(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert asked() == (503, "redis_away: Redis does not answer: see ASSIZE_REDIS_URL.\n")
    settings.REDIS_URL = services.redis_url()
    settings.JOB_SENDER = "assize.celery.send"
    cache.delete("jobs:worker-seen")
    status, text = asked()
    assert (status, text.partition(":")[0]) == (503, "no_worker")
    every, say_so = regularly._works["jobs.presence"]  # what each worker calls
    assert every < presence.LASTS / 2
    say_so()
    assert asked()[0] == 200
    cache.delete("jobs:worker-seen")
    assert asked()[0] == 200  # Redis was emptied: workers say it again in a moment
    heard = presence._last_seen
    monkeypatch.setattr(presence, "_last_seen", heard - 2 * every)
    assert asked()[0] == 503


def test_without_a_queue_nobody_says_anything() -> None:
    cache.delete("jobs:worker-seen")
    presence.say_so()
    assert not presence.was_seen()


@pytest.mark.both_databases
def test_what_healthz_says_is_said_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assessment.shared.outages.is_disk_full", lambda: True)
    status, text = asked()
    assert (status, text.partition(":")[0]) == (503, "disk_full")
