"""Letting participants see the scores, first each team its own where wanted, and taking them back."""

import functools
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import override

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.services.campaigns import set_state
from assessment.campaigns.services.locks import lock_campaign, needed_reason, refuse_unfinished
from assessment.imports.selectors import refuse_half_stored
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.results.models import OFFICIAL_RULE, Audience, Release, ReleasePreview, ScoreSet
from assessment.results.selectors.access import release_in_force, score_sets
from assessment.results.selectors.inputs import inputs_mark
from assessment.results.selectors.release import reasons_against_release, stored, unjudged_in
from assessment.results.selectors.release_changes import changes_since
from assessment.results.selectors.release_page import CHOSEN, NEVER_POOLED, never_pooled, state_reason
from assessment.results.services.errors import CHANGED, ReleaseRefused, RuleRefused
from assessment.results.services.readings import OutdatedError, Reading, on_what_stands
from assessment.results.services.scores import score_with
from assessment.shared.errors import Conflict, Refused
from assessment.shared.gate import close_gate
from scoring import REVISION
from scoring.evaluate import Scorer
from scoring.say import heard, say  # heard where a date is not kept


class ReadyRelease(NamedTuple):
    """A release that lacks only the act: all that takes time is done, and nobody sees anything of it."""

    campaign: Campaign
    mark: str  # of what was scored
    scores: ScoreSet
    audience: str
    left_out: Mapping[str, str]
    without: Sequence[str]
    alike: Sequence[str]
    unjudged: Mapping[str, int]


def release(
    *,
    campaign: Campaign,
    by: Account | None,
    without: Collection[str] = (),
    alike: Collection[str] = (),
    leave_out: Collection[str] | None = None,
    audience: str = Audience.ALL,
    seen: str | None = None,
    partial: bool = False,
) -> Release:
    """Freeze and score by the adjudicated rule, and show these scores to each team alone or to all people of the campaign.

    `without` names the series that may leave the evaluation because something of them is unjudged, `alike` the
    questions whose answer classes of one label stay as they are, `leave_out` the runs that are no part of what is
    released (by default those that were never pooled). What each team was told alone becomes public as it is.
    `seen` is the mark of the judgments that a preview showed: Conflict where they are others by now.
    Raises ReleaseRefused with every reason while anything is undecided, or unjudged unless `partial`: then what nobody
    judged counts as wrong, and the release says how much that is.
    """
    if only_teams_know(campaign) and audience == Audience.ALL:
        return make_public(campaign=campaign, by=by)

    def act(reading: Reading) -> Release:
        ready = ready_release(
            campaign=campaign,
            reading=reading,
            by=by,
            without=without,
            alike=alike,
            leave_out=leave_out,
            audience=audience,
            seen=seen,
            partial=partial,
        )
        return publish(ready=ready, by=by)

    return on_what_stands(campaign, act)


def only_teams_know(campaign: Campaign) -> bool:
    """Whether the scores that stand were told to each team alone."""
    row = release_in_force(campaign) if campaign.state == State.RELEASED else None
    return row is not None and row.audience == Audience.TEAMS


def ready_release(
    *,
    campaign: Campaign,
    reading: Reading,
    by: Account | None,
    without: Collection[str],
    alike: Collection[str],
    leave_out: Collection[str] | None,
    audience: str,
    seen: str | None,
    partial: bool = False,
) -> ReadyRelease:
    """Score by the official rule, and refuse whatever may not be released. The scores are a version that only organizers see."""
    refuse_released(campaign)
    scorer = reading.scorer
    refuse_other(seen, scorer)
    left_out = runs_left_out(scorer, leave_out)
    reasons = [*state_reason(campaign), *reasons_against_release(scorer, without, alike)]
    unjudged = unjudged_in(reasons)
    if missing := [reason for reason in reasons if not (partial and reason.unjudged)]:
        raise ReleaseRefused(missing)
    scores = official_scores(campaign, reading, by)
    chosen = sorted(without), sorted(alike), unjudged
    return ReadyRelease(campaign, reading.mark, scores, audience, left_out, *chosen)


@transaction.atomic
def publish(*, ready: ReadyRelease, by: Account | None) -> Release:
    """Show what is ready: all of it at once, and only while it is what the judgments come to.

    Nobody changes anything from the look at what stands until the release does. Raises OutdatedError where something
    changed since it was scored, and Refused while an import or a round of pooling is half stored.
    """
    campaign, scores, is_public = ready.campaign, ready.scores, ready.audience == Audience.ALL
    lock_campaign(campaign)
    close_gate(campaign.pk)
    refuse_released(campaign)
    if late := state_reason(campaign):
        raise ReleaseRefused(late)
    refuse_half_stored(campaign)
    refuse_unfinished(campaign, say("Nothing was released."))
    if inputs_mark(campaign) != ready.mark:
        raise OutdatedError
    row = Release.objects.create(
        campaign=campaign,
        scores=scores,
        made_by=by,
        audience=ready.audience,
        public_at=timezone.now() if is_public else None,
        left_out=dict(ready.left_out),
        changes=changes_since(campaign, scores, ready.left_out),
        unjudged=dict(ready.unjudged),
        mark=ready.mark,
    )
    set_state(campaign=campaign, to=State.RELEASED, by=by)
    record_event(
        by=by,
        campaign=campaign,
        verb="scores:released" if is_public else "scores:told_teams",
        subject=f"version {scores.qrels.version}",
        without=ready.without,
        alike=ready.alike,
        left_out=sorted(ready.left_out),
        **({"unjudged": sum(ready.unjudged.values())} if ready.unjudged else {}),
    )
    return row


def official_scores(campaign: Campaign, reading: Reading, by: Account | None) -> ScoreSet:
    """The version by the official rule: the newest where it was made of the same judgments, else a new one."""
    newest = score_sets(campaign).filter(qrels__rule=OFFICIAL_RULE).first()
    made_of = (reading.scorer.inputs_of(OFFICIAL_RULE), REVISION)
    if newest and (newest.qrels.inputs_sha256, newest.qrels.revision) == made_of:
        return newest
    return score_with(campaign, reading, OFFICIAL_RULE, by).score_set


@transaction.atomic
def make_public(*, campaign: Campaign, by: Account | None) -> Release:
    """Show all people of the campaign what each team was told alone: the same version and runs."""
    lock_campaign(campaign)
    row = release_in_force(campaign)
    if row is None or row.audience != Audience.TEAMS:
        raise Refused(
            say("No scores wait to be public. Nothing was changed."), "not_told", say("Reload the page.")
        )
    row.audience, row.public_at = Audience.ALL, timezone.now()
    row.save(update_fields=["audience", "public_at"])
    version = row.scores.qrels.version
    record_event(by=by, campaign=campaign, verb="scores:released", subject=f"version {version}")
    return row


def preview_release(*, campaign: Campaign, by: Account | None) -> ReleasePreview:
    """Find out what a release would show, and everything that is still missing; scores are made where they can be."""
    return on_what_stands(campaign, functools.partial(_preview, campaign, by))


def _preview(campaign: Campaign, by: Account | None, reading: Reading) -> ReleasePreview:
    scorer = reading.scorer
    with override("en"), heard() as words:
        reasons = stored(reasons_against_release(scorer), words)
    scores = None
    with suppress(RuleRefused):
        scores = official_scores(campaign, reading, by)
    with transaction.atomic():
        lock_campaign(campaign)
        row, _ = ReleasePreview.objects.update_or_create(
            campaign=campaign,
            defaults={
                "scores": scores,
                "inputs_sha256": scorer.inputs_of(OFFICIAL_RULE),
                "reasons": reasons,
                "made_at": timezone.now(),
                "made_by": by,
            },
        )
        subject = f"version {scores.qrels.version}" if scores else "no scores yet"
        record_event(by=by, campaign=campaign, verb="scores:previewed", subject=subject)
    return row


def refuse_other(seen: str | None, scorer: Scorer) -> None:
    """Raise Conflict where the scores would rest on something else than what was seen."""
    if seen and seen != scorer.inputs_of(OFFICIAL_RULE):
        raise Conflict(
            say("Judgments, runs or questions changed since the preview. Nothing was released."),
            CHANGED,
            say("Look at the preview again, then release."),
        )


def runs_left_out(scorer: Scorer, chosen: Collection[str] | None) -> dict[str, str]:
    """The runs that are no part of the release, with the code of the reason. Refuses unknown runs, and to leave out all."""
    runs = {run.run_id: run for run in scorer.evaluation.runs}
    never = never_pooled(scorer.track, runs.values())
    chosen = never if chosen is None else chosen
    if unknown := sorted(set(chosen) - runs.keys()):
        raise Refused(
            say("There is no current run {runs}. Nothing was released.", runs=", ".join(unknown)),
            "run",
            say("Correct the run ids."),
        )
    if runs and len(set(chosen)) == len(runs):
        raise Refused(
            say("Every run would be left out. Nothing was released."),
            "no_runs",
            say("Choose the runs to release."),
        )
    return {run_id: NEVER_POOLED if run_id in never else CHOSEN for run_id in sorted(chosen)}


def refuse_released(campaign: Campaign) -> None:
    if campaign.state == State.RELEASED:
        raise Refused(
            say("The scores are released already. Nothing was changed."),
            "released",
            say("Take them back first."),
        )


@transaction.atomic
def take_back(*, campaign: Campaign, reason: str, by: Account | None) -> Release:
    """Hide the official scores from participants and assessors again. The version itself stays."""
    lock_campaign(campaign)
    reason = needed_reason(reason)
    row = (
        Release.objects.filter(campaign=campaign, ended_at__isnull=True)
        .select_related("scores__qrels")
        .first()
    )
    if row is None or campaign.state != State.RELEASED:
        raise Refused(
            say("No scores are released. Nothing was changed."), "not_released", say("Reload the page.")
        )
    row.ended_at, row.ended_by, row.reason = timezone.now(), by, reason
    row.save(update_fields=["ended_at", "ended_by", "reason"])
    set_state(campaign=campaign, to=State.CLOSED, by=by, reason=reason)
    version = row.scores.qrels.version
    record_event(
        by=by, campaign=campaign, verb="scores:taken_back", subject=f"version {version}", reason=reason
    )
    return row
