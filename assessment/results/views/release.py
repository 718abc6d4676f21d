"""Releasing the scores, and taking them back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.selectors.access import Permission
from assessment.people.views.decorators import login_required
from assessment.results.forms import ReasonForm
from assessment.results.selectors.access import access_version
from assessment.results.services.errors import ReleaseRefused
from assessment.results.services.release import release as release_scores
from assessment.results.services.release import take_back
from assessment.results.views.results import results_page
from assessment.shared.errors import Refused
from assessment.shared.pages import Explained, explain


@login_required
@require_POST
def release(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the scores to all people of the campaign, or every reason why not yet."""
    access = access_campaign(request.user, slug, Permission.RELEASE)
    try:
        without = request.POST.getlist("without")
        alike = request.POST.getlist("alike")
        row = release_scores(campaign=access.campaign, by=access.account, without=without, alike=alike)
    except ReleaseRefused as error:
        page = access_version(request.user, slug, None)
        return results_page(
            request, *page, status=422, reasons=error.reasons, without=error.without, alike=error.alike
        )
    except Refused as error:
        explain(request, error)
        return redirect("results:results", slug)
    version = row.scores.qrels.version
    messages.success(request, f"Version {version} is released: participants see it now.")
    return redirect("results:version", slug, version)


@login_required
@require_POST
def unrelease(request: HttpRequest, slug: str) -> HttpResponse:
    """Hide the scores from participants again, with a reason."""
    access = access_campaign(request.user, slug, Permission.RELEASE)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return results_page(request, *access_version(request.user, slug, None), status=422, reason_form=form)
    with Explained(request):
        take_back(campaign=access.campaign, reason=form.cleaned_data["reason"], by=access.account)
        messages.success(request, "The scores are provisional again; participants no longer see them.")
    return redirect("results:results", slug)
