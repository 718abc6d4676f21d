"""The jobs beside: what organizers and admins have done while assessors judge."""

import re
import time
from collections.abc import Callable, Iterable
from functools import partial
from itertools import count
from pathlib import Path

from tests.at_work.browser import TROUBLE, Answer
from tests.at_work.installation import Installation
from tests.at_work.person import Person, Workplace

JOB = re.compile(r"[?&]job=(\d+)")
ACTIVE = re.compile(r'data-refresh="([^"]+)"')
IMPORTS = "/campaigns/archive/judgments/"
IMPORTED = re.compile(r"/campaigns/archive/imports/\d+/")
CONFIRM = re.compile(rf"{IMPORTS}\d+/import/")
BUNDLES = "/import/"
BUNDLE = re.compile(rf"{BUNDLES}\?import=\d+")
PAGES = ("assign", "pool", "runs", "results", "agreement", "people", "jobs")
DECLARED = {
    "team": "team00",
    "priority": "1",
    "automatic": "yes",
    "scope": "all",
    "length_limit": "50",
    "encoding": "utf-8",
    "action": "submit",
}
LONG = 600.0  # seconds; some pages do their work while the browser waits


class Organizer(Person):
    """Somebody who has one thing done after the other until the day is over; a round is everything once."""

    def __init__(
        self, name: str, workplace: Workplace, site: Installation, round_of: "Round", most: int
    ) -> None:
        super().__init__(name, workplace)
        self.site, self._round_of, self._most = site, round_of, most
        self.rounds = 0

    def work(self) -> None:
        """Do everything in turn."""
        self.browser.set_patience(LONG)
        for number in range(1, self._most + 1) if self._most else count(1):
            for thing in self._round_of(self, number):
                if self.workplace.over.is_set():
                    return
                thing()
                self.rest()
            self.rounds = number

    def look(self, *paths: str) -> None:
        """Open pages."""
        for path in paths:
            self.read("organizer's page", path)

    def do(
        self, what: str, path: str, fields: dict[str, str], file: tuple[str, Path] | None = None
    ) -> Answer | None:
        """Send a form of a page, and watch the job that comes of it until it has ended."""
        begun = time.monotonic()
        files = None
        if file is not None:
            name, source = file
            files = {name: (source.name, source.read_bytes())}
        try:
            page = self.browser.post(path, fields, files)
            if page.status != 200:
                self.figures.refuse(f"{what}: {page.status} {_sentence(page.text)}")
                return None
            page = self._watched(page)
        except TROUBLE as error:
            self.figures.refuse(f"{what}: {error!r}")
            return None
        self.figures.took(f"job: {what}", time.monotonic() - begun)
        if 'role="alert"' in page.text:
            self.figures.refuse(f"{what}: {_sentence(page.text)}")
        return page

    def _watched(self, page: Answer) -> Answer:
        """The page once its job has ended."""
        if not JOB.search(page.path):
            return page
        part = ACTIVE.search(page.text)
        while part and part[1] in page.text:
            time.sleep(self.workplace.look)
            found = self.browser.get(part[1], fetch=True)
            if found.status != 200:
                self.figures.refuse(f"{part[1]}: {found.status}")
            elif part[1] not in found.text:
                return self.browser.get(page.path)
        return page

    def command(self, what: str, *arguments: str) -> None:
        """Give a command in a process of its own."""
        begun = time.monotonic()
        try:
            self.site.give(*arguments)
        except SystemExit as error:
            self.figures.refuse(f"{what}: {error}")
        self.figures.took(f"command: {what}", time.monotonic() - begun)


def _sentence(page: str) -> str:
    """What a page says of a refusal."""
    found = re.findall(r'role="alert"[^>]*>(.*?)</(?:p|div|section)>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>|\s+", " ", text) for text in found)[:400] or page[:200]


# Who does what

Round = Callable[[Organizer, int], Iterable[Callable[[], object]]]


def imports(person: Organizer, number: int) -> Iterable[Callable[[], object]]:
    """Large tables of judgments by page and by command, scores and exports of them; then one is taken back."""
    file, folder = person.site.judgments[number % 2], person.site.folder / f"archive-{number}"
    return [
        partial(_import, person, file),
        partial(person.do, "scores", "/campaigns/archive/results/", {"form": "majority", "seed": "1"}),
        partial(person.command, "import of judgments", "import_judgments", "archive", str(file), "--replace"),
        partial(person.command, "export", "export", "archive", str(folder)),
        partial(_take_back, person),
    ]


def _import(person: Organizer, file: Path) -> None:
    """Send a file, look at what it would do, and have it stored."""
    preview = person.do("check of judgments", IMPORTS, {"machine": ""}, ("file", file))
    if preview and (stored := CONFIRM.search(preview.text)):
        person.do("import of judgments", stored[0], {})


def _import_bundle(person: Organizer, slug: str) -> None:
    """Send a bundle, look at what it holds, and have it imported."""
    preview = person.do("check of a bundle", BUNDLES, {}, ("bundle", person.site.bundle))
    if preview and (stored := BUNDLE.search(preview.text)):
        person.do("import of a bundle", stored[0], {"slug": slug})


def _take_back(person: Organizer) -> None:
    """Take the newest import back."""
    page = person.read("organizer's page", IMPORTS)
    if page and (newest := IMPORTED.search(page.text)):
        person.do("import taken back", f"{newest[0]}undo/", {"reason": "another table"})


def late_runs(person: Organizer, number: int) -> Iterable[Callable[[], object]]:
    """A late run, pooled and copied; scores by every rule; the run withdrawn."""
    page = "/campaigns/facts"
    scores = [
        partial(person.do, "scores", f"{page}/results/", {"form": "union", "partial": "on", "seed": "1"}),
        partial(person.do, "scores by four rules", f"{page}/results/compare/", {}),
    ]
    if number > len(person.site.late["facts"]):
        return scores
    run = person.site.late["facts"][number - 1]
    return [
        partial(person.do, "submission", f"{page}/submit/", DECLARED, ("file", run)),
        partial(person.do, "pooling", f"{page}/pool/", {}),
        *scores,
        partial(person.do, "withdrawal", f"{page}/runs/{run.stem}/withdraw/", {}),
    ]


def bundles(person: Organizer, number: int) -> Iterable[Callable[[], object]]:
    """Bundles out and in under other names, a collection read anew, replaced copies removed."""
    return [
        partial(_import_bundle, person, f"vault-{number}"),
        partial(person.read, "job: bundle", "/campaigns/series/exports/bundle.zip"),
        partial(person.do, "collection read anew", "/collections/papers/", {"what": "anew"}),
        partial(person.command, "removal of old copies", "remove_old_copies"),
        partial(person.command, "copying", "copy_documents", "series"),
    ]


def vault_pools(person: Organizer, number: int) -> Iterable[Callable[[], object]]:
    """A late run of the vault and its pool, by command; else a look at the pages of series."""
    if number > len(person.site.late["archive"]):
        return [partial(person.look, f"/campaigns/series/{name}/") for name in PAGES]
    run = str(person.site.late["archive"][number - 1])
    return [
        partial(
            person.command, "submission", "submit_run", "vault", run, "--team", "team00", "--length", "50"
        ),
        partial(person.command, "pooling", "pool", "vault"),
    ]


def reading(person: Organizer, number: int) -> Iterable[Callable[[], object]]:
    """The pages on which an organizer sees how far everybody is."""
    return [partial(person.look, "/campaigns/facts/", f"/campaigns/facts/{name}/") for name in PAGES]
