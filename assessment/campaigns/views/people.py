"""The people of a campaign: who they are, what they may do, and how they come in."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.forms import AddMemberForm, InviteForm, RolesForm
from assessment.people.models import Account
from assessment.people.selectors import accounts as selectors
from assessment.people.selectors.access import Access, Permission
from assessment.people.services import accounts as services
from assessment.people.views import mail
from assessment.people.views.decorators import login_required
from assessment.shared.pages import Explained, seen_by


@login_required
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Members with their roles, open invitations, and the forms that bring people in."""
    access = access_campaign(request.user, slug, Permission.MANAGE_PEOPLE)
    return _page(request, access)


def _page(
    request: HttpRequest, access: Access, add: AddMemberForm | None = None, invite: InviteForm | None = None
) -> HttpResponse:
    campaign = access.campaign
    context = {
        "access": access,
        "tab": "people",
        "members": selectors.members_of(campaign.pk),
        "invitations": selectors.open_invitations(campaign.pk),
        "events": selectors.events_of(campaign.pk),
        "add": add or AddMemberForm(prefix="add"),
        "invite": invite or InviteForm(prefix="invite"),
    }
    return render(request, "campaigns/people.html", context, status=422 if add or invite else 200)


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
        form.add_error("username", "There is no account with this name. Invite the person instead.")
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
    path = services.invite(campaign=access.campaign, by=access.account, **form.cleaned_data)
    mail.hand_over(
        request,
        path=path,
        email=form.cleaned_data["email"],
        subject=f"Invitation to {access.campaign.title}",
        sentence=f"{access.account} invites you to {access.campaign.title}. Open this link to join:",
    )
    return redirect("campaigns:people", slug)


@require_POST
@login_required
def withdraw_invitation(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """End an invitation that nobody accepted yet."""
    access = access_campaign(request.user, slug, Permission.MANAGE_PEOPLE)
    invitation = selectors.access_campaign_invitation(access.campaign.pk, pk)
    with Explained(request):
        services.withdraw_invitation(invitation=invitation, by=access.account)
        messages.success(
            request, f"The invitation for {invitation.name} is withdrawn: its link no longer works."
        )
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
            messages.success(request, f"The roles of {member.name} are changed.")
    return redirect("campaigns:people", slug)
