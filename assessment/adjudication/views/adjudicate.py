"""The adjudication pages: the queue, one question with its disputed items, and the decisions."""

from collections.abc import Callable
from urllib.parse import urlencode
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from assessment.adjudication.forms.adjudicate import DecisionForm, ItemForm, PlaceForm
from assessment.adjudication.selectors import disputes
from assessment.adjudication.selectors.cases import CasePage, case_of, case_page, next_question
from assessment.adjudication.selectors.nuggets import has_nuggets
from assessment.adjudication.selectors.settle import unsettled_classes
from assessment.adjudication.services.adjudicate import decide as decide_item
from assessment.adjudication.services.adjudicate import undo_decision as undo_item
from assessment.adjudication.services.adjudicate import withdraw_decision as withdraw_item
from assessment.campaigns.selectors.campaigns import access_campaign, access_question
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.errors import AssizeError
from assessment.shared.pages import Attempt
from assessment.submissions.models import PoolItem


@require_safe
@login_required
def adjudicate(request: HttpRequest, slug: str) -> HttpResponse:
    """The queue of questions with disputed items."""
    access = access_campaign(account_of(request), slug, Permission.ADJUDICATE)
    sort = request.GET.get("sort", "")
    sort = sort if sort in disputes.SORTS else disputes.SORTS[0]
    context = {
        "access": access,
        "tab": "adjudicate",
        "sort": sort,
        "queue": disputes.queue(access.campaign, sort, request.GET.get("page")),
        "unsettled": unsettled_classes(access.campaign),
        "has_nuggets": has_nuggets(access),
    }
    return render(request, "judging/adjudicate.html", context)


@require_safe
@login_required
def question(request: HttpRequest, slug: str, qid: str) -> HttpResponse:
    """One question: its disputed items, and one of them in focus."""
    access, found = access_question(account_of(request), slug, qid, Permission.ADJUDICATE)
    place = PlaceForm(request.GET)
    page = case_page(found, place.value("item"))
    came_by_itself = place.value("decided") or not place.value("item")
    context = {
        **_around(access, page, place),
        "after": place.value("after") or "",
        "rests": came_by_itself and not page.open,  # keys would change a decision that nobody looked for
    }
    return render(request, "judging/adjudicate_question.html", context)


@require_POST
@login_required
def decide(request: HttpRequest, slug: str, qid: str) -> HttpResponse:
    """Stores a decision and goes on to the next open item."""
    return _change(request, slug, qid, DecisionForm(request.POST), decide_item, go_on=True)


@require_POST
@login_required
def withdraw(request: HttpRequest, slug: str, qid: str) -> HttpResponse:
    """Takes a decision back."""
    return _change(request, slug, qid, ItemForm(request.POST), withdraw_item)


@require_POST
@login_required
def undo(request: HttpRequest, slug: str, qid: str) -> HttpResponse:
    """Takes the newest change of a decision back, and shows its item."""
    return _change(request, slug, qid, ItemForm(request.POST), undo_item)


def _item(request: HttpRequest, slug: str, qid: str, form: ItemForm) -> tuple[Access, PoolItem]:
    if not form.is_valid():
        access_question(account_of(request), slug, qid, Permission.ADJUDICATE)
        raise Http404
    return disputes.access_item(account_of(request), slug, qid, form.cleaned_data["item"])


def _change(
    request: HttpRequest,
    slug: str,
    qid: str,
    form: ItemForm,
    service: Callable[..., object],
    *,
    go_on: bool = False,
) -> HttpResponse:
    """Do it and show the item, or the next open one; where it is refused, the item with what was typed."""
    access, item = _item(request, slug, qid, form)
    with Attempt() as attempt:
        service(item=item, by=access.account, **form.change())
    if attempt.error:
        return _refused(request, access, item, attempt.error)
    page = case_page(item.question, item.pk)
    if go_on and not page.open and (following := next_question(item.question)):
        address = reverse("judging:adjudicate-question", args=[access.campaign.slug, following])
        return redirect(f"{address}?{urlencode({'after': item.question.qid})}")
    shown = page.following if go_on and page.following else page.now
    address = reverse("judging:adjudicate-question", args=[access.campaign.slug, item.question.qid])
    end = "&decided=1" if go_on and not page.open else ""
    return redirect(f"{address}?item={shown.pk if shown else item.pk}{end}")


def _refused(request: HttpRequest, access: Access, item: PoolItem, error: AssizeError) -> HttpResponse:
    context = {
        **_around(access, case_page(item.question, item.pk), PlaceForm({})),
        "problem": error,
        "typed": {name: request.POST.get(name, "") for name in ("note", "grade")},
    }
    return render(request, "judging/adjudicate_question.html", context, status=error.status)


def _around(access: Access, page: CasePage, place: PlaceForm) -> dict[str, object]:
    """What the page shows around an item; the place in its document is the one asked for, else the best."""
    case = case_of(access, page, place.value("find") or "", place.value("how") or "exact")
    hit = place.value("hit") or (case.panel.place if case.panel else 1) or 1
    return {
        "access": access,
        "page": page,
        "case": case,
        "place": place,
        "hit": hit,
        "hits_beside": case.panel.beside(hit) if case.panel else None,
        "client_id": uuid4(),
    }
