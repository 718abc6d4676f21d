"""The webhooks of a campaign: all of them, and each with its last messages."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from assessment.people.selectors.access import Access
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.pages import Explained, OnForm
from assessment.shared.say import say
from assessment.webhooks.forms import HappeningsForm, WebhookForm
from assessment.webhooks.models import CHOOSABLE, Webhook
from assessment.webhooks.selectors import (
    SHOWN,
    access_webhook,
    access_webhooks,
    deliveries_of,
    delivery_of,
    last_outcome,
    next_attempt,
    webhooks_of,
)
from assessment.webhooks.services.webhooks import (
    FORMER_LASTS,
    add_webhook,
    change_webhook,
    remove_webhook,
    rotate_secret,
    send_again,
    send_trial,
)


@require_http_methods(["GET", "POST"])
@login_required
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """All webhooks of the campaign, and a form for a new one, whose page then shows its secret this once."""
    access = access_webhooks(request.user, slug)
    everything = {"happenings": [one.value for one in CHOOSABLE]}
    form = WebhookForm(request.POST or None, initial=everything)
    if request.method == "POST" and form.is_valid():
        with OnForm(form, "url"):
            made = add_webhook(campaign=access.campaign, by=account_of(request), **form.cleaned_data)
            return _page(request, access, made.webhook, secret=made.secret)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    context = {"access": access, "tab": "webhooks", "form": form, "webhooks": webhooks_of(access.campaign)}
    return render(request, "webhooks/list.html", context, status=status)


@require_http_methods(["GET", "POST"])
@login_required
def webhook(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One webhook with its last messages; sent, what it is told from now on."""
    access, found = access_webhook(request.user, slug, pk)
    form = HappeningsForm(request.POST or None, initial={"happenings": found.happenings})
    if request.method == "POST" and form.is_valid():
        with OnForm(form):
            change_webhook(webhook=found, by=account_of(request), **form.cleaned_data)
            messages.success(request, say("Saved."))
            return redirect("webhooks:webhook", slug, pk)
    return _page(request, access, found, form=form)


@require_safe
@login_required
def part(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The last messages alone, for the page's script, while some wait."""
    access, found = access_webhook(request.user, slug, pk)
    return render(request, "webhooks/_messages.html", {"access": access, **_messages(found)})


def _messages(found: Webhook) -> dict[str, Any]:
    rows = list(deliveries_of(found)[:SHOWN])
    return {
        "webhook": found,
        "deliveries": [(row, last_outcome(row), next_attempt(row)) for row in rows],
        "is_tried_now": any(row.is_waiting and not row.attempts for row in rows),
    }


def _page(request: HttpRequest, access: Access, found: Webhook, **more: Any) -> HttpResponse:
    form = more.pop("form", None) or HappeningsForm(initial={"happenings": found.happenings})
    context = {
        "access": access,
        "tab": "webhooks",
        "form": form,
        "hours": int(FORMER_LASTS.total_seconds() // 3600),
        **_messages(found),
        **more,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "webhooks/webhook.html", context, status=status)


@require_POST
@login_required
def new_secret(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Replace the secret; the page that answers shows the new one this once."""
    access, found = access_webhook(request.user, slug, pk)
    with Explained(request):
        made = rotate_secret(webhook=found, by=account_of(request))
        return _page(request, access, made.webhook, secret=made.secret)
    return redirect("webhooks:webhook", slug, pk)


@require_POST
@login_required
def switch(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Switch it off or on."""
    _, found = access_webhook(request.user, slug, pk)
    with Explained(request):
        is_on = change_webhook(webhook=found, by=account_of(request), is_on="on" in request.POST).is_on
        messages.success(request, say("The webhook is on.") if is_on else say("The webhook is off."))
    return redirect("webhooks:webhook", slug, pk)


@require_POST
@login_required
def trial(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Send a message that tells nothing."""
    _, found = access_webhook(request.user, slug, pk)
    with Explained(request):
        send_trial(webhook=found)
        messages.success(request, say("A test message is being sent; the result appears below."))
    return redirect("webhooks:webhook", slug, pk)


@require_POST
@login_required
def send(request: HttpRequest, slug: str, pk: int, delivery: int) -> HttpResponse:
    """Send a message again."""
    _, found = access_webhook(request.user, slug, pk)
    row = delivery_of(found, delivery)
    with Explained(request):
        send_again(delivery=row)
        messages.success(request, say("The message is being sent again."))
    return redirect("webhooks:webhook", slug, pk)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Remove it with its messages."""
    _, found = access_webhook(request.user, slug, pk)
    with Explained(request):
        remove_webhook(webhook=found, by=account_of(request))
        messages.success(request, say("The webhook was removed."))
    return redirect("webhooks:list", slug)
