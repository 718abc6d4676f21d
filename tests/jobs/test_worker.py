"""A worker on Redis works until it is told to stop, whatever happens to Celery's own process."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.jobs.site import PATIENCE, Site, wait_for
from tests.users import users_python


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site on Redis, without workers."""
    with Site(tmp_path_factory.mktemp("site"), postgres=False, redis=True) as made:
        made.start("redis", "web")
        made.wait_until_up()
        yield made


def test_a_worker_of_celery_that_ended_is_started_again(site: Site) -> None:
    site.start("worker1")
    site.wait_until_working("worker1")
    celery = site.celery_of("worker1")
    os.kill(celery, signal.SIGKILL)
    site.ask("whole", "after", 3, 0.0)
    wait_for(site.all_ended, "the job is done by another worker of Celery")
    assert site.states() == {"after": ["done"]}, site.logs()
    assert site.celery_of("worker1") != celery
    site.kill("worker1")


def test_a_worker_that_is_told_to_stop_ends_with_its_celery(site: Site) -> None:
    site.start("worker2", "worker3")
    for name in ("worker2", "worker3"):
        site.wait_until_working(name)
    told = {name: (site.celery_of(name), site.processes.pop(name)) for name in ("worker2", "worker3")}
    told["worker2"][1].terminate()  # as a service manager does
    os.killpg(told["worker3"][1].pid, signal.SIGINT)  # as a terminal does
    for celery, worker in told.values():
        assert worker.wait(PATIENCE) == 0, site.logs()
        assert not Path(f"/proc/{celery}").exists()


def worker(*options: str, redis: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(users_python()), "-m", "assize.worker", *options],
        cwd=settings.BASE_DIR,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "assize.settings", "ASSIZE_REDIS_URL": redis},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_redis_a_worker_says_what_to_run() -> None:
    ended = worker(redis="")
    assert ended.returncode == 1
    assert "ASSIZE_REDIS_URL" in ended.stderr
    assert "run_jobs" in ended.stderr


def test_options_that_celery_does_not_know_end_the_worker() -> None:
    ended = worker("--no-such-option", redis="redis://127.0.0.1:1/0")
    assert ended.returncode == 2
    assert "No such option" in ended.stderr
