"""Writes of the people app but for the log: members and roles, accounts, invitations and password links."""

from collections.abc import Container, Iterable, Sequence
from typing import TYPE_CHECKING

from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from assessment.people.models import Account, Invitation, Member, Role, RoleName
from assessment.people.services.events import record_event
from assessment.people.services.invitations import new_invitation
from assessment.people.services.sessions import end_sessions
from assessment.shared.errors import Refused
from assessment.shared.roles import role_words
from assessment.shared.say import say
from assessment.shared.seen import refuse_changed
from documents.prepared import Prepared

if TYPE_CHECKING:
    from assessment.campaigns.models import Campaign

LONGEST_NAME = 150  # characters of a member's name, as the table has it


def member_named(campaign: "Campaign", name: str) -> Member | None:
    """The person whom the campaign's files call by this name."""
    return _named.first(campaign=campaign.pk, name=name)


@Prepared
def _named(campaign: int, name: str) -> "QuerySet[Member]":
    return Member.objects.filter(campaign=campaign, name=name)


@transaction.atomic
def ensure_member(
    *,
    campaign: "Campaign",
    name: str,
    roles: Iterable[str],
    by: Account | None,
    account: Account | None = None,
) -> Member:
    """Make sure that a person belongs to the campaign and has at least these roles.

    With an account, the account's own membership is used or made; its name gets a number behind it
    where files already speak of somebody else of that name. Without one, the name decides.
    """
    member = _existing_member(campaign, name, account)
    if member is None:
        alike = Member.objects.filter(campaign=campaign, name__startswith=name[: LONGEST_NAME // 2])
        taken = set(alike.values_list("name", flat=True)) if account else set()
        member = Member.objects.create(campaign=campaign, account=account, name=free_name(name, taken))
        record_event(by=by, campaign=campaign, verb="member:added", subject=member.name, roles=sorted(roles))
    elif member.left_at:
        member.left_at, member.former = None, {}
        member.save(update_fields=["left_at", "former"])
        record_event(by=by, campaign=campaign, verb="member:added", subject=member.name, roles=sorted(roles))
    if wanted := set(roles):
        missing = wanted - set(member.roles.values_list("role", flat=True))
        Role.objects.bulk_create(Role(member=member, role=role) for role in sorted(missing))
    return member


def joined_sentence(member: Member) -> str:
    """That somebody with an account is in the campaign; and under which name, where theirs was taken."""
    assert member.account is not None
    username = member.account.username
    if member.name == username:
        return say("{name} was added.", name=username)
    return say(
        "{name} was added as {other}, because a file already has somebody called {name}. "
        "Judgments of this account are exported under {other}, and files have to name it so.",
        name=username,
        other=member.name,
    )


def _existing_member(campaign: "Campaign", name: str, account: Account | None) -> Member | None:
    if account is None:
        return member_named(campaign, name)
    return _of_account.first(campaign=campaign.pk, account=account.pk)


@Prepared
def _of_account(campaign: int, account: int) -> "QuerySet[Member]":
    return Member.objects.filter(campaign=campaign, account=account)


def free_name(name: str, taken: Container[str]) -> str:
    """A name in the files of a campaign that nobody has: with a number behind it, where it is taken."""
    number, candidate = 2, name
    while candidate in taken:
        ending, number = f"-{number}", number + 1
        candidate = name[: LONGEST_NAME - len(ending)] + ending
    return candidate


@transaction.atomic
def set_roles(*, member: Member, roles: Iterable[str], by: Account | None, seen: str | None = None) -> None:
    """Give a member exactly these roles. Work already done under a lost role is kept.

    `seen` is the mark of the roles that the page showed; Conflict where they are others by now. Refused where the member
    was removed: roles would let them in again, and nobody would see it.
    """
    wanted = set(roles)
    member = _locked_member(member)
    if member.left_at:
        raise Refused(
            say("{member} was removed already.", member=member),
            "person_removed",
            say("Put the person back first."),
        )
    refuse_changed(
        seen=seen,
        state=member.role_names(),
        what=say("the roles of {name}", name=member.name),
        now=role_words(member.role_names()) or say("none"),
        wanted=role_words(sorted(wanted)) or say("none"),
    )
    if by and by == member.account and RoleName.ADMIN not in wanted and not by.is_superuser:
        others = Role.objects.filter(member__campaign=member.campaign, role=RoleName.ADMIN).exclude(
            member=member
        )
        if member.roles.filter(role=RoleName.ADMIN).exists() and not others.exists():
            raise Refused(
                say("You are the campaign's only admin."),
                "last_admin",
                say("Make somebody else an admin first."),
            )
    held = set(member.role_names())
    member.roles.filter(role__in=held - wanted).delete()
    Role.objects.bulk_create(Role(member=member, role=role) for role in sorted(wanted - held))
    record_event(
        by=by,
        campaign=member.campaign,
        verb="member:roles_changed",
        subject=member.name,
        roles=sorted(wanted),
    )


def _locked_member(member: Member) -> Member:
    """The member as it is now; changes of roles in one campaign wait for each other, so that an admin remains."""
    everybody = Member.objects.filter(campaign=member.campaign_id).select_for_update(no_key=True)
    return {row.pk: row for row in everybody.order_by("pk")}[member.pk]


@transaction.atomic
def create_account(
    *,
    username: str,
    password: str | None,
    by: Account | None,
    display_name: str = "",
    email: str = "",
    languages: Sequence[str] = (),
    site_admin: bool = False,
    may_create: bool = False,
) -> Account:
    """Create somebody who can sign in; without a password, by a password link only."""
    refuse_unfit_name(username)
    account = Account(
        username=username,
        display_name=display_name,
        email=email,
        languages=list(languages),
        is_superuser=site_admin,
        is_staff=site_admin,
        may_create=may_create,
    )
    if password is not None:
        _check_password(password, account)
    account.set_password(password)
    account.save()
    record_event(by=by, campaign=None, verb="account:created", subject=username)
    return account


def refuse_unfit_name(username: str) -> None:
    """Refuse a name that no new account can have: it is taken, or none at all."""
    _check_username(username)
    if Account.objects.filter(username__iexact=username).exists():
        raise Refused(
            say("The name {name} is taken.", name=username), "username_taken", say("Choose another one.")
        )


def _check_username(username: str) -> None:
    """Hold a name to the rules that forms hold it to."""
    try:
        Account._meta.get_field("username").clean(username, None)
    except ValidationError as error:
        raise Refused(
            say("“{name}” cannot be a user name.", name=username),
            "username_invalid",
            " ".join(error.messages),
        ) from error


def _check_password(password: str, account: Account) -> None:
    try:
        validate_password(password, account)
    except ValidationError as weak:
        raise Refused(
            " ".join(weak.messages), "password_weak", say("Choose a longer or less common one.")
        ) from weak


@transaction.atomic
def set_account_open(*, account: Account, is_open: bool, by: Account | None) -> None:
    """Close an account (it can no longer sign in, and is signed out; its work stays) or open it again."""
    if account == by:
        raise Refused(say("This is your own account."), "own_account", say("Ask another admin."))
    if account.removed_at:
        raise Refused(
            say("The personal data of {name} are removed already.", name=account.username),
            "account_removed",
            say("Make a new account."),
        )
    account.is_active = is_open
    account.save(update_fields=["is_active"])
    verb = "account:reopened" if is_open else "account:closed"
    record_event(by=by, campaign=None, verb=verb, subject=account.username)
    if not is_open:
        end_sessions(account=account, by=by)


@transaction.atomic
def set_may_create(*, account: Account, may_create: bool, by: Account | None) -> None:
    """Let somebody make campaigns and bring collections, or no longer. Campaigns that they made stay theirs."""
    account.may_create = may_create
    account.save(update_fields=["may_create"])
    verb = "account:may_create" if may_create else "account:may_not_create"
    record_event(by=by, campaign=None, verb=verb, subject=account.username)


@transaction.atomic
def invite(
    *,
    campaign: "Campaign | None",
    name: str,
    roles: Sequence[str],
    by: Account | None,
    email: str = "",
    languages: Sequence[str] = (),
) -> str:
    """Make an invitation and return the path of its link. The link itself is not stored.

    Refused while somebody of that name is invited: two links for one person would make two accounts.
    """
    if any(row.is_open for row in Invitation.objects.filter(campaign=campaign, name__iexact=name.strip())):
        raise Refused(
            say("{name} is invited already. No invitation was made.", name=name.strip()),
            "invitation_open",
            say(
                "Make a new link for that invitation, or withdraw it first. Give somebody else another name."
            ),
        )
    link = new_invitation(campaign=campaign, name=name, roles=roles, by=by, email=email, languages=languages)
    link.invitation.save()
    made = [link.invitation.pk]
    record_event(
        by=by, campaign=campaign, verb="invitation:made", subject=name, roles=list(roles), invitations=made
    )
    return link.path


@transaction.atomic
def withdraw_invitation(*, invitation: Invitation, by: Account | None) -> None:
    """End an invitation that was not used: its link lets nobody in any more."""
    row = Invitation.objects.select_for_update().get(pk=invitation.pk)
    if not row.is_open:
        raise Refused(
            say("The invitation for {name} is not open any more.", name=row.name),
            "invitation_over",
            say("If it was accepted, take the person's roles away instead."),
        )
    row.expires_at = row.withdrawn_at = timezone.now()
    row.save(update_fields=["expires_at", "withdrawn_at"])
    record_event(by=by, campaign=row.campaign, verb="invitation:withdrawn", subject=row.name)


@transaction.atomic
def accept_invitation(
    *,
    invitation: Invitation,
    account: Account | None,
    username: str = "",
    password: str | None = "",
) -> Account:
    """Join with the invitation's roles, with a new account or the one signed in. A second use is refused.

    A new account with None as its password signs in at the provider alone.
    """
    row = Invitation.objects.select_for_update().get(pk=invitation.pk)
    if not row.is_open:
        raise Refused(
            say("This invitation was used already, was withdrawn or has expired."),
            "invitation_over",
            say("Ask for a new one."),
        )
    if account is None:
        account = create_account(
            username=username,
            password=password,
            by=None,
            display_name=row.name,
            email=row.email,
            languages=row.languages,
        )
    if row.campaign:
        member = ensure_member(
            campaign=row.campaign, name=account.username, roles=row.roles, by=account, account=account
        )
        _join_teams(row, member)
    row.accepted_by, row.accepted_at = account, timezone.now()
    row.save(update_fields=["accepted_by", "accepted_at"])
    record_event(by=account, campaign=row.campaign, verb="invitation:accepted", subject=row.name)
    return account


def _join_teams(invitation: Invitation, member: Member) -> None:
    """Let somebody into the teams that the invitation is for."""
    for team in invitation.teams.select_for_update(no_key=True).order_by("pk"):
        team.members.add(member)
        record_event(
            by=member.account,
            campaign=invitation.campaign,
            verb="team:members_changed",
            subject=team.name,
            members=team.member_names(),
        )


def make_password_link(*, account: Account, by: Account | None) -> str:
    """Return the path of a link that sets a new password once; valid until used or for three days."""
    uid = urlsafe_base64_encode(force_bytes(account.pk))
    path = reverse("people:password-new", args=[uid, default_token_generator.make_token(account)])
    record_event(by=by, campaign=None, verb="password:link_made", subject=account.username)
    return path


@transaction.atomic
def edit_account(
    *,
    account: Account,
    display_name: str,
    email: str,
    languages: Sequence[str],
    by: Account,
    zone: str = "",
    page_language: str = "",
) -> None:
    """Change what an account says of its person, and how pages look to them."""
    account.display_name, account.email, account.languages = display_name, email, list(languages)
    account.zone, account.page_language = zone, page_language
    account.save(update_fields=["display_name", "email", "languages", "zone", "page_language"])
    record_event(by=by, campaign=None, verb="account:edited", subject=account.username)


@transaction.atomic
def set_page_language(*, account: Account, language: str, by: Account | None) -> None:
    """Set the language in which pages and mail speak to an account; empty: the browser's."""
    if account.page_language == language:
        return
    account.page_language = language
    account.save(update_fields=["page_language"])
    record_event(by=by, campaign=None, verb="account:edited", subject=account.username)


@transaction.atomic
def set_zone(*, account: Account, zone: str, by: Account | None) -> None:
    """Set the zone, spelled as the IANA list does, in which an account sees dates and times."""
    if account.zone == zone:
        return
    account.zone = zone
    account.save(update_fields=["zone"])
    record_event(by=by, campaign=None, verb="account:edited", subject=account.username)
