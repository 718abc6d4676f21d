"""People who came by mistake: removed from a campaign, put back, or made nameless. Nothing they did is deleted."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from assessment.assignments.selectors.person import is_last_admin, set_aside_act, summary_of
from assessment.assignments.services.giving_back import request_give_back
from assessment.assignments.services.moves import MOVE, refuse_busy
from assessment.assignments.services.planning import Wanted, plan_move
from assessment.campaigns.models import State
from assessment.campaigns.services.locks import needed_reason
from assessment.jobs.models import Job
from assessment.jobs.services.lifecycle import enqueue
from assessment.judging.models import MoveKind
from assessment.judging.services.disputes import refuse_released
from assessment.people.models import Account, Event, Member, Role
from assessment.people.services.events import record_event
from assessment.people.services.names_in_log import rename_in_log
from assessment.shared.errors import Conflict, Refused
from assessment.shared.say import say
from assessment.submissions.models import Team


@transaction.atomic
def remove_person(*, member: Member, reason: str, with_judgments: bool, by: Account | None) -> Job | None:
    """Take a person out of a campaign. Returns the job that sets their work aside, where there is any.

    Whoever did nothing goes altogether. Otherwise the member stays without roles and teams: questions in which
    nothing was done are set aside, and what they judged counts under their name; `with_judgments`, nothing of it does.
    """
    reason = needed_reason(reason)
    member = _locked(member)
    if member.left_at:
        raise Conflict(
            say("{member} was removed already.", member=member), "person_removed", say("Reload the page.")
        )
    if is_last_admin(member):
        raise Refused(
            say("{member} is the campaign’s last admin. Nothing was changed.", member=member),
            "last_admin",
            say("Make somebody else an admin first."),
        )
    if with_judgments:
        refuse_released(member.campaign, "judgments")
    facts: dict[str, Any] = {"reason": reason, "with_judgments": with_judgments, "roles": member.role_names()}
    if summary_of(member).is_empty:
        record_event(by=by, campaign=member.campaign, verb="member:removed", subject=member.name, **facts)
        member.delete()
        return None
    job = _set_aside(member, reason, with_judgments, by)
    teams = list(member.teams.order_by("pk").values_list("pk", flat=True))
    member.former = {
        "roles": member.role_names(),
        "teams": teams,
        "job": job.pk if job else None,
        "reason": reason,
    }
    member.left_at = timezone.now()
    member.save(update_fields=["left_at", "former"])
    member.roles.all().delete()
    member.teams.clear()
    record_event(by=by, campaign=member.campaign, verb="member:removed", subject=member.name, **facts)
    return job


def _set_aside(member: Member, reason: str, everything: bool, by: Account | None) -> Job | None:
    """Have the person's work set aside, as far as there is any."""
    if member.campaign.state == State.RELEASED:
        return None
    refuse_busy(member.campaign)
    wanted = Wanted(MoveKind.SET_ASIDE.value, everything=everything)
    try:
        plan_move(member.campaign, member, wanted)
    except Refused as refused:
        if refused.code == "nothing_to_move":
            return None
        raise
    asked = {**wanted._asdict(), "to": [], "questions": []}
    arguments = {"member": member.pk, "wanted": asked, "seen": "", "reason": reason}
    return enqueue(kind=MOVE, by=by, campaign=member.campaign, arguments=arguments)


@transaction.atomic
def put_back(*, member: Member, by: Account | None) -> Job | None:
    """Give a removed person their roles and teams again, and the work that was set aside."""
    member = _locked(member)
    if member.left_at is None:
        raise Conflict(
            say("{member} was not removed.", member=member), "person_there", say("Reload the page.")
        )
    if member.former.get("nameless"):
        raise Refused(
            say(
                "The name of {member} was removed, and with it who it was. Nothing was changed.",
                member=member,
            ),
            "name_removed",
            say("Add the person again as a new one."),
        )
    if Job.objects.active().filter(pk=member.former.get("job")).exists():
        raise Refused(
            say("The work of {member} is being set aside. Nothing was changed.", member=member),
            "work_busy",
            say("Wait for that job: the page Jobs shows how far it is."),
        )
    act = set_aside_act(member)
    job = request_give_back(act=act, by=by) if act else None
    former = member.former
    Role.objects.bulk_create(Role(member=member, role=role) for role in former["roles"])
    member.teams.set(Team.objects.filter(campaign=member.campaign, pk__in=former["teams"]))
    member.left_at, member.former = None, {}
    member.save(update_fields=["left_at", "former"])
    record_event(by=by, campaign=member.campaign, verb="member:put_back", subject=member.name)
    return job


@transaction.atomic
def remove_name(*, member: Member, by: Account | None) -> Member:
    """Let a removed person be nameless: a neutral name in their place, in files and in the log, and no account.

    This cannot be undone.
    """
    member = _locked(member)
    if member.left_at is None:
        raise Refused(
            say("{member} takes part in the campaign. Nothing was changed.", member=member),
            "person_there",
            say("Remove the person first."),
        )
    if member.former.get("nameless"):
        raise Conflict(
            say("{member} has no name already.", member=member), "name_removed", say("Reload the page.")
        )
    name, neutral = member.name, _neutral_name(member)
    member.name, member.account = neutral, None
    member.former = {**member.former, "nameless": True}
    member.save(update_fields=["name", "account", "former"])
    rename_in_log(Event.objects.filter(campaign=member.campaign), {name: neutral})
    record_event(by=by, campaign=member.campaign, verb="member:renamed", subject=neutral)
    return member


def _neutral_name(member: Member) -> str:
    taken = set(member.campaign.members.values_list("name", flat=True))
    number = 1
    while f"former-{number}" in taken:
        number += 1
    return f"former-{number}"


def _locked(member: Member) -> Member:
    """The member as it is now; changes of people in one campaign wait for each other, so that an admin remains."""
    everybody = Member.objects.filter(campaign=member.campaign_id).select_for_update(no_key=True)
    rows = {row.pk: row for row in everybody.order_by("pk")}
    if member.pk not in rows:
        raise Conflict(
            say("{member} was removed already.", member=member), "person_removed", say("Reload the page.")
        )
    return rows[member.pk]


def removed_sentence(member: Member, name: str, job: Job | None, *, with_judgments: bool) -> str:
    """What became of a person, in words."""
    if not Member.objects.filter(campaign=member.campaign_id, name=name).exists():
        return say("{name} was removed: there was nothing of theirs to keep.", name=name)
    said = [
        say("{name} was removed and can no longer work in the campaign.", name=name),
        say("Their judgments count nowhere any more.")
        if with_judgments
        else say("What they judged still counts."),
    ]
    if job and job.is_active:
        said.append(say("Their questions are being set aside (job {job}).", job=str(job.pk)))
    return " ".join(said)
