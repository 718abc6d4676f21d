"""One person of a campaign: what they have, and removing them, putting them back, removing their name."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from assessment.assignments.forms import RemoveForm
from assessment.assignments.selectors.person import access_to_manage, is_last_admin, summary_of
from assessment.assignments.services import removing
from assessment.jobs.selectors import shown_job
from assessment.jobs.views.waiting import wait_briefly
from assessment.people.models import Member
from assessment.people.selectors.access import Access
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.pages import Explained, OnForm
from assessment.shared.say import say


@require_safe
@login_required
def person(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What somebody has in the campaign."""
    access, member = access_to_manage(account_of(request), slug, pk)
    return _page(request, access, member, RemoveForm())


def _page(request: HttpRequest, access: Access, member: Member, form: RemoveForm) -> HttpResponse:
    found = summary_of(member)
    context = {
        "access": access,
        "tab": "people",
        "member": member,
        "summary": found,
        "roles": [role.get_role_display() for role in member.roles.order_by("role")],
        "is_last_admin": is_last_admin(member),
        "form": form,
        "job": shown_job(access, request.GET.get("job")),
    }
    return render(request, "people/person.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Removes the person."""
    access, member = access_to_manage(account_of(request), slug, pk)
    form = RemoveForm(request.POST)
    if form.is_valid():
        with OnForm(form):
            name = member.name
            job = removing.remove_person(member=member, by=access.account, **form.cleaned_data)
            done = wait_briefly(job) if job else None
            with_judgments = form.cleaned_data["with_judgments"]
            messages.success(
                request, removing.removed_sentence(member, name, done, with_judgments=with_judgments)
            )
            return redirect("campaigns:people", slug)
    return _page(request, access, member, form)


@require_POST
@login_required
def back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Puts a removed person back."""
    access, member = access_to_manage(account_of(request), slug, pk)
    with Explained(request):
        job = removing.put_back(member=member, by=access.account)
        if job:
            wait_briefly(job)
        messages.success(request, say("{member} is back, with the same roles and work.", member=member))
    return redirect(reverse("judging:person", args=[slug, pk]))


@require_POST
@login_required
def nameless(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Removes the name of a removed person."""
    access, member = access_to_manage(account_of(request), slug, pk)
    with Explained(request):
        now = removing.remove_name(member=member, by=access.account)
        messages.success(request, say("The name was replaced by {now}.", now=now))
    return redirect(reverse("judging:person", args=[slug, pk]))
