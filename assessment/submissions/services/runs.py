"""Writes of runs: submit, replace, withdraw. Nothing is deleted, and the submitted bytes are kept."""

import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.selectors.campaigns import Deadlines, deadlines_of, submission_days
from assessment.campaigns.services import SourceFile
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.datetimes import format_datetime
from assessment.shared.errors import Conflict, Refused
from assessment.shared.say import say, say_n, sentence
from assessment.submissions.models import Run, RunFile, RunState, Team
from assessment.submissions.selectors.runs import team_named
from assessment.submissions.services.checking import Report, RuleBroken, by_rule, check_run
from assessment.submissions.services.other_runs import (
    declared_fields,
    earlier_run,
    in_the_way,
    new_team,
    replacement,
    run_id_taken,
    same_file,
    too_many,
)
from assessment.submissions.services.registration_checks import refuse_unregistered
from assessment.submissions.services.rounds import recount
from assessment.submissions.services.storage import Stored, ready_responses
from assessment.submissions.services.teams import ensure_team
from scoring.records import Problem
from scoring.tracks.base import Declaration

_CLOSED = {
    State.DRAFT: sentence("The campaign takes no runs now; it is draft."),
    State.CLOSED: sentence("The campaign takes no runs now; it is closed."),
    State.RELEASED: sentence("The campaign takes no runs now; it is released."),
}
OPEN_TO_TEAMS = frozenset({State.OPEN})
OPEN_TO_ORGANIZERS = frozenset({State.DRAFT, State.OPEN, State.CLOSED})


def submit_run(
    *,
    by: Account | None,
    campaign: Campaign,
    declaration: Declaration,
    file: SourceFile,
    organizer: bool = False,
) -> Run:
    """Check a run and store it whole, or refuse it whole.

    The same run id again by the same team replaces the run, which is kept. Organizers may load runs late, while the
    campaign is not open, and of teams that did not register. Raises FileRefused with every problem, Refused, or Conflict where another run was faster.
    """
    team = team_named(campaign, declaration.team)
    name = team.name if team else declaration.team
    refuse_closed(campaign, name, organizer)
    if not organizer:
        refuse_unregistered(campaign, name)
    report = check_run(by=by, campaign=campaign, declaration=declaration, file=file, organizer=organizer)
    report.raise_problems()
    packed = _Packed(
        zlib.compress(report.file.data),
        zlib.compress("".join(f"{warning}\n" for warning in report.warnings).encode()),
    )
    with ready_responses(report.question_pks, report.responses) as store_responses:
        run, has_replaced_pooled = _store(by, campaign, report, packed, organizer, store_responses)
    if has_replaced_pooled:
        recount(campaign)
    return run


def check_alone(
    *,
    by: Account | None,
    campaign: Campaign,
    declaration: Declaration,
    file: SourceFile,
    organizer: bool = False,
) -> Report:
    """Check a run as `submit_run` would, beside the runs and teams that there are; nothing is stored.

    Whether the campaign takes runs now is not asked: files are checked before it does.
    """
    report = check_run(by=by, campaign=campaign, declaration=declaration, file=file, organizer=organizer)
    team = team_named(campaign, declaration.team)
    refusals = in_the_way(campaign, team, report, organizer)
    problems = [Problem(file.name, 0, each.code, each.message, each.hint) for each in refusals]
    notices = new_team(campaign, declaration.team, file.name)
    if team and not refusals:
        notices = replacement(campaign, team, report)
    return replace(
        report, file_problems=[*report.file_problems, *problems], warnings=[*notices, *report.warnings]
    )


def refuse_closed(
    campaign: Campaign, team_name: str, organizer: bool, deadlines: Deadlines | None = None
) -> None:
    """Refuse what comes while the campaign takes no runs, or after the team's deadline (read unless it is given)."""
    if found := why_closed(campaign, team_name, organizer, deadlines):
        message = f"{found.message} {say('Nothing was changed.')}"
        raise Refused(message, found.code, found.hint)


def why_closed(
    campaign: Campaign, team_name: str, organizer: bool, deadlines: Deadlines | None = None
) -> "Closed | None":
    """Why the campaign takes nothing of the team now; None where it does."""
    if campaign.state not in (OPEN_TO_ORGANIZERS if organizer else OPEN_TO_TEAMS):
        message = say(_CLOSED[State(campaign.state)])
        return Closed(message, "campaign_not_open", say("Ask the organizers of the campaign."))
    if organizer:
        return None
    deadlines, now = deadlines or deadlines_of(campaign, team_name), timezone.now()
    if deadlines.effective is None or now <= deadlines.effective:
        return None
    zone = campaign.deadline_zone
    over = format_datetime(deadlines.effective.replace(microsecond=0), zone)
    at = format_datetime(now.replace(microsecond=0), zone)
    if deadlines.effective == deadlines.clock:
        message = say_n(
            "Your deadline, {n} day after your team's first download of questions, was {deadline}; it is now {now}.",
            "Your deadline, {n} days after your team's first download of questions, was {deadline}; it is now {now}.",
            submission_days(campaign) or 0,
            deadline=over,
            now=at,
        )
    else:
        message = say("The deadline was {deadline}; it is now {now}.", deadline=over, now=at)
    hint = say("Write to the organizers, who can move the deadline or load a late run.")
    return Closed(message, "deadline_over", hint)


class Closed(NamedTuple):
    """Why nothing can be submitted or withdrawn now, and what to do."""

    message: str
    code: str
    hint: str


class _Packed(NamedTuple):
    """What is stored of the file besides its lines; made before anybody has to wait."""

    compressed: bytes
    warnings: bytes


@transaction.atomic
def _store(
    by: Account | None,
    checked_for: Campaign,
    report: Report,
    packed: _Packed,
    organizer: bool,
    store_responses: Stored,
) -> tuple[Run, bool]:
    """Store a run; with it, whether it replaced a pooled one, after which items that several runs gave are counted anew."""
    campaign = _locked(checked_for)
    team = ensure_team(by=by, campaign=campaign, name=report.declaration.team)
    refuse_closed(campaign, team.name, organizer)
    if not organizer:
        refuse_unregistered(campaign, team.name, report.run_id)
    if refusal := same_file(campaign, team, report, organizer):
        raise refusal
    earlier = _end_earlier(campaign, team, report.run_id)
    if full := too_many(campaign, team, report.run_id):
        raise full
    run = _insert(by, campaign, team, report, packed)
    store_responses(run)
    verb = "run:replaced" if earlier else "run:submitted"
    record_event(by=by, campaign=campaign, verb=verb, subject=run.run_id, team=team.name)
    return run, bool(earlier and earlier.pooled)


def _locked(checked_for: Campaign) -> Campaign:
    """The campaign, locked: the runs of a campaign come in one after the other, and none while it is pooled or closed."""
    campaign = Campaign.visible.select_for_update(no_key=True).get(pk=checked_for.pk)
    if _checked_by(campaign) != _checked_by(checked_for):
        raise Conflict(
            say("The campaign's settings changed while the run was checked. Nothing was stored."),
            "settings_changed",
            say("Submit it again."),
        )
    return campaign


def _checked_by(campaign: Campaign) -> tuple[object, ...]:
    """What a run is checked by."""
    return campaign.rules, campaign.collection_slug, campaign.evaluation_id


def _end_earlier(campaign: Campaign, team: Team, run_id: str) -> Run | None:
    """Mark the team's current run of this id as replaced; a run of another team stays, and will be in the way."""
    earlier = earlier_run(campaign, team, run_id)
    if earlier is not None:
        _end(earlier, RunState.REPLACED)
    return earlier


def _end(run: Run, state: RunState) -> None:
    run.state, run.ended_at = state, timezone.now()
    run.save(update_fields=["state", "ended_at"])


def _insert(by: Account | None, campaign: Campaign, team: Team, report: Report, packed: _Packed) -> Run:
    run = Run(
        campaign=campaign,
        team=team,
        run_id=report.run_id,
        run_key=report.run_id.lower(),
        sha256=report.sha256,
        responses_count=len(report.responses),
        warnings=_summary(by_rule(report.warnings)),
        submitted_by=by,
        **declared_fields(report.declaration),
    )
    try:
        with transaction.atomic():
            run.save()
    except IntegrityError as error:
        raise run_id_taken(report.run_id) from error
    RunFile.objects.create(run=run, name=report.file.name, **packed._asdict())
    return run


def _summary(rules: Sequence[RuleBroken]) -> list[dict[str, object]]:
    """What pages list of the warnings: each rule once, how often it is broken, and the first case."""
    firsts = [(rule.problems[0], len(rule.problems)) for rule in rules]
    return [
        {
            "code": first.code,
            "count": count,
            "line": first.line,
            "message": first.message,
            "remedy": first.hint,
        }
        for first, count in firsts
    ]


def withdraw_run(*, by: Account | None, run: Run, organizer: bool = False) -> Run:
    """Take a run out of the evaluation, until the deadline or by organizers; its file and what is pooled of it stay."""
    run = _withdraw(by, run, organizer)
    if run.pooled:
        recount(run.campaign)
    return run


@transaction.atomic
def _withdraw(by: Account | None, run: Run, organizer: bool) -> Run:
    campaign = Campaign.visible.select_for_update(no_key=True).get(pk=run.campaign_id)
    run = campaign.runs.select_related("team").get(pk=run.pk)
    refuse_closed(campaign, run.team.name, organizer)
    if run.state != RunState.SUBMITTED:
        replaced = run.state == RunState.REPLACED
        message = (
            say("{run} was replaced already.", run=run.run_id)
            if replaced
            else say("{run} was withdrawn already.", run=run.run_id)
        )
        raise Conflict(message, "run_ended", say("Reload the page."))
    _end(run, RunState.WITHDRAWN)
    record_event(by=by, campaign=campaign, verb="run:withdrawn", subject=run.run_id, team=run.team.name)
    return run
