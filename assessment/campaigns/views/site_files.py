"""What the page of a file that comes in for the site shows of it, and where its forms go: to store or to discard it."""

from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse

from assessment.campaigns.services.checked_files import has_file
from assessment.campaigns.services.site_files import waiting_of
from assessment.jobs.errors import as_error
from assessment.jobs.models import Job, JobState
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.selectors.access import Visitor

STORE, DISCARD = (
    "import",
    "discard",
)  # in the address that a form of the preview goes to, with the number of the check


def preview_of(check: Job | None, home: str) -> dict[str, Any]:
    """What a file would become that was looked at, as templates show it; before that its check, as `checking`."""
    if check is None or check.state != JobState.DONE:
        return {"checking": check}
    return {
        "check": check,
        "preview": check.checkpoint["review"],
        "is_kept": has_file(check),
        "confirm_url": f"{home}?{STORE}={check.pk}",
        "discard_url": f"{home}?{DISCARD}={check.pk}",
    }


def stored(request: HttpRequest, asked: Job, place: str) -> HttpResponse:
    """Go to what storing a file made, or to how far it is, at `place`. Raises what it failed with."""
    job = wait_briefly(asked)
    if job.state == JobState.FAILED:
        raise as_error(str(job), job.error)
    return shown_in(request, job, place)


def files_waiting(
    visitor: Visitor, kind: str, what: str, preview: str, but: Job | None = None
) -> list[dict[str, Any]]:
    """Files that were looked at, which somebody has still to store or to discard; each is at `preview` + number."""
    return [
        {
            "what": what,
            "sentence": check.checkpoint["review"]["sentence"],
            "file": Path(check.arguments["path"]).name,
            "check": check,
            "address": f"{preview}{check.pk}",
        }
        for check in waiting_of(visitor, kind)
        if check != but
    ]
