"""The list of campaigns, a new one, and the guidelines of one."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from assessment.campaigns import services
from assessment.campaigns.forms.campaigns import GuidelinesForm, NewCampaignForm
from assessment.campaigns.models import Guidelines
from assessment.campaigns.selectors import campaigns as selectors
from assessment.campaigns.selectors import sentences
from assessment.people.selectors.access import Access, Permission
from assessment.people.selectors.accounts import access_creator
from assessment.people.views.decorators import login_required
from assessment.shared.errors import Conflict
from assessment.shared.pages import OnForm


@require_safe
@login_required
def campaigns(request: HttpRequest) -> HttpResponse:
    """The campaigns that the account has a role in; archived ones where they are asked for."""
    archived = request.GET.get("archived") == "1"
    accesses = selectors.campaigns_of(request.user, archived=archived)
    rows = [(access, sorted(access.roles)) for access in accesses]
    hidden = 0 if archived else selectors.count_archived(request.user)
    return render(request, "campaigns/list.html", {"rows": rows, "archived": archived, "hidden": hidden})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Make a campaign; its board says what comes next."""
    creator = access_creator(request.user)
    form = NewCampaignForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with OnForm(form, "slug"):
            campaign = services.create_campaign(by=creator, **form.cleaned_data)
            messages.success(request, sentences.campaign_created(campaign))
            return redirect("results:board", campaign.slug)
    return render(request, "campaigns/new.html", {"form": form}, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def guidelines(request: HttpRequest, slug: str) -> HttpResponse:
    """A version of the guidelines, the newest unless another is asked for; organizers write the next."""
    if request.method == "POST":
        return _write_guidelines(
            request, selectors.access_campaign(request.user, slug, Permission.EDIT_CAMPAIGN)
        )
    access, shown = selectors.access_guidelines(request.user, slug, _asked_version(request))
    newest = selectors.guidelines_in_force(access.campaign)
    form = GuidelinesForm(
        initial={"text": newest.text if newest else "", "seen": newest.version if newest else 0}
    )
    return _guidelines_page(request, access, shown, form)


def _asked_version(request: HttpRequest) -> int | None:
    asked = request.GET.get("version", "")
    if asked and not (asked.isdecimal() and len(asked) < 9):
        raise Http404
    return int(asked) if asked else None


def _write_guidelines(request: HttpRequest, access: Access) -> HttpResponse:
    form = GuidelinesForm(request.POST)
    status = 422
    if form.is_valid():
        try:
            written = services.write_guidelines(
                campaign=access.campaign, by=access.account, **form.cleaned_data
            )
        except Conflict as conflict:
            status = 409
            form = _again(form, conflict, selectors.guidelines_in_force(access.campaign))
        else:
            messages.success(request, sentences.guidelines_written(written))
            return redirect("campaigns:guidelines", access.campaign.slug)
    return _guidelines_page(request, access, selectors.guidelines_in_force(access.campaign), form, status)


def _again(form: GuidelinesForm, conflict: Conflict, newest: Guidelines | None) -> GuidelinesForm:
    """The same text once more, to be saved on top of the version that came between."""
    data = {"text": form.cleaned_data["text"], "seen": newest.version if newest else 0}
    again = GuidelinesForm(data)
    again.add_error(None, str(conflict))
    return again


def _guidelines_page(
    request: HttpRequest, access: Access, shown: Guidelines | None, form: GuidelinesForm, status: int = 200
) -> HttpResponse:
    context = {
        "access": access,
        "tab": "guidelines",
        "shown": shown,
        "versions": selectors.guidelines_versions(access.campaign),
        "form": form,
    }
    return render(request, "campaigns/guidelines.html", context, status=status)
