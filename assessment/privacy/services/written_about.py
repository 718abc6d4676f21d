"""What others wrote to a person, and what they told of themselves for their teams."""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Q
from django.utils import timezone

from assessment.notices.models import Notice, NoticeState, Unwanted
from assessment.people.models import Account, Invitation, Member
from assessment.people.services.names_in_log import renamed
from assessment.submissions.models import ApplicationState, RegisteredPerson, TeamApplication


def forget_notices(account: Account, invitations: Iterable[Invitation], pseudonym: str) -> None:
    """Forget what was written to somebody: that it was, and when, stays. What had not gone out is not sent."""
    Unwanted.objects.filter(account=account).delete()
    own = Notice.objects.filter(Q(account=account) | Q(invitation__in=list(invitations)))
    own.exclude(state__in=(NoticeState.SENT, NoticeState.HANDED_OVER)).delete()
    own.update(name=pseudonym, email="", text="", error="")


def forget_registrations(account: Account, members: Sequence[Member], names: Mapping[str, str]) -> None:
    """Take somebody out of what teams registered: by the address wherever it stands, by the name in their own teams.

    A request that waits is withdrawn.
    """
    teams = [team for member in members for team in member.teams.values_list("pk", flat=True)]
    teams += [team for member in members for team in member.former.get("teams", ())]
    named = Q(registration__team__in=teams, full_name__in=names)
    named |= Q(email__iexact=account.email) if account.email else Q(pk__in=())
    people = RegisteredPerson.objects.filter(named)
    people.update(full_name=next(iter(names.values())), affiliation="", email="")
    for application in TeamApplication.objects.filter(account=account):
        if application.state == ApplicationState.PENDING:
            application.state, application.decided_at = ApplicationState.WITHDRAWN, timezone.now()
        application.entry = renamed(application.entry, names)
        application.save(update_fields=["state", "decided_at", "entry"])
