"""The acts that the board has a button for: the services of the pages, with what those propose by themselves."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db import transaction

from assessment.assignments.services.assign import assign
from assessment.campaigns.models import State
from assessment.campaigns.selectors.sentences import state_changed
from assessment.campaigns.services.campaigns import change_state
from assessment.campaigns.services.locks import lock_campaign
from assessment.jobs.models import Job
from assessment.jobs.services.lifecycle import enqueue
from assessment.people.models import RoleName
from assessment.people.selectors.access import Access
from assessment.people.services.accounts import ensure_member, joined_sentence
from assessment.results.models import OFFICIAL_RULE
from assessment.results.selectors.board import step_of
from assessment.shared.errors import Conflict, Refused
from assessment.shared.say import say

POOL, SCORE, PREVIEW = "submissions.pool", "results.score", "results.preview"
ARGUMENTS: Mapping[str, Mapping[str, Any]] = {
    POOL: {"priorities": [], "depth": None},
    SCORE: {"rule": OFFICIAL_RULE, "partial": False},
    PREVIEW: {},
}


class Act(NamedTuple):
    """What is done, in this order: the campaign's new state, joining it, a job that is asked for, assigning."""

    to: State | None = None
    joins: bool = False
    job: str = ""
    assigns: bool = False


ACTS: Mapping[str, Act] = {
    "open": Act(State.OPEN),
    "close": Act(State.CLOSED),
    "close-pool": Act(State.CLOSED, job=POOL),
    "close-early": Act(
        State.CLOSED, job=POOL
    ),  # only by a button that says so, wherever the deadline was moved to
    "pool": Act(job=POOL),
    "join": Act(joins=True),
    "join-assign": Act(joins=True, assigns=True),
    "assign": Act(assigns=True),
    "score": Act(job=SCORE),
    "preview": Act(job=PREVIEW),
    "close-preview": Act(State.CLOSED, job=PREVIEW),
}


class Begun(NamedTuple):
    """What an act did at once, in words, the work that it asked for, and why the rest of it was refused."""

    done: list[str]
    job: Job | None = None
    refused: Refused | None = None


def do_next(*, access: Access, name: str) -> Begun:
    """Do the act that the board named, if that is still the next one; Conflict, and nothing done, where it is not."""
    with transaction.atomic():
        lock_campaign(access.campaign)
        _refuse_outdated(access, name)
        act = ACTS[name]
        done = [_go_to(access, act.to)] if act.to else []
        done += [_join(access)] if act.joins else []
        job = _asked(access, act.job) if act.job else None
    if not act.assigns:
        return Begun(done, job)
    try:  # in steps of its own
        return Begun([*done, str(assign(campaign=access.campaign, by=access.account))])
    except Refused as error:
        return Begun(done, refused=error)


def _refuse_outdated(access: Access, name: str) -> None:
    """The campaign is locked: whoever changes its state meanwhile waits."""
    step = step_of(access)
    if step.act and step.act.name == name:
        return
    raise Conflict(
        say("The campaign has changed since you opened the page. Nothing was done."),
        "changed_meanwhile",
        say("Now: {sentence}", sentence=step.sentence),
    )


def _go_to(access: Access, state: State) -> str:
    changed = change_state(campaign=access.campaign, to=state, by=access.account)
    return state_changed(changed)


def _join(access: Access) -> str:
    account, campaign = access.account, access.campaign
    member = ensure_member(
        campaign=campaign, name=account.username, roles=[RoleName.ASSESSOR], by=account, account=account
    )
    return joined_sentence(member)


def _asked(access: Access, kind: str) -> Job:
    return enqueue(kind=kind, campaign=access.campaign, by=access.account, arguments=ARGUMENTS[kind])
