"""An installation made by the product's commands and pages, served from requirements.txt alone."""

import json
import re
import threading
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from shutil import make_archive
from typing import NamedTuple

from django.conf import settings

from tests.at_work import material
from tests.at_work.browser import Browser
from tests.at_work.person import PASSWORD
from tests.jobs.site import Site as Processes
from tests.real.journey import read_rows
from tests.real.site import Site as Commands
from tests.users import users_python

ADMIN = "root"
ELSEWHERE = ("east", "north", "west")  # who judged the archive, without accounts
DOCKERFILE = Path(settings.BASE_DIR, "Dockerfile")


class Size(NamedTuple):
    """How much there is to do, and for how many."""

    facts: tuple[int, int, int]  # questions, runs, late runs
    archive: tuple[int, int, int]
    series: tuple[int, int, int]  # series, runs, strings of a run for a list
    judges: tuple[int, int]  # of facts, of series
    real_browsers: int
    readers: int
    judges_a_question: int
    pace: tuple[float, float]  # seconds from one save to the next, at least and at most
    arrivals: float  # seconds between two people
    look: float  # seconds between two looks at a job
    seconds: float = 0.0  # of work, at least
    saves: int = 1  # of everybody, at least
    rounds: int = 0  # of everything that organizers do; 0: until the day is over

    @property
    def assessors(self) -> list[tuple[str, str]]:
        """Names with their campaigns; those in real browsers come first, and judge facts."""
        facts, series = self.judges
        return [
            *((f"judge{n + 1}", "facts") for n in range(facts)),
            *((f"lister{n + 1}", "series") for n in range(series)),
        ]

    @property
    def organizers(self) -> list[tuple[str, str]]:
        readers = [(f"reader{n + 1}", "facts") for n in range(self.readers)]
        return [("omar", "facts"), ("ida", "archive"), ("sven", "series"), *readers]


class Installation(Processes):
    """Web, workers and Redis as an installation runs them, over one database, and the commands given there."""

    def __init__(self, folder: Path, *, postgres: bool) -> None:
        super().__init__(folder, postgres=postgres, redis=postgres)
        self.python = str(users_python())
        self.commands = Commands(folder, folder, self.database)
        self.environment |= {
            "DJANGO_SETTINGS_MODULE": "assize.settings",
            "ASSIZE_DATA_DIR": self.commands.environment["ASSIZE_DATA_DIR"],
            "ASSIZE_SECRET_KEY": self.commands.environment["ASSIZE_SECRET_KEY"],
            "ASSIZE_COLLECTION_ROOTS": str(folder),
        }
        del self.environment["ASSIZE_JOB_LEASE"]
        self.late: dict[str, list[Path]] = {}
        self.judgments: list[Path] = []
        self.bundle = folder
        self._one_command = threading.Lock()

    def __enter__(self) -> "Installation":
        self._warm = ExitStack()
        self._warm.enter_context(self.commands.warm())
        return self

    def __exit__(self, *raised: object) -> None:
        super().__exit__(*raised)
        self._warm.close()

    def give(self, *arguments: str) -> None:
        """Give a command, one at a time."""
        with self._one_command:
            self.commands.command(*arguments)

    def export(self, slug: str) -> Path:
        """Export a campaign, and say where."""
        with self._one_command:
            return self.commands.export(slug)

    def command(self, name: str) -> list[str]:
        """SQLite in one process, PostgreSQL in two, as in the container."""
        if name == "redis":
            return super().command(name)
        if name == "web":
            return served(self.python, self.port, processes=2 if self.postgres else 1)
        return [self.python, "-m", "assize.worker", "--concurrency", "2", "--loglevel", "INFO"]

    @property
    def groups(self) -> list[int]:
        """The groups of the site's own processes."""
        return [process.pid for name, process in self.processes.items() if name != "redis"]

    # What is there before people come

    def furnish(self, size: Size) -> None:
        """Campaigns with questions, documents, runs and pools; the archive's judgments as files."""
        facts = material.facts(
            self.folder / "facts", questions=size.facts[0], runs=size.facts[1], late=size.facts[2]
        )
        archive = material.facts(
            self.folder / "archive", questions=size.archive[0], runs=size.archive[1], late=size.archive[2]
        )
        lists = material.series(
            self.folder / "series", series=size.series[0], runs=size.series[1], strings=size.series[2]
        )
        self.late = {"facts": facts.late, "archive": archive.late}
        files = material.documents(self.folder, [facts, lists])
        site = self.commands
        site.command("import_collection", str(files), "--format", "newswire", "--slug", "papers")
        site.create("facts", "trec8", "papers", f"judges={size.judges_a_question}")
        site.create("series", "series2004", "papers")
        site.create("archive", "trec8", "")
        for slug, given in (("facts", facts), ("series", lists), ("archive", archive)):
            site.command("import_questions", slug, str(given.questions))
            for file in given.runs:
                site.command("submit_run", slug, str(file), "--team", file.stem[:6], *_length(slug))
            site.command("pool", slug)
        self._past_work()

    def _past_work(self) -> None:
        """Judgments made elsewhere: files for the archive, and a copy of it, the vault, that holds some of them."""
        site = self.commands
        site.command("assign", "archive", "--assessors", ",".join(ELSEWHERE))
        bundle = site.export("archive")
        pool = read_rows(bundle / "pool.csv")
        self.judgments = material.judgment_files(self.folder / "judgments", pool, ELSEWHERE)
        (some,) = material.judgment_files(self.folder / "some", pool, ELSEWHERE[:1])[:1]
        site.command("import_bundle", str(bundle), "--slug", "vault")
        site.command("import_judgments", "vault", str(some))
        self.bundle = Path(make_archive(str(self.folder / "vault"), "zip", site.export("vault")))

    def invite(self, size: Size) -> None:
        """Everybody gets an account, and the assessors their questions."""
        self.invite_people(size)
        for slug in ("facts", "series"):
            self.give("assign", slug)

    def invite_people(self, size: Size) -> None:
        """Everybody gets an account by a link, as on a real site."""
        self.add_account(ADMIN, PASSWORD)
        admin = Browser(self.port)
        admin.open()
        admin.get("/sign-in/")
        admin.post("/sign-in/", {"username": ADMIN, "password": PASSWORD})
        for role, people in (("assessor", size.assessors), ("organizer", size.organizers)):
            for name, slug in people:
                page = admin.post(
                    f"/campaigns/{slug}/people/invite/",
                    {"invite-name": name, "invite-roles": role, "name": name, "roles": role},
                )
                _accept(self.port, _link(page.text), name)
        admin.close()


def served(python: str, port: int, processes: int) -> list[str]:
    """The command of the container, on a port of this machine alone."""
    line = re.search(r"^CMD (\[.*\])$", DOCKERFILE.read_text(), re.MULTILINE)
    assert line, "the Dockerfile starts nothing"
    _, *options = json.loads(line[1])
    return ["env", f"PORT={port}", f"ASSIZE_PROCESSES={processes}", python, *options]


def _length(slug: str) -> Iterable[str]:
    return () if slug == "series" else ("--length", "50")


def _link(page: str) -> str:
    found = re.search(r"/invitations/[\w:-]+/", page)
    assert found, f"no link on the page: {page[:2000]}"
    return found[0]


def _accept(port: int, link: str, name: str) -> None:
    browser = Browser(port)
    browser.get(link)
    browser.post(link, {"username": name, "password": PASSWORD})
    assert "sessionid" in browser.cookies, f"{name} got no account by {link}"
    browser.close()
