"""What an assessor said before: the history of an answer, and the judgments of today."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from assessment.judging.forms.judge import PlaceForm
from assessment.judging.selectors.assignments import access_assignment
from assessment.judging.selectors.own_history import item_history, judged_today
from assessment.judging.selectors.rows import items_of
from assessment.people.views.decorators import account_of, login_required


@require_safe
@login_required
def history(request: HttpRequest, assignment: int) -> HttpResponse:
    """The person's own changes of one answer; for the scripts of the judging page the list alone."""
    found = access_assignment(account_of(request), assignment)
    item = items_of(found).filter(pk=PlaceForm(request.GET).value("item") or 0).first()
    if item is None:
        raise Http404
    context = {"assignment": found, "item": item, "history": item_history(found, item.pk)}
    of_script = request.headers.get("X-Assize-Fetch")
    template = "judging/_item_history.html" if of_script else "judging/item_history.html"
    return render(request, template, context)


@require_safe
@login_required
def today(request: HttpRequest) -> HttpResponse:
    """What the person judged today, to look at again."""
    page = judged_today(account_of(request), request.GET.get("page"))
    return render(request, "judging/judged_today.html", {"page": page})
