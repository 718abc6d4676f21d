"""The schedule of a campaign: seen by everybody in it, set by organizers, and taken along as a calendar."""

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_http_methods, require_safe

from assessment.campaigns.forms.schedule import ScheduleForm
from assessment.campaigns.selectors import sentences
from assessment.campaigns.selectors.calendars import calendar_of
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.selectors.schedule import (
    access_schedule,
    current_dates,
    is_known,
    schedule_for,
    state_of_dates,
)
from assessment.campaigns.services.dates import set_dates
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.calendar import MEDIA_TYPE
from assessment.shared.pages import OnForm, seen_by
from assessment.shared.seen import mark_of


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def schedule(request: HttpRequest, slug: str) -> HttpResponse:
    """The dates with what comes next; organizers set and move them."""
    if request.method != "POST":
        return _page(request, access_schedule(request.user, slug))
    access = access_campaign(request.user, slug, Permission.EDIT_CAMPAIGN)
    form = ScheduleForm(current_dates(access.campaign), request.POST)
    if form.is_valid():
        with OnForm(form):
            changed = set_dates(
                campaign=access.campaign,
                wanted=form.dates,
                reason=form.cleaned_data["reason"],
                by=access.account,
                seen=seen_by(request),
                past=form.cleaned_data["past"],
            )
            messages.success(request, sentences.dates_set(access.campaign, changed))
            return redirect("campaigns:schedule", slug)
    return _page(request, access, form)


@require_safe
@login_required
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The schedule as a calendar file."""
    access = access_schedule(request.user, slug)
    name = f"{access.campaign.slug}.ics"
    headers = {"Content-Disposition": content_disposition_header(as_attachment=True, filename=name) or ""}
    return HttpResponse(calendar_of(access), content_type=MEDIA_TYPE, headers=headers)


def _page(request: HttpRequest, access: Access, form: ScheduleForm | None = None) -> HttpResponse:
    campaign = access.campaign
    refusals = form.errors.as_data().get(NON_FIELD_ERRORS, []) if form else []
    codes = {error.code for error in refusals}
    seen = None if "changed_meanwhile" in codes else seen_by(request)
    context = {
        "access": access,
        "tab": "schedule",
        "schedule": schedule_for(access),
        "form": form or ScheduleForm(current_dates(campaign)),
        "seen": seen or mark_of(state_of_dates(campaign)),
        "needs_reason": is_known(campaign),
        "has_passed": bool(codes & {"date_past", "deadline_past"}),
    }
    return render(request, "campaigns/schedule.html", context, status=422 if form else 200)
