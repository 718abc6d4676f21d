"""A campaign from its runs to released scores, judged by many over HTTP, while parts of the site die under them."""

import threading
import time
from collections.abc import Iterable, Mapping
from traceback import format_exception
from typing import NamedTuple

from tests.at_work.beside import DECLARED, Organizer
from tests.at_work.book import Book
from tests.at_work.figures import Figures, share
from tests.at_work.installation import Size
from tests.at_work.person import Workplace
from tests.at_work.reckoning import Reckoning
from tests.faults.stubborn import Stubborn
from tests.faults.topology import Act, Topology
from tests.faults.watching import Watch, away, said
from tests.jobs.site import wait_for

ROWS, PAUSE, SHORT = 60, 0.05, 10  # of a job that goes step by step, and of one that is a single transaction


class Fault(NamedTuple):
    """What goes wrong, for how long, how it is set right, and what /readyz says of it."""

    name: str
    happens: Act
    passes: Act
    says: frozenset[str] = frozenset()  # codes, of which one at least has to be said
    lasts: float = 1.0  # seconds, at least


class Outcome(NamedTuple):
    """What came of it, for people to read and for tests to ask."""

    figures: Figures
    reckoning: Reckoning
    out_of_order: list[str]
    jobs: Mapping[str, list[str]]
    lines: list[str]

    @property
    def errors(self) -> list[str]:
        """All that should not have been."""
        undone = [f"job {name}: {states}" for name, states in self.jobs.items() if states != ["done"]]
        return [*self.figures.refused, *self.reckoning.errors, *self.out_of_order, *undone]

    def __str__(self) -> str:
        counts = [f"  {what}: {number:,}" for what, number in sorted(self.figures.counts.items())]
        answers = self.figures.seconds["answer"]
        slow = f"answers: p50 {share(answers, 0.5):.2f}, p95 {share(answers, 0.95):.2f}, longest {max(answers):.2f} s"
        ended = sum(states == ["done"] for states in self.jobs.values())
        jobs = f"jobs asked for: {len(self.jobs)}, ended once with one result: {ended}"
        return "\n".join([*self.lines, *counts, slow, str(self.reckoning), jobs])


def weather(site: Topology, size: Size, faults: Iterable[Fault]) -> Outcome:
    """Let the faults happen one after the other under people at work, and hold everything to account."""
    site.furnish(size)
    site.start_all()
    site.invite_people(size)
    figures, over = Figures(), threading.Event()
    workplace = Workplace(site.port, figures, over, size.pace, size.look)
    organizer = Organizer("omar", workplace, site, lambda *_: (), 1)
    organizer.come()
    _open_campaign(organizer, site)
    assessors = [Stubborn(name, workplace) for name, _ in size.assessors]
    Stubborn.hurries = False
    for one in assessors:
        one.come()
    threads = [threading.Thread(target=_work, args=[one], daemon=True) for one in assessors]
    names: dict[str, int] = {}
    try:
        with Watch(site) as watch:
            for thread in threads:
                thread.start()
            lines = [_happen(site, watch, fault, names, figures) for fault in faults]
            wait_for(site.all_ended, "every job ends")
            Stubborn.hurries = True
            for thread in threads:
                thread.join()
        outcome = _reckoned(site, figures, assessors, names, lines)
        _release(organizer)
    except BaseException as error:
        error.add_note(f"{figures.counts} {figures.refused[:20]}\n{site.logs()}")
        raise
    finally:
        over.set()
        for person in (organizer, *assessors):
            person.browser.close()
    return outcome


def _work(assessor: Stubborn) -> None:
    try:
        assessor.work()
    except Exception as error:
        assessor.figures.refuse(f"{assessor.name} had to stop: {''.join(format_exception(error))}")


# What the organizer does, by pages


def _open_campaign(organizer: Organizer, site: Topology) -> None:
    page = "/campaigns/facts"
    organizer.do("opening", f"{page}/state/", {"to": "open"})
    organizer.do("submission", f"{page}/submit/", DECLARED, ("file", site.late["facts"][0]))
    organizer.do("pooling", f"{page}/pool/", {})
    assert organizer.figures.refused == []
    site.give("assign", "facts")


def _release(organizer: Organizer) -> None:
    results = "/campaigns/facts/results/"
    organizer.do("closing", "/campaigns/facts/state/", {"to": "closed"})
    organizer.do("release", f"{results}release/", {"audience": "all"})
    assert organizer.figures.refused == []
    (released,) = organizer.site.query("SELECT count(*) FROM results_release WHERE audience = 'all'")
    assert released == (1,), organizer.site.logs()
    page = organizer.read("results", results)
    assert page
    assert organizer.site.late["facts"][0].stem in page.text


# Faults


def _happen(site: Topology, watch: Watch, fault: Fault, names: dict[str, int], figures: Figures) -> str:
    """One fault while jobs run, until the site says that it is well again."""
    wait_for(watch.is_well, f"the site is well before {fault.name}")
    number = len(names)
    _ask(site, names, f"long{number}", "steps", ROWS, PAUSE)
    wait_for(lambda: site.states()[f"long{number}"] != ["waiting"], "a job is at work")
    acknowledged, began = figures.counts["acknowledged"], time.monotonic()
    wait_for(lambda: figures.counts["acknowledged"] > acknowledged or _is_done(site), "people judge")
    fault.happens(site)
    wait_for(
        lambda: time.monotonic() - began > fault.lasts and _was_said(watch, fault, began),
        f"/readyz: {fault.says}",
    )
    fault.passes(site)
    passed = time.monotonic()
    _ask(site, names, f"short{number}", "whole", SHORT, 0.0)
    wait_for(lambda: watch.since(passed) and watch.is_well(), f"the site is well after {fault.name}")
    well = time.monotonic() - passed
    looks = watch.since(began)
    codes = (
        ", ".join(f"{code} {count}" for code, count in sorted(said(looks).items())) or "ready all the time"
    )
    unclear = [look for look in looks if look.status not in (200, 503)]
    return (
        f"{fault.name}: out of service for {away(looks):.1f} s, whole again {well:.1f} s after it passed; "
        f"{figures.counts['acknowledged'] - acknowledged} changes acknowledged meanwhile; /readyz: {codes}"
        + (f"; not clear: {[(look.status, look.text[:80]) for look in unclear]}" if unclear else "")
    )


def _ask(site: Topology, names: dict[str, int], name: str, kind: str, rows: int, seconds: float) -> None:
    site.ask(kind, name, rows, seconds)
    names[name] = rows


def _was_said(watch: Watch, fault: Fault, since: float) -> bool:
    return not fault.says or bool(fault.says & said(watch.since(since)).keys())


def _is_done(site: Topology) -> bool:
    return site.query("SELECT count(*) FROM judging_assignment WHERE finished_at IS NULL") == [(0,)]


# The account


def _reckoned(
    site: Topology, figures: Figures, assessors: list[Stubborn], names: dict[str, int], lines: list[str]
) -> Outcome:
    books = [book for one in assessors for book in one.books.values()]
    reckoning = OfFacts(site, books)
    reckoning.reckon()
    jobs = {key: states for key, states in site.states().items() if key in names}
    for name, rows in names.items():
        assert site.rows(name) == list(range(rows)), name
    return Outcome(figures, reckoning, list(_out_of_order(site, books)), jobs, lines)


class OfFacts(Reckoning):
    """Of one campaign."""

    def reckon(self) -> None:
        """Compare everything."""
        self._history()
        self._judgments()
        self._assignments()
        self._export("facts")
        self.site.give("recount", "facts")


def _out_of_order(site: Topology, books: list[Book]) -> Iterable[str]:
    """Assignments whose history has another order than that in which their assessor was told."""
    stored: dict[int, list[str]] = {}
    sql = "SELECT assignment_id, client_id FROM judging_change WHERE kind <> 'notes' ORDER BY id"
    for assignment, client_id in site.query(sql):
        stored.setdefault(assignment, []).append(str(client_id).replace("-", ""))
    for book in books:
        told = [client_id.replace("-", "") for client_id in book.saved]
        if stored.get(book.assignment, []) != told:
            yield f"{book.assessor}, assignment {book.assignment}"
