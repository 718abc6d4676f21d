"""docs/deployment.md, followed word for word with plain processes.

Its blocks are run as they are printed there; only folders, ports and addresses are replaced by those of the test. The
environment of requirements.txt alone is the ready one of the tests; with ASSIZE_PROOF=full the manual's own command
makes it anew from the package index.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator
from importlib.util import cache_from_source
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests import services
from tests.assize.keeping.browser import BehindProxy
from tests.assize.keeping.installation import manifest_of
from tests.jobs.site import free_port, wait_for
from tests.sizes import FULL
from tests.users import FOLDER, ROOT, users_python

PAGE = ROOT / "docs" / "deployment.md"
BLOCK = re.compile(r"^<!-- run([^\n]*?) ?-->\n```\w+\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
PASSWORD = "plain horse battery"
PACKAGES = ("assessment", "assize", "documents", "scoring")


def blocks_of(text: str, *, small: bool) -> list[tuple[str, str]]:
    """What is run of a manual, and how: for the small server, or for the large one."""
    found = [(what.strip(": "), block) for what, block in BLOCK.findall(text)]
    return [(what, block) for what, block in found if what.startswith("small") == small]


class Machine:
    """A machine on which somebody follows the manual; a `large` one has PostgreSQL and Redis."""

    def __init__(self, folder: Path, published: Path, *, large: bool) -> None:
        self.folder, self.port = folder, free_port()
        redis = services.start_redis() if large else "none here"
        self.socket = _socket_of(services.start_postgres()) if large else "none here"
        self.replaced = {
            "https://git.example.org/assize.git": str(published),
            "/srv/assize": str(folder / "srv"),
            "/var/lib/assize": str(folder / "lib"),
            "/var/backups/assize": str(folder / "backups"),
            "@127.0.0.1:5432/assize_practice": f"@/assize_practice?host={self.socket}",
            "@127.0.0.1:5432/assize": f"@/assize?host={self.socket}",
            "redis://127.0.0.1:6379/0": redis,
            "127.0.0.1:8000": f"127.0.0.1:{self.port}",
        }
        text = PAGE.read_text(encoding="utf-8")
        for there, here in self.replaced.items():
            assert there in text, f"the manual has no {there} any more"
            text = text.replace(there, here)
        self.blocks = blocks_of(text, small=False)
        self.small = [block for _, block in blocks_of(text, small=True)]
        self.processes: list[subprocess.Popen[bytes]] = []

    @property
    def environment(self) -> dict[str, str]:
        """A bare shell; `psql` meets the server as the user postgres does."""
        index = {name: text for name, text in os.environ.items() if name.startswith(("PIP_", "HTTP", "SSL_"))}
        return index | {
            "PATH": f"{os.environ['PATH']}:{services.find_postgres()}",
            "HOME": os.environ.get("HOME", str(self.folder)),  # pip's own settings are there
            "LANG": "C.UTF-8",
            "PGHOST": self.socket,
            "PGUSER": "postgres",
        }

    def follow(self, block: str, typed: str = "") -> str:
        """Give the commands of a block to a shell that ends at the first failure."""
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", block],
            input=typed,
            env=self.environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert done.returncode == 0, f"{block}\n{done.stdout}{done.stderr}"
        return done.stdout

    def start(self, unit: str, **more: str) -> None:
        """Do with a unit what systemd does: its environment, the file of it, ExecStart."""
        lines = dict(line.split("=", 1) for line in unit.splitlines() if "=" in line)
        given = Path(lines["EnvironmentFile"]).read_text(encoding="utf-8").splitlines()
        environment = {
            name: text for name, text in self.environment.items() if not name.startswith("PG")
        } | dict(line.split("=", 1) for line in given)
        environment |= dict(one.split("=", 1) for one in lines.get("Environment", "").split()) | more
        folder = lines["WorkingDirectory"]
        with (self.folder / f"{len(self.processes)}.log").open("wb") as log:
            self.processes.append(
                subprocess.Popen(
                    shlex.split(lines["ExecStart"]),
                    stdout=log,
                    stderr=log,
                    cwd=folder,
                    env=environment,
                    start_new_session=True,
                )
            )

    def stop(self) -> None:
        """End what was started."""
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def bring_packages(self) -> None:
        """What the manual's command would fetch, and the byte code of the same files, which they would be compiled to."""
        assert users_python().is_file()
        code = self.folder / "srv"
        (code / ".venv").symlink_to(FOLDER.resolve())
        for package in PACKAGES:
            for source in (ROOT / package).rglob("*.py"):
                _bring_compiled(source, code / source.relative_to(ROOT))


def _socket_of(url: str) -> str:
    return parse_qs(urlsplit(url).query)["host"][0]


def _bring_compiled(source: Path, copy: Path) -> None:
    compiled, there = Path(cache_from_source(source)), Path(cache_from_source(copy))
    if compiled.exists() and copy.exists():
        there.parent.mkdir(exist_ok=True)
        shutil.copy(compiled, there)
        os.utime(
            copy, ns=(0, source.stat().st_mtime_ns)
        )  # by which Python knows that it was made of this file


@pytest.fixture
def machine(tmp_path: Path, published: Path) -> Iterator[Machine]:
    """A bare machine with PostgreSQL and Redis, and the published code."""
    yield from _followed(Machine(tmp_path, published, large=True))


@pytest.fixture
def small_machine(tmp_path: Path, published: Path) -> Iterator[Machine]:
    """One with nothing but the published code."""
    yield from _followed(Machine(tmp_path, published, large=False))


def _followed(machine: Machine) -> Iterator[Machine]:
    (machine.folder / "backups").mkdir()
    yield machine
    machine.stop()


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the code can be cloned from."""
    folder = tmp_path_factory.mktemp("published") / "assize"
    _publish(folder)
    return folder


def _publish(folder: Path) -> None:
    """A repository of the files as they are now, but for the tests: no site has use for them, and they are most."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ".", ":!tests"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    who = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
    for command in (["init", "-q"], ["add", "-A"], [*who, "commit", "-q", "-m", "Publish"]):
        subprocess.run(["git", *command], cwd=folder, check=True)


def test_the_manual_followed_word_for_word(machine: Machine) -> None:
    blocks = iter(machine.blocks)

    def following(begins: str, typed: str = "") -> str:
        what, block = next(blocks)
        assert begins in block, "the manual's order has changed"
        if what == "ExecStart":
            machine.start(block, PORT=str(machine.port))
            return ""
        return machine.follow(block, typed)

    following("CREATE DATABASE assize ")
    _, block = next(blocks)
    assert block.startswith("git clone")
    if FULL:
        machine.follow(block)
    else:
        clone, rest = block.split("\n", 1)
        machine.follow(clone)
        machine.bring_packages()
        machine.follow(rest)  # finds every package in place
    following("assize.env")
    assert "Made the admin olga" in following("create_admin", typed=f"{PASSWORD}\n")
    following("assize.serve")
    following("assize.worker")
    _use(machine)
    said = following("manage.py backup")
    assert "is whole" in said
    following("assize_practice")
    assert "every table is as it was" in following("manage.py restore")
    assert next(blocks, None) is None
    content = manifest_of(machine.folder / "backups" / "today")
    assert (content["kind"], content["counts"]["accounts"]) == ("postgresql", 1)
    assert "harbour-ids" in machine.follow(
        'psql -d assize_practice -At -c "SELECT slug FROM documents_collection"'
    )


def test_the_small_server_is_set_up_as_the_large_one_but_for_a_few_lines() -> None:
    settings, unit = blocks_of(PAGE.read_text(encoding="utf-8"), small=True)
    large = blocks_of(PAGE.read_text(encoding="utf-8"), small=False)
    (others,) = (block for _, block in large if "assize.env <<" in block)
    assert _differing(settings[1], others) == (
        ["ASSIZE_PROCESSES"],
        ["ASSIZE_DATABASE_URL", "ASSIZE_REDIS_URL"],
    )
    (others,) = (block for _, block in large if "assize.serve" in block)
    assert _differing(unit[1], others) == (["After"], ["After", "Environment"])
    assert "ASSIZE_PROCESSES=2\n" in settings[1]
    assert "Environment=ASSIZE_HOST=127.0.0.1 PORT=8000 ASSIZE_PROCESSES=2\n" in others
    assert "\nAfter=network.target\n" in unit[1]


def _differing(one: str, other: str) -> tuple[list[str], list[str]]:
    """The names of the lines that only one of two blocks has."""
    these, those = one.splitlines(), other.splitlines()
    return (
        [line.split("=")[0] for line in these if line not in those],
        [line.split("=")[0] for line in those if line not in these],
    )


# What the walk above does not show of it is the few lines that the test above holds, and a site on SQLite in two
# processes beside the one that does jobs, which tests/assize/test_metrics.py and test_serve.py start and ask.
@pytest.mark.proof
def test_the_small_server_followed_word_for_word(small_machine: Machine) -> None:
    machine = small_machine
    _, code = machine.blocks[1]
    clone, _ = code.split("\n", 1)
    machine.follow(clone)
    machine.bring_packages()
    settings, unit = machine.small
    machine.follow(settings)
    (admin,) = (block for _, block in machine.blocks if "create_admin" in block)
    assert "Made the admin olga" in machine.follow(admin, typed=f"{PASSWORD}\n")
    machine.start(unit, PORT=str(machine.port))
    _use(machine)
    assert (machine.folder / "lib" / "assize.sqlite3").is_file()


def _use(machine: Machine) -> None:
    """Sign in through the proxy, and have the worker do a job."""
    browser = BehindProxy(machine.port, "assize.example.org")

    def is_up() -> bool:
        try:
            return browser.get("/healthz").status == 200
        except OSError:
            assert machine.processes[0].poll() is None, (machine.folder / "0.log").read_text()
            return False

    wait_for(is_up, "the web process answers")
    answer = browser.post("/sign-in/", {"username": "olga", "password": PASSWORD})
    assert (answer.status, answer.location) == (302, "/"), answer.text
    fields = {"what": "list", "list-slug": "harbour-ids"}
    answer = browser.upload("/collections/", fields, "list-file", "A-1\nA-2\nA-3\n")
    assert answer.status in (200, 302), answer.text
    looked_at = re.compile(r"/collections/\?check=(\d+)")
    wait_for(lambda: looked_at.search(browser.get("/collections/").text) is not None, "the list is looked at")
    (check,) = set(looked_at.findall(browser.get("/collections/").text))
    answer = browser.post(f"/collections/?import={check}", {})
    assert answer.status in (200, 302), answer.text
    wait_for(lambda: browser.get("/collections/harbour-ids/").status == 200, "the worker did the job")
    if len(machine.processes) > 1:
        said = (machine.folder / "1.log").read_text()
        assert "Importing a list of ids" in said or "jobs.run" in said
    # The second origin serves documents alone.
    documents = BehindProxy(machine.port, "documents.assize.example.org")
    assert documents.get("/sign-in/").status == 404
