"""Who sees a machine's grades before judging: declared before anything is assigned."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from assessment.assignments.forms import PostEditingForm
from assessment.assignments.selectors.post_editing import post_editing_page
from assessment.assignments.services.post_editing import declare_post_editing, withdraw_post_editing
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.pages import Explained, OnForm


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def post_editing(request: HttpRequest, slug: str) -> HttpResponse:
    """What was declared, and how much is judged under which condition; POST declares."""
    access = access_campaign(account_of(request), slug, Permission.ASSIGN)
    page = post_editing_page(access.campaign)
    form = PostEditingForm(request.POST or None, machines=page.machines)
    if request.method == "POST" and form.is_valid():
        with OnForm(form):
            said = declare_post_editing(campaign=access.campaign, by=access.account, **form.cleaned_data)
            messages.success(request, said)
            return redirect("judging:post-editing", slug)
    return _shown(request, access, form, 422 if form.errors else 200)


@require_POST
@login_required
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Takes the declaration back, as long as nothing is assigned under it."""
    access = access_campaign(account_of(request), slug, Permission.ASSIGN)
    with Explained(request) as attempt:
        messages.success(request, withdraw_post_editing(campaign=access.campaign, by=access.account))
    if attempt.error:
        return _shown(request, access, None, 422)
    return redirect("judging:post-editing", slug)


def _shown(request: HttpRequest, access: Access, form: PostEditingForm | None, status: int) -> HttpResponse:
    page = post_editing_page(access.campaign)
    form = form or PostEditingForm(machines=page.machines)
    context = {"access": access, "tab": "assign", "page": page, "form": form}
    return render(request, "judging/post_editing.html", context, status=status)
