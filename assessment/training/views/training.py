"""Training: the sample questions of a campaign, a try at one, and its review."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from assessment.campaigns.selectors.campaigns import access_campaign, guidelines_in_force
from assessment.campaigns.views.file_pages import FilePage
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.errors import AssizeError, Refused
from assessment.shared.pages import explain
from assessment.shared.say import say
from assessment.training.forms.samples import RequiredForm, SamplesForm
from assessment.training.models import TrainingAttempt
from assessment.training.selectors import sentences
from assessment.training.selectors.annotating import annotation_review
from assessment.training.selectors.trained import trained
from assessment.training.selectors.training import (
    AttemptPage,
    access_attempt,
    access_own_try,
    access_sample,
    access_training,
    is_own,
    is_required,
    samples_for,
    try_page,
)
from assessment.training.services.samples import require_training
from assessment.training.services.training import begin_try, finish_try, save_grades
from assessment.training.views.annotating import show_try

_GRADE = "grade-"
FILES = FilePage(("samples",), SamplesForm, "judging/samples.html", "training", "training/import/")


@require_safe
@login_required
def training(request: HttpRequest, slug: str) -> HttpResponse:
    """What there is to try, and for organizers who has done it."""
    access = access_training(request.user, slug)
    required = is_required(access.campaign)
    context = {
        "access": access,
        "tab": "training",
        "required": required,
        "guidelines": guidelines_in_force(access.campaign),
        "mine": samples_for(access) if access.may(Permission.JUDGE) else None,
    }
    if access.may(Permission.EDIT_CAMPAIGN):
        context |= {
            "trained": trained(access.campaign),
            "required_form": RequiredForm(initial={"required": required}),
        }
    return render(request, "judging/training.html", context)


@require_POST
@login_required
def required(request: HttpRequest, slug: str) -> HttpResponse:
    """Say whether training comes before judging."""
    access = access_campaign(request.user, slug, Permission.EDIT_CAMPAIGN)
    wanted = "required" in request.POST
    require_training(campaign=access.campaign, required=wanted, by=access.account)
    messages.success(request, sentences.training_required(wanted))
    return redirect("judging:training", slug)


@require_POST
@login_required
def begin(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Begin a try, or go on with the one that was begun."""
    access, question = access_sample(request.user, slug, name, Permission.JUDGE)
    if access.member is None:
        raise Http404
    attempt = begin_try(question=question, member=access.member, by=access.account)
    return redirect("judging:training-try", slug, attempt.pk)


@require_safe
@login_required
def attempt(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The pool to judge or, once it is finished, its review."""
    access, found = access_attempt(request.user, slug, pk)
    return _show(request, access, found)


@require_POST
@login_required
def save(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Keep the grades given so far. A script asks without wanting a page."""
    _, found = access_own_try(request.user, slug, pk)
    try:
        save_grades(try_id=found.pk, grades=_grades(request), by=account_of(request))
    except AssizeError as error:
        if "quietly" in request.POST:
            return HttpResponse(str(error), status=422, content_type="text/plain; charset=utf-8")
        explain(request, error)
        return redirect("judging:training-try", slug, pk)
    if "quietly" in request.POST:
        return HttpResponse(status=204)
    messages.success(
        request, say("Your grades in {name} are kept. Continue whenever you like.", name=found.question.name)
    )
    return redirect("judging:training", slug)


@require_POST
@login_required
def finish(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """End the try and go to its review; where answers wait for a grade, show which."""
    _, found = access_own_try(request.user, slug, pk)
    try:
        save_grades(try_id=found.pk, grades=_grades(request), by=account_of(request))
        finish_try(try_id=found.pk, by=account_of(request))
    except AssizeError as error:
        explain(request, error)
        if error.code != "answers_ungraded":
            return redirect("judging:training-try", slug, pk)
        access, found = access_attempt(request.user, slug, pk)
        return _show(request, access, found, finishing=True)
    return redirect("judging:training-try", slug, pk)


def _show(
    request: HttpRequest, access: Access, found: TrainingAttempt, finishing: bool = False
) -> HttpResponse:
    own = is_own(access, found)
    review = bool(found.finished_at) or not own
    is_annotation = found.question.is_annotation
    if is_annotation and not review:
        return show_try(request, access, found)
    page = AttemptPage(found, []) if is_annotation else try_page(found, finishing)
    context = {"access": access, "tab": "training", "page": page, "own": own, "finished": found.finished_at}
    if review and own:
        rows = samples_for(access)
        context["next"] = next((row.question for row in rows if not row.finished), None)
    context |= {"annotation": annotation_review(access, found)} if is_annotation else {"groups": page.groups}
    template = "judging/training_review.html" if review else "judging/training_try.html"
    return render(request, template, context, status=422 if finishing else 200)


def _grades(request: HttpRequest) -> dict[int, str]:
    """The grades of a form, by the key of the answer. Refused where a field names none."""
    given = {
        name.removeprefix(_GRADE): value for name, value in request.POST.items() if name.startswith(_GRADE)
    }
    if not all(key.isascii() and key.isdigit() and len(key) < 19 for key in given):
        raise Refused(
            say("An answer is not of this sample question. Nothing was saved."),
            "answer_unknown",
            say("Reload the page."),
        )
    return {int(key): str(value) for key, value in given.items()}
