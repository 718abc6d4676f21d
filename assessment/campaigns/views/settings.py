"""The settings of a campaign, its deadline and its state."""

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns import services
from assessment.campaigns.forms.campaigns import DeadlineForm, StateForm, current_deadline
from assessment.campaigns.forms.setting_groups import arrange
from assessment.campaigns.forms.settings import SettingsForm
from assessment.campaigns.models.states import STEPS
from assessment.campaigns.selectors import campaigns as selectors
from assessment.campaigns.selectors import sentences
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.pages import OnForm, seen_by
from assessment.shared.say import say
from assessment.shared.seen import mark_of

LONGEST_QUERY = 200


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Every setting with what it means, or those that have the words of `q`; organizers change them, adjudicators read."""
    permission = Permission.EDIT_CAMPAIGN if request.method == "POST" else Permission.SEE_BOARD
    access = selectors.access_campaign(request.user, slug, permission)
    if request.method != "POST":
        return _page(request, access)
    form = SettingsForm(access.campaign, request.POST)
    if form.is_valid():
        with OnForm(form):
            services.edit_settings(campaign=access.campaign, by=access.account, **form.changes())
            messages.success(
                request,
                say(sentences.SETTINGS_SAVED if form.changed_data else sentences.NOTHING_CHANGED),
            )
            return redirect("campaigns:settings", slug)
    return _page(request, access, settings_form=_again(access, form))


def _again(access: Access, form: SettingsForm) -> SettingsForm:
    """The form as it was filled in; after a conflict, beside the settings that there are now."""
    if not form.has_error(NON_FIELD_ERRORS, "changed_meanwhile"):
        return form
    again = SettingsForm(access.campaign, form.data).again()
    again.add_error(None, form.non_field_errors()[0])
    return again


@require_POST
@login_required
def state(request: HttpRequest, slug: str) -> HttpResponse:
    """Open the campaign, close it, or go a step back."""
    access = selectors.access_campaign(request.user, slug, Permission.EDIT_CAMPAIGN)
    form = StateForm(request.POST)
    if form.is_valid():
        with OnForm(form):
            services.change_state(campaign=access.campaign, by=access.account, **form.cleaned_data)
            messages.success(request, sentences.state_changed(access.campaign))
            return redirect("campaigns:settings", slug)
    access.campaign.refresh_from_db()
    return _page(request, access, state_form=form)


@require_POST
@login_required
def deadline(request: HttpRequest, slug: str) -> HttpResponse:
    """Set the first deadline, or move it for all teams or for one."""
    access = selectors.access_campaign(request.user, slug, Permission.EDIT_CAMPAIGN)
    form = DeadlineForm(request.POST)
    if form.is_valid():
        with OnForm(form):
            services.set_or_move_deadline(
                campaign=access.campaign,
                deadline=form.zoned,
                reason=form.cleaned_data["reason"],
                by=access.account,
                team_name=form.cleaned_data["team"],
                seen=seen_by(request),
                past=form.cleaned_data["past"],
            )
            messages.success(request, sentences.deadline_set(access.campaign))
            return redirect("campaigns:settings", slug)
    return _page(request, access, deadline_form=form)


def _page(
    request: HttpRequest,
    access: Access,
    settings_form: SettingsForm | None = None,
    deadline_form: DeadlineForm | None = None,
    state_form: StateForm | None = None,
) -> HttpResponse:
    campaign = access.campaign
    refused = settings_form or deadline_form or state_form
    moves = list(campaign.deadline_changes.select_related("made_by").order_by("pk"))
    conflicts = deadline_form is not None and deadline_form.has_error(NON_FIELD_ERRORS, "changed_meanwhile")
    seen = None if conflicts else seen_by(request)
    form = settings_form or SettingsForm(campaign)
    context = {
        "access": access,
        "tab": "settings",
        "settings_form": form,
        "arranged": arrange(form, request.GET.get("q", "")[:LONGEST_QUERY]),
        "deadline_form": deadline_form or DeadlineForm(initial=current_deadline(campaign)),
        "state_form": state_form,
        "steps": STEPS[campaign.state],
        "moves": moves,
        "general_moves": selectors.general_moves(moves),
        "deadline_is_free": selectors.is_deadline_free(campaign, moved=bool(moves)),
        "deadline_seen": seen or mark_of([campaign.deadline_text, len(moves)]),
        "deadline_has_passed": deadline_form is not None
        and deadline_form.has_error(NON_FIELD_ERRORS, "deadline_past"),
        "teams": campaign.teams.order_by("name"),
    }
    return render(request, "campaigns/settings.html", context, status=422 if refused else 200)
