"""A worker on Redis works until it is told to stop, and says why where it cannot start."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from pytest_django import Settings

from assize.address_space import CANNOT_START
from assize.worker import check_redis, check_settings
from tests.jobs.site import PATIENCE, Site, wait_for
from tests.users import users_python


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site on Redis, without workers."""
    with Site(tmp_path_factory.mktemp("site"), postgres=False, redis=True) as made:
        made.supervised = False
        made.start("redis", "web")
        made.wait_until_up()
        yield made


def test_a_worker_that_is_told_to_stop_finishes_its_jobs_and_ends(site: Site) -> None:
    site.start("worker2", "worker3")
    for name in ("worker2", "worker3"):
        site.wait_until_working(name)
    names = ["first", "second", "third", "fourth"]  # each worker does two at a time
    for name in names:
        site.ask("held", name, 30, 0.1)
    wait_for(lambda: site.states() == {name: ["running"] for name in names}, "both work")
    served, typed = (site.processes.pop(name) for name in ("worker2", "worker3"))
    served.terminate()  # as a service manager does
    os.killpg(typed.pid, signal.SIGINT)  # as a terminal does
    wait_for(
        lambda: all("Warm shutdown" in site.log(name) for name in ("worker2", "worker3")),
        "neither takes anything more",
    )
    (site.folder / "go").touch()
    assert served.wait(PATIENCE) == 0, site.logs()
    assert typed.wait(PATIENCE) == 1, site.logs()  # Celery's code for Ctrl+C
    assert site.states() == {name: ["done"] for name in names}, site.logs()
    assert all(site.rows(name) == list(range(30)) for name in names)


def worker(*options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A worker that cannot start, until it ends."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ASSIZE_")} | {
        "DJANGO_SETTINGS_MODULE": "assize.settings",
        "ASSIZE_SECRET_KEY": "the tests need no secret",
        "ASSIZE_REDIS_URL": NO_REDIS,
    }
    return subprocess.run(
        [str(users_python()), "-m", "assize.worker", *options],
        cwd=site_settings.BASE_DIR,
        env=environment | variables,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


NO_REDIS = "redis://127.0.0.1:1/0"


def refusal(check: Callable[[], None], capsys: pytest.CaptureFixture[str]) -> str:
    """What a worker says that gives up at once, with the exit code for its configuration."""
    with pytest.raises(SystemExit) as ended:
        check()
    assert ended.value.code == CANNOT_START
    return capsys.readouterr().err.strip()


def test_without_a_redis_a_worker_says_what_to_run(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.REDIS_URL = ""
    sentence = refusal(check_settings, capsys)
    assert "ASSIZE_REDIS_URL" in sentence
    assert "run_jobs" in sentence


def test_options_that_celery_does_not_know_end_the_worker() -> None:
    ended = worker("--no-such-option")
    assert ended.returncode == 2
    assert "No such option" in ended.stderr


def said(ended: subprocess.CompletedProcess[str]) -> str:
    """The last thing a worker said; it has given up at once, with the exit code for its configuration."""
    assert ended.returncode == CANNOT_START, ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr
    return ended.stderr.strip().splitlines()[-1]


def test_a_module_that_is_missing_is_named(tmp_path: Path) -> None:
    """As it was before requirements.txt listed what Celery needs for Redis."""
    hidden = "raise ModuleNotFoundError(\"No module named 'packaging'\", name='packaging')"
    (tmp_path / "packaging.py").write_text(hidden, encoding="ascii")
    sentence = said(worker(PYTHONPATH=str(tmp_path)))
    assert sentence.startswith("The worker cannot start: a module is missing")
    assert "packaging" in sentence
    assert "requirements.txt" in sentence


@pytest.mark.parametrize("url", ["redis-server:6379", "http://127.0.0.1/0", "redis://127.0.0.1:port/0"])
def test_an_address_that_is_none_of_a_redis_is_named(
    url: str, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.REDIS_URL = url
    assert "ASSIZE_REDIS_URL is no address of a Redis" in refusal(check_redis, capsys)


def test_a_redis_that_refuses_is_named(
    redis_url: str, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.REDIS_URL = f"{redis_url.rpartition('/')[0]}/9999"
    assert "Redis refuses ASSIZE_REDIS_URL" in refusal(check_redis, capsys)


def test_a_database_url_that_is_none_is_named() -> None:
    assert "names neither SQLite nor PostgreSQL" in said(worker(ASSIZE_DATABASE_URL="mysql://host/assize"))


def test_a_database_that_cannot_be_used_is_waited_for_and_then_named(tmp_path: Path) -> None:
    """Without waiting here, as nobody will make the tables."""
    code = "from assize import worker; worker.DATABASE_PATIENCE = 0; worker.main()"
    ended = subprocess.run(
        [str(users_python()), "-c", code],
        cwd=site_settings.BASE_DIR,
        env=os.environ
        | {
            "DJANGO_SETTINGS_MODULE": "assize.settings",
            "ASSIZE_REDIS_URL": NO_REDIS,
            "ASSIZE_DATABASE_URL": f"sqlite:///{tmp_path}/none.sqlite3",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert "python manage.py migrate" in said(ended)
    assert "Redis does not answer yet" in ended.stdout
