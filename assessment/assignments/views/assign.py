"""The assignment pages: the matrix, automatic assignment, and each question's people by hand."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from assessment.assignments.forms import AssignForm, AssignmentForm, ExpertsForm, PersonForm
from assessment.assignments.selectors import sentences
from assessment.assignments.selectors.assign import (
    access_assessor,
    access_assigned,
    assign_page,
    unit_page,
)
from assessment.assignments.selectors.experts import experts_page
from assessment.assignments.selectors.thirds import has_thirds
from assessment.assignments.selectors.units import assessors_of, questions_of_unit
from assessment.assignments.services.assign import assign as assign_assessors
from assessment.assignments.services.experts import ask_experts
from assessment.assignments.services.handover import add_assessor, remove_assessor
from assessment.assignments.services.handover import hand_over as pass_on
from assessment.assignments.services.handover import reopen as reopen_assignment
from assessment.assignments.services.voters import relieve_voter
from assessment.campaigns.models import Question
from assessment.campaigns.selectors.campaigns import access_campaign, access_question
from assessment.judging.models import Assignment
from assessment.people.models import Member
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.errors import Refused
from assessment.shared.pages import Attempt, Explained, OnForm
from assessment.shared.say import say
from scoring.stages import ANNOTATED

ROWS_A_PAGE = 100  # units of the matrix


@require_http_methods(["GET", "POST"])
@login_required
def assign(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows who has what; takes the form of the automatic assignment."""
    access = access_campaign(account_of(request), slug, Permission.ASSIGN)
    page = assign_page(access.campaign)
    form = AssignForm(request.POST or None, members=page.assessors, judges=page.judges)
    if request.method == "POST" and form.is_valid():
        with OnForm(form):
            done = assign_assessors(campaign=access.campaign, by=access.account, **form.cleaned_data)
            messages.success(request, str(done))
            return redirect("judging:assign", slug)
    rows = Paginator(page.rows, ROWS_A_PAGE).get_page(request.GET.get("page"))
    context = {"access": access, "tab": "assign", "page": page, "rows": rows, "form": form}
    context["has_thirds"] = has_thirds(access.campaign)
    return render(request, "judging/assign.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@login_required
def experts(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows how far experts are with the answers of annotators; asks more of them."""
    access = access_campaign(account_of(request), slug, Permission.ASSIGN)
    if ANNOTATED not in access.campaign.track.item_kinds:
        raise Http404
    form = ExpertsForm(request.POST or None, members=list(assessors_of(access.campaign)))
    if request.method == "POST" and form.is_valid():
        with OnForm(form):
            asked = ask_experts(campaign=access.campaign, by=access.account, **form.cleaned_data)
            messages.success(request, str(asked))
            return redirect("judging:experts", slug)
    context = {"access": access, "tab": "assign", "page": experts_page(access.campaign), "form": form}
    return render(request, "judging/experts.html", context, status=422 if form.errors else 200)


@require_safe
@login_required
def unit(request: HttpRequest, slug: str, qid: str) -> HttpResponse:
    """Shows who has one question, or the series it belongs to, and what can be done about it."""
    access, question = access_question(account_of(request), slug, qid, Permission.ASSIGN)
    return _show_unit(request, access, question)


@require_POST
@login_required
def add(request: HttpRequest, slug: str, qid: str) -> HttpResponse:
    """Adds somebody to the question or series."""
    access, question = access_question(account_of(request), slug, qid, Permission.ASSIGN)
    with Explained(request) as attempt:
        member = _member(request, access)
        add_assessor(question=question, member=member, by=access.account)
        messages.success(request, sentences.assessor_added(member))
    return _shown(request, access, question, attempt)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Takes somebody off who has not begun."""
    access, assignment = _assignment(request, slug)
    with Explained(request) as attempt:
        remove_assessor(assignment=assignment, by=access.account)
        messages.success(request, sentences.assessor_removed(assignment.member))
    return _shown(request, access, assignment.question, attempt)


@require_POST
@login_required
def hand_over(request: HttpRequest, slug: str) -> HttpResponse:
    """Passes somebody's part on to somebody else."""
    access, assignment = _assignment(request, slug)
    with Explained(request) as attempt:
        member = _member(request, access)
        pass_on(assignment=assignment, to=member, by=access.account)
        names = {"giver": assignment.member, "taker": member}
        messages.success(
            request,
            say(
                "Handed over from {giver} to {taker}. The judgments of {giver} are kept, set aside.", **names
            ),
        )
    return _shown(request, access, assignment.question, attempt)


@require_POST
@login_required
def relieve(request: HttpRequest, slug: str) -> HttpResponse:
    """Asks somebody for no more votes on the nuggets of a question or series."""
    access, assignment = _assignment(request, slug)
    member, unit = assignment.member, questions_of_unit(assignment.question)
    with Explained(request) as attempt:
        pks = list(unit.values_list("pk", flat=True))
        qids = relieve_voter(campaign=access.campaign, member=member, questions=pks, by=access.account)
        messages.success(
            request,
            say(
                "{member} need no longer vote on {qids}. Votes given there are set aside.",
                member=member,
                qids=", ".join(qids),
            ),
        )
    return _shown(request, access, assignment.question, attempt)


@require_POST
@login_required
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Opens a finished question again."""
    access, assignment = _assignment(request, slug)
    with Explained(request) as attempt:
        reopen_assignment(assignment=assignment, by=access.account)
        messages.success(request, sentences.reopened(assignment))
    return _shown(request, access, assignment.question, attempt)


def _shown(request: HttpRequest, access: Access, question: Question, attempt: Attempt) -> HttpResponse:
    """The unit as it is now; where something was refused, with the reason."""
    if attempt.error:
        return _show_unit(request, access, question, status=422)
    return redirect("judging:assign-unit", access.campaign.slug, question.qid)


def _show_unit(request: HttpRequest, access: Access, question: Question, status: int = 200) -> HttpResponse:
    context = {"access": access, "tab": "assign", "unit": unit_page(access.campaign, question)}
    return render(request, "judging/assign_unit.html", context, status=status)


def _assignment(request: HttpRequest, slug: str) -> tuple[Access, Assignment]:
    form = AssignmentForm(request.POST)
    if not form.is_valid():
        raise Http404
    return access_assigned(account_of(request), slug, form.cleaned_data["assignment"])


def _member(request: HttpRequest, access: Access) -> Member:
    form = PersonForm(request.POST)
    if not form.is_valid():
        raise Refused(say("Nobody was chosen."), "person_missing", say("Choose somebody from the list."))
    return access_assessor(access, form.cleaned_data["member"])
