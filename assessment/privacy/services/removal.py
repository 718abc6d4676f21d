"""Removing the personal data of an account. What the person did stays, under a pseudonym that stays the same.

Nothing of the ledger is touched: judgments, notes, votes and changes keep their rows and numbers, and so do the events
of the log but for names in their words, which the seals of the history allow (docs/decisions/0037).
"""

from collections.abc import Mapping

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.notices.models import Notice
from assessment.people.models import Account, ApiToken, Event, Invitation, KeptAnswer, Member, SecondStep
from assessment.people.services.events import record_event
from assessment.people.services.names_in_log import rename_in_log
from assessment.people.services.sessions import end_sessions
from assessment.privacy.selectors.people import memberships, removal_refused
from assessment.privacy.selectors.pseudonyms import member_pseudonym, pseudonym_of
from assessment.privacy.services.words import (
    rename_in_answers,
    rename_in_checks,
    rename_in_mail,
    rename_in_words,
)
from assessment.privacy.services.written_about import forget_notices, forget_registrations
from assessment.webhooks.services.webhooks import orphan_webhooks

Names = Mapping[str, str]  # what a person was called, and what stands there now
VERB = "account:removed"


@transaction.atomic
def remove_personal_data(*, account: Account, by: Account | None) -> str:
    """Remove all that names a person; return the pseudonym that stands in its place, for good.

    Refused for the only admin of the site or of a campaign, and where somebody in charge of anything asks for
    themselves.
    """
    account = Account.objects.select_for_update(no_key=True).get(pk=account.pk)
    if refused := removal_refused(account, by):
        raise refused
    pseudonym = pseudonym_of(account)
    members = memberships(account)
    invitations = list(Invitation.objects.filter(accepted_by=account))
    names = _names(account, invitations, pseudonym)
    end_sessions(account=account, by=None)
    forget_notices(account, invitations, pseudonym)
    forget_registrations(account, members, names)
    of_campaign: dict[int, Names] = {}
    for member in members:
        name = member_pseudonym(member, pseudonym)
        of_campaign[member.campaign_id] = {
            **names,
            member.name: name,
            f"assessor:{member.name}": f"assessor:{name}",  # the rule that takes the person's grades alone
        }
        _rename(member, name)
    _empty(account, invitations, pseudonym)
    touched = _rename_everywhere(account, names, of_campaign)
    orphan_webhooks(account=account, by=None if by == account else by)
    for campaign in Campaign.objects.filter(pk__in=touched | set(of_campaign)).order_by("pk"):
        record_event(by=by, campaign=campaign, verb=VERB, subject=pseudonym)
    record_event(by=by, campaign=None, verb=VERB, subject=pseudonym)
    return pseudonym


def _names(account: Account, invitations: list[Invitation], pseudonym: str) -> Names:
    """All that the account was called, but for what each campaign's files call it."""
    called = [account.username, account.display_name, account.get_full_name(), account.email]
    called += [name for row in invitations for name in (row.name, row.email)]
    return {name: pseudonym for name in called if name}


def _rename(member: Member, name: str) -> None:
    """Let a member be nameless: a name that says nothing, no account, no roles and no teams."""
    roles, teams = member.role_names(), list(member.teams.order_by("pk").values_list("pk", flat=True))
    member.former = {"job": None, "reason": "", "roles": roles, "teams": teams} | member.former
    member.former = {**member.former, "nameless": True}
    member.name, member.account = name, None
    member.left_at = member.left_at or timezone.now()
    member.save(update_fields=["name", "account", "former", "left_at"])
    member.roles.all().delete()
    member.teams.clear()


def _empty(account: Account, invitations: list[Invitation], pseudonym: str) -> None:
    """Take everything off the account but its number, which the history names."""
    ApiToken.objects.filter(account=account).delete()
    KeptAnswer.objects.filter(account=account).delete()
    SecondStep.objects.filter(account=account).delete()
    account.identities.all().delete()
    account.browsers.all().delete()
    _forget_administration(account, pseudonym)
    for row in invitations:
        row.name, row.email, row.languages = pseudonym, "", []
    Invitation.objects.bulk_update(invitations, ["name", "email", "languages"])
    blank = Account(username=pseudonym, is_active=False, removed_at=timezone.now())
    blank.set_unusable_password()
    kept = {"id", "date_joined"}
    for field in Account._meta.concrete_fields:
        if field.name not in kept:
            setattr(account, field.attname, getattr(blank, field.attname))
    account.save()


def _forget_administration(account: Account, pseudonym: str) -> None:
    """What Django's own administration noted of the person, or had them do."""
    LogEntry.objects.filter(user=account).delete()
    about = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(Account))
    about.filter(object_id=str(account.pk)).update(object_repr=pseudonym, change_message="")


def _rename_everywhere(account: Account, names: Names, of_campaign: Mapping[int, Names]) -> set[int]:
    """Put the pseudonym into the log and into what was said of the person; the campaigns whose log was changed."""
    touched: set[int | None] = set()
    for event in Event.objects.filter(verb__startswith="account:token_", subject__in=names):
        event.data = {}  # what the token was called
        event.save(update_fields=["data"])
    rename_in_checks(names)
    rename_in_mail(Notice.objects.filter(made_by=account), names)
    rename_in_answers(
        {name: new for called in (*of_campaign.values(), names) for name, new in called.items()}
    )
    for campaign, called in of_campaign.items():
        touched |= rename_in_log(Event.objects.filter(campaign=campaign), called)
        rename_in_words(campaign, called)
        rename_in_mail(Notice.objects.filter(campaign=campaign), called)
    touched |= rename_in_log(Event.objects.exclude(campaign__in=of_campaign), names)
    return {campaign for campaign in touched if campaign is not None}
