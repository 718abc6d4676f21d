"""What programs say: tables of judgments, nugget matches and nugget drafts, with what is known of the program."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from assessment.campaigns.views.file_pages import FilePage
from assessment.imports.forms import MachineForm, MachineMatchesForm, MachineNuggetsForm
from assessment.people.views.decorators import login_required
from assessment.shared.pages import takes_files

PLACE = "judgments/machine/"
JUDGMENTS = FilePage(("judgments",), MachineForm, "judging/machine.html", "assign", PLACE)
MATCHES = FilePage(
    ("machine-matches",), MachineMatchesForm, "judging/machine_matches.html", "assign", f"{PLACE}matches/"
)
DRAFTS = FilePage(
    ("machine-nuggets",), MachineNuggetsForm, "judging/machine_nuggets.html", "assign", f"{PLACE}nuggets/"
)


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def machine(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in what a program says; what it would do is shown where tables of judgments are."""
    return JUDGMENTS.at(request, slug)
