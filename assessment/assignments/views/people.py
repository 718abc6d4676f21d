"""One assessor's work as a whole: handed over, relieved, given back."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from assessment.assignments.forms import MoveForm
from assessment.assignments.selectors.moves import access_move, access_person, moves_of, takers_for, work_of
from assessment.assignments.services.giving_back import request_give_back
from assessment.assignments.services.moves import checked_plan, request_move, seen_of
from assessment.jobs.selectors import shown_job
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.pages import Explained, OnForm


@require_http_methods(["GET", "POST"])
@login_required
def person(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What somebody has; then who would get how much of it, with a button that does it."""
    access, member = access_person(account_of(request), slug, pk)
    form = MoveForm(request.POST or None, members=takers_for(access.campaign, member))
    plan = None
    if request.method == "POST" and form.is_valid():
        seen = request.POST.get("seen", "")
        with OnForm(form):
            if seen:
                job = request_move(
                    campaign=access.campaign,
                    member=member,
                    wanted=form.wanted(),
                    by=access.account,
                    seen=seen,
                )
                return shown_in(request, wait_briefly(job), reverse("judging:assign-person", args=[slug, pk]))
            plan = checked_plan(access.campaign, member, form.wanted())
    context = {
        "access": access,
        "tab": "assign",
        "member": member,
        "work": work_of(access.campaign, member),
        "moves": moves_of(member),
        "job": shown_job(access, request.GET.get("job")),
        "form": form,
        "plan": plan,
        "seen": seen_of(plan) if plan else "",
    }
    return render(request, "judging/assign_person.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def give_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Gives all of an act back, while nobody has worked on it since."""
    access, act = access_move(account_of(request), slug, pk)
    page = reverse("judging:assign-person", args=[slug, act.member_id])
    with Explained(request):
        return shown_in(request, wait_briefly(request_give_back(act=act, by=access.account)), page)
    return redirect(page)
