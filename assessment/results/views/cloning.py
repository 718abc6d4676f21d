"""Making a new campaign of one that there is, for those who may create campaigns."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.jobs.errors import as_error
from assessment.jobs.models import JobState
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.selectors.access import Permission
from assessment.people.selectors.accounts import access_creator
from assessment.people.views.decorators import login_required
from assessment.results.forms import CloneForm
from assessment.results.services.cloning import DEFAULTS, request_clone
from assessment.results.services.splits import share_of
from assessment.shared.pages import OnForm
from assessment.shared.say import say


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def clone(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose what goes along, and make the new campaign."""
    creator = access_creator(request.user)
    access = access_campaign(request.user, slug, Permission.EDIT_CAMPAIGN)
    initial = {"parts": list(DEFAULTS), "title": say("{title} (copy)", title=access.campaign.title)[:200]}
    form = CloneForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with OnForm(form):
            chosen = dict(form.cleaned_data)
            share = share_of(chosen.pop("split"), chosen.pop("part"), chosen.pop("seed"))
            job = wait_briefly(request_clone(campaign=access.campaign, by=creator, share=share, **chosen))
            if job.state != JobState.FAILED:
                return shown_in(request, job, reverse("jobs:site-job", args=[job.pk]))
            raise as_error(str(job), job.error)
    context = {"access": access, "tab": "settings", "form": form}
    return render(request, "results/clone.html", context, status=422 if form.is_bound else 200)
