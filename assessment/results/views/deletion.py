"""Deleting a campaign, for site admins: what would go, an export first, and the short name typed by hand."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.selectors.access import Permission
from assessment.people.selectors.accounts import access_site
from assessment.people.views.decorators import login_required
from assessment.results.forms import DeletionForm
from assessment.results.services.deletion import NAMES, contents, last_export, request_deletion
from assessment.shared.pages import OnForm


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what would be deleted, and delete it once the short name is typed."""
    admin = access_site(request.user)
    access = access_campaign(request.user, slug, Permission.EDIT_CAMPAIGN)
    form = DeletionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with OnForm(form):
            job = request_deletion(campaign=access.campaign, by=admin, **form.cleaned_data)
            return shown_in(request, wait_briefly(job), reverse("jobs:site-list"))
    context = {
        "access": access,
        "tab": "settings",
        "form": form,
        "contents": {NAMES[name]: count for name, count in contents(access.campaign).items()},
        "export": last_export(access.campaign),
        "was_released": access.campaign.releases.exists(),
    }
    return render(request, "results/delete.html", context, status=422 if form.is_bound else 200)
