"""The people of a campaign: who they are, what they may do, and how they come in."""

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.selectors.people_figures import people_figures
from assessment.people.forms import AddMemberForm, InviteForm, RolesForm
from assessment.people.models import Account, Member, RoleName
from assessment.people.selectors import accounts as selectors
from assessment.people.selectors.access import Access, Permission
from assessment.people.selectors.sentences import invitation_withdrawn, roles_changed
from assessment.people.services import accounts as services
from assessment.people.services.invitations import renew_invitations as renew_invitations_of
from assessment.people.views import mail
from assessment.people.views.decorators import login_required
from assessment.shared.pages import Explained, seen_by
from assessment.shared.say import say


@require_safe
@login_required
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Members with their roles, invitations with what became of them, and the forms that bring people in."""
    access = access_campaign(request.user, slug, Permission.MANAGE_PEOPLE)
    return _page(request, access)


def _page(
    request: HttpRequest, access: Access, add: AddMemberForm | None = None, invite: InviteForm | None = None
) -> HttpResponse:
    campaign = access.campaign
    invitations, members = selectors.invitations_of(campaign.pk), selectors.members_of(campaign.pk)
    context = {
        "access": access,
        "tab": "people",
        "members": members,
        "invitations": invitations,
        "figures": people_figures(campaign) if _may_have_work(members) else (),
        "expired": sum(row.state == "expired" for row in invitations),
        "events": selectors.events_of(campaign.pk),
        "add": add or AddMemberForm(prefix="add"),
        "invite": invite or InviteForm(prefix="invite"),
    }
    return render(request, "campaigns/people.html", context, status=422 if add or invite else 200)


def _may_have_work(members: Iterable[Member]) -> bool:
    """Whether there is anybody whose work could be shown, which is asked for only then."""
    return any(RoleName.ASSESSOR in member.role_names() for member in members)


@require_POST
@login_required
def add_member(request: HttpRequest, slug: str) -> HttpResponse:
    """Bring an existing account into the campaign."""
    access = access_campaign(request.user, slug, Permission.MANAGE_PEOPLE)
    form = AddMemberForm(request.POST, prefix="add")
    found = (
        Account.objects.filter(username=form.cleaned_data["username"])
        if form.is_valid()
        else Account.objects.none()
    )
    account = found.first()
    if form.is_valid() and account is None:
        form.add_error("username", say("There is no account with this name. Invite the person instead."))
    if account is None:
        return _page(request, access, add=form)
    member = services.ensure_member(
        campaign=access.campaign,
        name=account.username,
        roles=form.cleaned_data["roles"],
        by=access.account,
        account=account,
    )
    messages.success(request, services.joined_sentence(member))
    return redirect("campaigns:people", slug)


@require_POST
@login_required
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Invite somebody by a link."""
    access = access_campaign(request.user, slug, Permission.MANAGE_PEOPLE)
    form = InviteForm(request.POST, prefix="invite")
    if not form.is_valid():
        return _page(request, access, invite=form)
    with Explained(request):
        path = services.invite(campaign=access.campaign, by=access.account, **form.cleaned_data)
        mail.show_invitation(request, path, form.cleaned_data["email"])
    return redirect("campaigns:people", slug)


@require_POST
@login_required
def withdraw_invitation(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """End an invitation that nobody accepted yet."""
    access = access_campaign(request.user, slug, Permission.MANAGE_PEOPLE)
    invitation = selectors.access_campaign_invitation(access.campaign.pk, pk)
    with Explained(request):
        services.withdraw_invitation(invitation=invitation, by=access.account)
        messages.success(request, invitation_withdrawn(invitation))
    return redirect("campaigns:people", slug)


@require_POST
@login_required
def renew_invitations(request: HttpRequest, slug: str) -> HttpResponse:
    """New links for one invitation, or for all that have expired; shown once."""
    access = access_campaign(request.user, slug, Permission.MANAGE_PEOPLE)
    one = request.POST.get("invitation", "")
    pk = int(one) if one.isascii() and one.isdecimal() and len(one) < 19 else 0
    chosen = (
        [selectors.access_campaign_invitation(access.campaign.pk, pk)]
        if one
        else selectors.expired_invitations(access.campaign.pk)
    )
    with Explained(request):
        links = renew_invitations_of(campaign=access.campaign, invitations=chosen, by=access.account)
        if links:
            context = {"access": access, "tab": "people", "links": mail.handed(request, links)}
            return render(request, "campaigns/invited.html", context)
        messages.success(request, say("No invitation has expired."))
    return redirect("campaigns:people", slug)


@require_POST
@login_required
def member_roles(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change what a member may do."""
    access = access_campaign(request.user, slug, Permission.MANAGE_PEOPLE)
    member = selectors.access_member(selectors.members_of(access.campaign.pk), pk)
    form = RolesForm(request.POST)
    if form.is_valid():
        with Explained(request):
            services.set_roles(
                member=member, roles=form.cleaned_data["roles"], by=access.account, seen=seen_by(request)
            )
            messages.success(request, roles_changed(member))
    return redirect("campaigns:people", slug)
