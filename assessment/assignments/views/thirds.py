"""The page of third assessors: who is asked only for the answers on which those who judged a question differ."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from assessment.assignments.forms import ThirdsForm
from assessment.assignments.selectors.thirds import has_thirds, thirds_page
from assessment.assignments.selectors.units import assessors_of
from assessment.assignments.services.thirds import ask_thirds, keep_as_thirds
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.selectors.access import Permission
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.pages import OnForm


@require_http_methods(["GET", "POST"])
@login_required
def thirds(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows on how many answers judges differ and how far third assessors are; asks them for what is new."""
    access = access_campaign(account_of(request), slug, Permission.ASSIGN)
    if not has_thirds(access.campaign):
        raise Http404
    if kept := request.POST.getlist("from_files"):
        messages.success(
            request, str(keep_as_thirds(campaign=access.campaign, names=kept, by=access.account))
        )
        return redirect("judging:thirds", slug)
    form = ThirdsForm(request.POST or None, members=list(assessors_of(access.campaign)))
    if request.method == "POST" and form.is_valid():
        with OnForm(form):
            asked = ask_thirds(campaign=access.campaign, by=access.account, **form.cleaned_data)
            messages.success(request, str(asked))
            return redirect("judging:thirds", slug)
    context = {"access": access, "tab": "assign", "page": thirds_page(access.campaign), "form": form}
    return render(request, "judging/thirds.html", context, status=422 if form.errors else 200)
