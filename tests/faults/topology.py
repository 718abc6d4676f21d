"""The installation of docker-compose.yml as plain processes, behind a proxy: started, killed, and started again by name."""

from collections.abc import Callable
from pathlib import Path

import yaml

from tests.at_work import material
from tests.at_work.installation import Installation, Size, served
from tests.faults.proxy import Proxy
from tests.faults.servers import Postgres
from tests.jobs.site import free_port, started_again
from tests.users import ROOT

COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))["services"]
WEBS, WORKERS = ("web1", "web2"), ("worker1", "worker2")
LEASE = 3.0  # seconds; ASSIZE_JOB_LEASE


class Topology(Installation):
    """PostgreSQL, Redis, two web processes and two workers, each as its container is started; a proxy before them."""

    processes_of_site: tuple[str, ...] = ("redis", *WEBS, *WORKERS)

    def __init__(self, folder: Path, postgres: Postgres | None) -> None:
        super().__init__(folder, postgres=postgres is not None)
        self.server = postgres
        self.ports = {name: free_port() for name in WEBS}
        self.proxy = Proxy(self.port, list(self.ports.values()))
        self.environment |= {
            "DJANGO_SETTINGS_MODULE": "tests.jobs.ground.settings",
            "ASSIZE_JOB_LEASE": str(LEASE),
            "ASSIZE_TRUSTED_PROXIES": "1",
        }

    def __enter__(self) -> "Topology":
        super().__enter__()
        self.proxy.__enter__()
        return self

    def __exit__(self, *raised: object) -> None:
        self.proxy.__exit__()
        super().__exit__(*raised)

    def command(self, name: str) -> list[str]:
        """The command of the container."""
        if name in WEBS:
            return served(self.python, self.ports[name], processes=1)
        if name in WORKERS:
            _, *rest = COMPOSE["worker"]["command"]
            return started_again([self.python, *rest, "-n", f"{name}@%h"])
        _, *rest = COMPOSE["redis"]["command"]
        return [*super().command(name), *rest]

    def start_all(self) -> None:
        """Everything, until pages come and workers work."""
        self.start(*self.processes_of_site)
        self.wait_until_up()
        for name in set(self.processes_of_site) & set(WORKERS):
            self.wait_until_working(name)

    def furnish(self, size: Size) -> None:
        """A campaign with questions, documents and runs, but for the run that somebody will submit by page."""
        facts = material.facts(self.folder / "facts", questions=size.facts[0], runs=size.facts[1], late=1)
        self.late = {"facts": facts.late}
        files = material.documents(self.folder, [facts])
        site = self.commands
        site.command("import_collection", str(files), "--format", "newswire", "--slug", "papers")
        site.create("facts", "trec8", "papers", f"judges={size.judges_a_question}")
        site.command("import_questions", "facts", str(facts.questions))
        for run in facts.runs:
            site.command("submit_run", "facts", str(run), "--team", run.stem[:6], "--length", "50")


class OnSqlite(Topology):
    """Two web processes on one file, with the process that does jobs beside them: `assize.serve` alone."""

    processes_of_site = ("web1",)

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, None)
        self.ports = {"web1": self.ports["web1"]}
        self.proxy.upstream = list(self.ports.values())
        self.proxy.passed = dict.fromkeys(self.proxy.upstream, 0)
        self.environment |= {"ASSIZE_PROCESSES": "2", "PORT": str(self.ports["web1"])}

    def command(self, name: str) -> list[str]:
        """The manual's, for one machine."""
        return [self.python, "-m", "assize.serve", "--without-demo"]


Act = Callable[[Topology], None]
