"""What can end a job early, and how an error is kept."""

from collections.abc import Mapping
from typing import Any

from assessment.shared.errors import AssizeError, FileRefused, Refused
from assessment.shared.outages import outage_of
from scoring.records import Problem

MOST_PROBLEMS = 1_000


class LeaseLostError(Exception):
    """Another worker holds the job now, or it has ended: nothing more of this attempt may be kept."""


class CancelledError(Exception):
    """Somebody asked for the job to be cancelled."""


def as_data(error: AssizeError) -> dict[str, Any]:
    """An error as a job keeps it."""
    problems = error.problems if isinstance(error, FileRefused) else ()
    told = [
        {"file": p.file, "line": p.line, "code": p.code, "message": p.message, "remedy": p.remedy}
        for p in problems[:MOST_PROBLEMS]
    ]
    own: dict[str, Any] = {"message": error.message, "code": error.code, "remedy": error.remedy}
    own["details"] = list(error.details[:MOST_PROBLEMS])
    return own | {"problems": told, "more": len(problems) - len(told)} | error.for_pages


def as_error(job: str, kept: Mapping[str, Any]) -> AssizeError:
    """The error that a job ended with, as far as it was kept."""
    if not kept:
        return Refused(f"{job} was cancelled.", "job_cancelled", "Ask for it again.")
    if kept["problems"]:
        problems = (Problem(**problem) for problem in kept["problems"])
        return FileRefused(kept["message"], problems, kept["remedy"])
    error = Refused(kept["message"], kept["code"], kept["remedy"])
    error.details = kept.get("details", ())
    return error


def broken(error: Exception) -> dict[str, Any]:
    """A fault of the program itself, or what the server lacks, as a job keeps it."""
    if outage := outage_of(error):
        return {
            "message": f"{outage.message} The work broke off; what it had finished by then is kept.",
            "code": outage.code,
            "remedy": f"{outage.remedy} Then ask for it again.",
            "problems": [],
        }
    return {
        "message": f"The work broke off with a fault of the program ({type(error).__name__}); nothing of it is half kept.",
        "code": "job_broken",
        "remedy": "Ask for it again. If it breaks again, tell the site's admin the number of this job.",
        "problems": [],
    }


def given_up(attempts: int) -> dict[str, Any]:
    """What is said of a job that took down its worker each time."""
    return {
        "message": f"The work was begun {attempts} times, and each time its worker vanished before the end.",
        "code": "job_given_up",
        "remedy": "Look for lack of memory or disk on the server, then ask for it again.",
        "problems": [],
    }
