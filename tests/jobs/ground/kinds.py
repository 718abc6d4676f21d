"""Jobs that write one numbered row after the other, slowly enough to be killed between two of them."""

import time

from django.conf import settings
from django.utils import translation

from assessment.jobs.models.registry import Result, register
from assessment.jobs.services.handle import JobHandle
from assessment.people.models import Event
from assessment.shared.errors import FileRefused
from scoring.records import Problem


def write_row(name: str, number: int) -> None:
    """One row of output: the name of the job and a number."""
    Event.objects.create(verb="ground:row", subject=name, data={"number": number})


@register("ground.whole", "Rows in one transaction", atomic=True)
def whole(job: JobHandle, *, name: str, rows: int, seconds: float) -> Result:
    """Write all rows in the transaction that ends the job."""
    for number in range(rows):
        job.progress(number, rows)
        write_row(name, number)
        time.sleep(seconds)
    return Result(f"Wrote {rows} rows.")


@register("ground.held", "Rows when a test lets go")
def held(job: JobHandle, *, name: str, rows: int, seconds: float) -> Result:
    """Hold nothing until there is a file named `go` in the data folder, then write all rows in one step."""
    while not (settings.DATA_DIR / "go").exists():
        job.progress(0, rows)
        time.sleep(seconds)
    with job.step({}):
        for number in range(rows):
            write_row(name, number)
    return Result(f"Wrote {rows} rows.")


@register("ground.steps", "Rows step by step")
def steps(job: JobHandle, *, name: str, rows: int, seconds: float) -> Result:
    """Write each row in a step of its own, going on where the last attempt stopped."""
    for number in range(job.checkpoint.get("next", 0), rows):
        job.progress(number, rows, f"Row {number}")
        with job.step({"next": number + 1}):
            write_row(name, number)
        time.sleep(seconds)
    job.progress(rows, rows)
    return Result(f"Wrote {rows} rows.", "/somewhere/")


@register("ground.speaks", "Words")
def speaks(job: JobHandle) -> Result:
    """Say in which language it speaks."""
    return Result(f"in {translation.get_language()}")


@register("ground.speaks_english", "Words for everybody", english=True)
def speaks_english(job: JobHandle) -> Result:
    """The same, of work that makes records."""
    return Result(f"in {translation.get_language()}")


@register("ground.refused", "Work that is refused")
def refused(job: JobHandle) -> Result:
    """Be refused, with two problems."""
    job.note("Reading the file")
    problems = [Problem("a.txt", line, "odd_line", "This line is odd.", "Make it even.") for line in (1, 3)]
    raise FileRefused("Nothing was stored.", problems, "Fix what is listed.")


@register("ground.broken", "Work with a fault", atomic=True)
def broken(job: JobHandle, *, name: str) -> Result:
    """Write a row, then meet a fault of the program."""
    write_row(name, 0)
    raise ZeroDivisionError("a fault")
