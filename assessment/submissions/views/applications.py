"""Teams that register themselves: the page of a campaign that is open for it, and the organizers' decisions."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns.models import DateKind
from assessment.campaigns.selectors.schedule import current_dates
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.pages import Attempt, Explained, posted_text
from assessment.shared.say import say
from assessment.submissions.forms.registrations import RegistrationForm
from assessment.submissions.selectors import applications as selectors
from assessment.submissions.selectors.registrations import pairs_of
from assessment.submissions.services import applications as services


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Register a team for a campaign in which one has no part yet. Nothing else of the campaign is shown."""
    offer = selectors.access_offer(request.user, slug)
    campaign, is_sent = offer.campaign, request.method == "POST"
    form = RegistrationForm(request.POST if is_sent else None, campaign=campaign, pairs=pairs_of(campaign))
    more = is_sent and request.POST.get("action") == "more"
    status = 422 if is_sent and not more else 200
    if is_sent and not more and form.is_valid():
        with Attempt() as attempt:
            asked = services.apply_for_team(by=account_of(request), campaign=campaign, entry=form.entry())
            if asked.registration:
                messages.success(request, say("The team {team} is registered.", team=asked.application.name))
                return redirect("submissions:own-team", slug)
            messages.success(
                request, say("The organizers will decide on the team {team}.", team=asked.application.name)
            )
            return redirect("campaigns:list")
        form.add_error(None, str(attempt.error))
        status = int(attempt.status)
    context = {
        "offer": offer,
        "campaign": campaign,
        "ends": current_dates(campaign)[DateKind.REGISTRATION_TO.value],
        "form": form,
        "rows": [*form.rows, *form.more_rows] if more else form.rows,
        "quiet": more,
        "seen": "",
    }
    return render(request, "submissions/join.html", context, status=status)


@require_POST
@login_required
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Take one's own request back."""
    offer = selectors.access_offer(request.user, slug)
    if offer.application is not None:
        with Explained(request):
            services.withdraw_application(by=account_of(request), application=offer.application)
            messages.success(
                request, say("The request for {team} was withdrawn.", team=offer.application.name)
            )
    return redirect("campaigns:list")


@require_POST
@login_required
def decide(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Accept a request, or refuse it with a reason."""
    access, application = selectors.access_application(request.user, slug, pk)
    with Explained(request):
        if request.POST.get("action") == "accept":
            services.accept_application(by=access.account, application=application)
            messages.success(request, say("The team {team} is registered.", team=application.name))
        else:
            reason = posted_text(request, "reason")
            services.refuse_application(by=access.account, application=application, reason=reason)
            messages.success(request, say("The request for {team} was refused.", team=application.name))
    return redirect("submissions:registrations", slug)
