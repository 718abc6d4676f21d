"""The log of what people were told, messages of organizers, and everybody's own choice."""

from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.notices.forms import ChoiceForm, MessageForm
from assessment.notices.models import CHOOSABLE, Notice, NoticeState
from assessment.notices.selectors import (
    access_notice,
    group_of,
    notices_of,
    waiting_by_hand,
    wanted_kinds,
)
from assessment.notices.services.notify import choose, mark_handed_over, send_again, send_message
from assessment.people.selectors.access import Permission
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.pages import Explained, OnForm
from assessment.shared.say import say, say_n

SHOWN = 50  # notices of the log on a page
BY_HAND = 100  # notices to hand over shown at once


@require_http_methods(["GET", "POST"])
@login_required
def messages_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that people of the campaign were told, and a form to write to them."""
    access = access_campaign(request.user, slug, Permission.MANAGE_PEOPLE)
    form = MessageForm(request.POST or None, initial={"about": uuid4().hex})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        with OnForm(form):
            made = send_message(
                campaign=access.campaign,
                to=list(group_of(access.campaign, data["to"])),
                subject=data["subject"],
                text=data["text"],
                about=data["about"],
                by=access.account,
            )
            messages.success(request, said(len(made)))
            return redirect("notices:messages", slug)
    page = Paginator(notices_of(access.campaign), SHOWN).get_page(request.GET.get("page"))
    context = {
        "access": access,
        "tab": "messages",
        "form": form,
        "page": page,
        "by_hand": list(waiting_by_hand(access.campaign)[:BY_HAND]),
        "sends_mail": bool(settings.MAIL_URL),
        "again": {NoticeState.FAILED, NoticeState.SENDING},
    }
    return render(request, "notices/messages.html", context, status=422 if form.errors else 200)


def said(people: int) -> str:
    """What became of a message."""
    if settings.MAIL_URL:
        return say_n("Your message goes to {n} person.", "Your message goes to {n} people.", people)
    return say_n(
        "This site sends no mail: hand your message to {n} person yourself. It is listed below.",
        "This site sends no mail: hand your message to {n} people yourself. It is listed below.",
        people,
    )


@require_POST
@login_required
def handed_over(request: HttpRequest, slug: str) -> HttpResponse:
    """Notes that the people were told."""
    access = access_campaign(request.user, slug, Permission.MANAGE_PEOPLE)
    chosen = [int(pk) for pk in request.POST.getlist("notice") if pk.isdecimal() and len(pk) < 19]
    count = mark_handed_over(notices=chosen, campaign=access.campaign)
    messages.success(request, say_n("{n} marked as handed over.", "{n} marked as handed over.", count))
    return redirect("notices:messages", slug)


@require_POST
@login_required
def send(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Sends once more what was not sent."""
    access = access_campaign(request.user, slug, Permission.MANAGE_PEOPLE)
    with Explained(request):
        notice = send_again(notice=access_notice(access.campaign, pk))
        messages.success(request, _state_of(notice))
    return redirect("notices:messages", slug)


def _state_of(notice: Notice) -> str:
    """What is to become of a notice that did not go out."""
    if notice.state == NoticeState.TO_HAND_OVER:
        return say("{subject}: to hand over.", subject=notice.subject)
    return say("{subject}: waiting to be sent.", subject=notice.subject)


@require_http_methods(["GET", "POST"])
@login_required
def choose_notices(request: HttpRequest) -> HttpResponse:
    """Which notices somebody wants."""
    account = account_of(request)
    form = ChoiceForm(request.POST or None, initial={"wanted": wanted_kinds(account)})
    if request.method == "POST":
        form = ChoiceForm(request.POST)
        if form.is_valid():
            choose(account=account, wanted=form.cleaned_data["wanted"], offered=CHOOSABLE)
            messages.success(request, say("Saved."))
            return redirect("notices:choose")
    return render(request, "notices/choose.html", {"form": form}, status=422 if form.errors else 200)
