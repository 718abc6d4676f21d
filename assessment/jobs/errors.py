"""What can end a job early, and how an error is kept."""

from collections.abc import Mapping
from typing import Any

from assessment.shared.errors import AssizeError, FileRefused, Refused
from assessment.shared.outages import outage_of
from assessment.shared.say import say
from scoring.records import Problem

MOST_PROBLEMS = 1_000


class LeaseLostError(Exception):
    """Another worker holds the job now, or it has ended: nothing more of this attempt may be kept."""


class CancelledError(Exception):
    """Somebody asked for the job to be cancelled."""


def as_data(error: AssizeError) -> dict[str, Any]:
    """An error as a job keeps it."""
    problems = error.problems if isinstance(error, FileRefused) else ()
    listed = [
        {"file": p.file, "line": p.line, "code": p.code, "message": p.message, "hint": p.hint}
        for p in problems[:MOST_PROBLEMS]
    ]
    own: dict[str, Any] = {"message": error.message, "code": error.code, "hint": error.hint}
    own["details"] = list(error.details[:MOST_PROBLEMS])
    unlisted = len(problems) - len(listed) + (error.more if isinstance(error, FileRefused) else 0)
    return own | {"problems": listed, "more": unlisted} | error.for_pages


def as_error(job: str, kept: Mapping[str, Any]) -> AssizeError:
    """The error that a job ended with, as far as it was kept."""
    if not kept:
        return Refused(say("{job} was cancelled.", job=job), "job_cancelled", say("Start it again."))
    if kept["problems"]:
        problems = (Problem(**problem) for problem in kept["problems"])
        return FileRefused(kept["message"], problems, kept["hint"], kept.get("more", 0))
    error = Refused(kept["message"], kept["code"], kept["hint"])
    error.details = kept.get("details", ())
    return error


def broken(error: Exception) -> dict[str, Any]:
    """A bug of the program itself, or what the server lacks, as a job keeps it."""
    if outage := outage_of(error):
        return {
            "message": " ".join(
                [say(outage.message), say("The work stopped; what it had finished is kept.")]
            ),
            "code": outage.code,
            "hint": " ".join([say(outage.hint), say("Then start it again.")]),
            "problems": [],
        }
    return {
        "message": say(
            "The work stopped because of an error in the program ({error}); nothing is half stored.",
            error=type(error).__name__,
        ),
        "code": "job_broken",
        "hint": say("Start it again. If it fails again, tell the site's admin the number of this job."),
        "problems": [],
    }


def given_up(attempts: int) -> dict[str, Any]:
    """What is said of a job that took down its worker each time."""
    return {
        "message": say(
            "The work was started {attempts} times, and each time its worker disappeared before the end.",
            attempts=attempts,
        ),
        "code": "job_given_up",
        "hint": say("Check memory and disk space on the server, then start it again."),
        "problems": [],
    }
