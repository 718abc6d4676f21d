"""One series of a campaign: what it is about, the order of its questions, and questions more."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns.forms.candidates import SOURCES, TARGET_TYPES, TargetForm
from assessment.campaigns.forms.series import MoreForm, OrderForm
from assessment.campaigns.models import Series
from assessment.campaigns.selectors import candidates as selectors
from assessment.campaigns.selectors import sentences
from assessment.campaigns.selectors.campaigns import head_of
from assessment.campaigns.services import series as services
from assessment.people.selectors.access import Access
from assessment.people.views.decorators import login_required
from assessment.shared.errors import AssizeError
from assessment.shared.pages import OnForm, mark_again, seen_by


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def series(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Change a series' target and the order of its questions."""
    access, row = selectors.access_series(request.user, slug, key)
    data = request.POST if request.method == "POST" else None
    about = {"target": row.target, "target_type": row.target_type}
    target = TargetForm(data, initial=about, versioned=False)
    order = OrderForm(row.questions.select_related("campaign").in_order(), data)
    attempt = OnForm(target)
    if data is not None and all([target.is_valid(), order.is_valid()]):
        with attempt:
            services.edit_series(
                series=row,
                target=target.cleaned_data["target"],
                target_type=target.cleaned_data["target_type"],
                places=order.places,
                by=access.account,
                seen=seen_by(request),
            )
            messages.success(request, sentences.series_saved(row))
            return redirect("campaigns:series", slug, key)
    return _page(request, access, row, target, order, MoreForm(campaign=access.campaign), attempt.error)


@require_POST
@login_required
def add_question(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Add a question at the end of a series."""
    access, row = selectors.access_series(request.user, slug, key)
    more = MoreForm(request.POST, campaign=access.campaign)
    if more.is_valid():
        with OnForm(more):
            fields = {name: more.cleaned_data[name] for name in ("type", "text", "source")}
            made = services.add_question(series=row, by=access.account, **fields)
            messages.success(request, sentences.question_added(made))
            return redirect("campaigns:series", slug, key)
    about = {"target": row.target, "target_type": row.target_type}
    order = OrderForm(row.questions.select_related("campaign").in_order())
    return _page(request, access, row, TargetForm(initial=about, versioned=False), order, more)


def _page(
    request: HttpRequest,
    access: Access,
    row: Series,
    target: TargetForm,
    order: OrderForm,
    more: MoreForm,
    refused: AssizeError | None = None,
) -> HttpResponse:
    questions = [question for question, _ in order.rows()]
    context = {
        "access": access,
        "tab": "questions",
        "series": row,
        "head": head_of(row),
        "target": target,
        "order": order,
        "seen": mark_again(request, services.state_of(row, questions), refused),
        "more": more,
        "target_types": TARGET_TYPES,
        "sources": SOURCES,
    }
    bound = target.is_bound or more.is_bound
    return render(request, "campaigns/series.html", context, status=422 if bound else 200)
