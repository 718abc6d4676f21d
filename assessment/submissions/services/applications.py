"""Teams that register themselves where the organizers opened it: asked for, accepted at once or by an organizer, refused."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from assessment.campaigns.models import Campaign, State
from assessment.people.models import Account, Member, RoleName
from assessment.people.services.accounts import ensure_member
from assessment.people.services.events import record_event
from assessment.shared.errors import Conflict, Refused
from assessment.shared.say import say, sentence
from assessment.submissions.models import ApplicationState, Registration, TeamApplication
from assessment.submissions.selectors.applications import stands_in_the_way
from assessment.submissions.selectors.runs import team_named
from assessment.submissions.services.registrations import (
    Person,
    RegistrationEntry,
    entry_errors,
    register_team,
)

_DECIDED = {
    ApplicationState.ACCEPTED: sentence(
        "The request for {name} is decided already: accepted. Nothing was changed."
    ),
    ApplicationState.REFUSED: sentence(
        "The request for {name} is decided already: refused. Nothing was changed."
    ),
    ApplicationState.WITHDRAWN: sentence(
        "The request for {name} is decided already: withdrawn. Nothing was changed."
    ),
}
OPEN_STATES = frozenset({State.DRAFT, State.OPEN})


@dataclass(frozen=True)
class Asked:
    """A request, and the registration where it was accepted at once."""

    application: TeamApplication
    registration: Registration | None


@transaction.atomic
def apply_for_team(*, by: Account, campaign: Campaign, entry: RegistrationEntry) -> Asked:
    """Ask to take part with a team. Where registration is open the team is registered at once, else it waits."""
    campaign = Campaign.visible.select_for_update(no_key=True).get(pk=campaign.pk)
    _refuse_closed(campaign)
    if reason := stands_in_the_way(by, campaign):
        raise Conflict(
            f"{reason} {say('Nothing was changed.')}", "registered_already", say("Reload the page.")
        )
    if errors := [error for _, error in entry_errors(campaign, entry)]:
        raise Refused(
            " ".join([*dict.fromkeys(errors), say("Nothing was changed.")]),
            "registration_incomplete",
            say("Correct it and send it again."),
        )
    _refuse_taken(campaign, entry.team_id)
    application = TeamApplication.objects.create(
        campaign=campaign, account=by, name=entry.team_id, entry=_as_json(entry)
    )
    record_event(by=by, campaign=campaign, verb="registration:asked", subject=entry.team_id)
    registration = _accept(application, by=None) if campaign.registration == "open" else None
    return Asked(application, registration)


@transaction.atomic
def accept_application(*, by: Account | None, application: TeamApplication) -> Registration:
    """Register the team; whoever asked becomes participant and its member."""
    application = _pending(application)
    return _accept(application, by)


@transaction.atomic
def refuse_application(*, by: Account | None, application: TeamApplication, reason: str) -> TeamApplication:
    """Refuse a request, with a reason for whoever asked."""
    application = _pending(application)
    if not reason.strip():
        raise Refused(
            say("A reason is needed. Nothing was changed."),
            "reason_missing",
            say("Whoever asked will read it."),
        )
    _decide(application, ApplicationState.REFUSED, by, reason.strip())
    record_event(
        by=by,
        campaign=application.campaign,
        verb="registration:refused",
        subject=application.name,
        reason=reason.strip(),
    )
    return application


@transaction.atomic
def withdraw_application(*, by: Account, application: TeamApplication) -> TeamApplication:
    """Take one's own request back."""
    application = _pending(application)
    _decide(application, ApplicationState.WITHDRAWN, by)
    record_event(
        by=by, campaign=application.campaign, verb="registration:withdrawn", subject=application.name
    )
    return application


def _accept(application: TeamApplication, by: Account | None) -> Registration:
    campaign, account = application.campaign, application.account
    member = _participant(campaign, account)
    registration = register_team(
        by=by or account, campaign=campaign, entry=_entry_of(application), members=[member], organizer=True
    )
    _decide(application, ApplicationState.ACCEPTED, by)
    return registration


def _participant(campaign: Campaign, account: Account) -> Member:
    roles = [RoleName.PARTICIPANT.value]
    return ensure_member(campaign=campaign, name=account.username, roles=roles, by=account, account=account)


def _pending(application: TeamApplication) -> TeamApplication:
    """The request as it is now, under the campaign's lock; refused where it was decided."""
    Campaign.visible.select_for_update(no_key=True).get(pk=application.campaign_id)
    row = TeamApplication.objects.select_related("campaign", "account").get(pk=application.pk)
    if row.state != ApplicationState.PENDING:
        raise Conflict(
            say(_DECIDED[ApplicationState(row.state)], name=row.name),
            "decided_already",
            say("Reload the page."),
        )
    return row


def _decide(
    application: TeamApplication, state: ApplicationState, by: Account | None, reason: str = ""
) -> None:
    application.state, application.decided_by, application.reason = state, by, reason
    application.decided_at = timezone.now()
    application.save(update_fields=["state", "decided_by", "reason", "decided_at"])


def _refuse_closed(campaign: Campaign) -> None:
    if campaign.registration == "closed" or campaign.state not in OPEN_STATES or campaign.archived_at:
        raise Refused(
            say("Registration for {campaign} is closed. Nothing was changed.", campaign=campaign.title),
            "registration_over",
            say("Write to the organizers."),
        )


def _refuse_taken(campaign: Campaign, name: str) -> None:
    waiting = campaign.applications.filter(state=ApplicationState.PENDING).values_list("name", flat=True)
    if team_named(campaign, name) or name.casefold() in {one.casefold() for one in waiting}:
        raise Refused(
            say("The name {name} is taken. Nothing was changed.", name=name),
            "team_id_taken",
            say("Choose another name."),
        )


def _as_json(entry: RegistrationEntry) -> dict[str, object]:
    return {
        "group": entry.group,
        "affiliation": entry.affiliation,
        "people": [list(person) for person in entry.people],
        "tasks": list(entry.tasks),
        "pairs": list(entry.pairs),
    }


def _entry_of(application: TeamApplication) -> RegistrationEntry:
    kept = application.entry
    return RegistrationEntry(
        application.name,
        kept["group"],
        kept["affiliation"],
        tuple(Person(*person) for person in kept["people"]),
        tuple(kept["tasks"]),
        tuple(kept["pairs"]),
    )
