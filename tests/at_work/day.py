"""A day at work: everybody comes, assessors judge, jobs run beside them, and everything is held to account."""

import threading
import time
from pathlib import Path
from traceback import format_exception
from typing import NamedTuple

from tests.at_work.assessor import Assessor
from tests.at_work.beside import Organizer, bundles, imports, late_runs, reading, vault_pools
from tests.at_work.figures import Figures
from tests.at_work.installation import ADMIN, Installation, Size
from tests.at_work.person import Person, Workplace
from tests.at_work.real_page import RealAssessor
from tests.at_work.reckoning import Reckoning
from tests.jobs.site import wait_for

SMALL = Size(
    facts=(3, 2, 1),
    archive=(3, 2, 1),
    series=(1, 1, 6),
    judges=(3, 1),
    real_browsers=1,
    readers=0,
    judges_a_question=2,
    pace=(0.1, 0.3),
    arrivals=0.05,
    look=0.1,
    saves=30,
    rounds=1,
)
FULL = Size(
    facts=(32, 20, 8),
    archive=(200, 45, 5),
    series=(10, 10, 15),
    judges=(24, 8),
    real_browsers=2,
    readers=4,
    judges_a_question=3,
    pace=(3.0, 9.0),  # somebody quick, who looks at a document for most answers
    arrivals=3.0,  # all within two minutes; half a second of processor goes to each one's password
    look=1.0,
    seconds=300.0,
)


class Outcome(NamedTuple):
    """What a day brought."""

    figures: Figures
    reckoning: Reckoning

    def __str__(self) -> str:
        return f"{self.figures.table()}\n{self.reckoning}"


def spend_a_day(folder: Path, size: Size, *, postgres: bool) -> Outcome:
    """Make an installation, let everybody work there, and hold what they were told against what is stored."""
    figures, over = Figures(), threading.Event()
    with Installation(folder, postgres=postgres) as site:
        site.furnish(size)
        site.start(*(["redis", "web", "worker"] if postgres else ["web"]))
        site.wait_until_up()
        try:
            site.invite(size)
            workplace = Workplace(site.port, figures, over, size.pace, size.look)
            assessors = _everybody_works(site, size, workplace)
            wait_for(site.all_ended, "every job ends")
            reckoning = Reckoning(site, [book for one in assessors for book in one.books.values()])
            reckoning.reckon()
        except BaseException as error:
            error.add_note(f"{figures.counts} {figures.refused[:20]}\n{site.logs()}")
            raise
    return Outcome(figures, reckoning)


def _everybody_works(site: Installation, size: Size, workplace: Workplace) -> list[Assessor]:
    """Organizers first, then the assessors one after another, of whom the last comes when all others are at work."""
    assessors: list[Assessor] = [
        (RealAssessor if number < size.real_browsers else Assessor)(name, workplace)
        for number, (name, _) in enumerate(size.assessors)
    ]
    organizers = _organizers(site, size, workplace)
    people: list[Person] = [*organizers, *assessors]
    threads = [threading.Thread(target=_whole_day, args=(person,), daemon=True) for person in people]
    for thread in threads:
        thread.start()
        time.sleep(size.arrivals)
    end = time.monotonic() + size.seconds
    while not _is_enough(size, workplace.figures, organizers) or time.monotonic() < end:
        workplace.figures.look(site.groups)
        workplace.over.wait(size.look)
        if not any(thread.is_alive() for thread in threads):
            break
    workplace.over.set()
    for thread in threads:
        thread.join()
    for person in people:
        person.browser.close()
    return assessors


def _is_enough(size: Size, figures: Figures, organizers: list[Organizer]) -> bool:
    return len(figures.seconds["save"]) >= size.saves and min(one.rounds for one in organizers) >= size.rounds


def _organizers(site: Installation, size: Size, workplace: Workplace) -> list[Organizer]:
    tasks = {"ida": imports, "omar": late_runs, ADMIN: bundles, "sven": vault_pools}
    tasks |= {f"reader{n + 1}": reading for n in range(size.readers)}
    return [Organizer(name, workplace, site, task, size.rounds) for name, task in tasks.items()]


def _whole_day(person: Person) -> None:
    """Come and work; whatever stops somebody is told with the figures."""
    try:
        person.spend_the_day()
    except Exception as error:
        person.figures.refuse(f"{person.name} had to stop: {''.join(format_exception(error))}")
