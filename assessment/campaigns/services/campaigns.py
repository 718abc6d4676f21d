"""Writes of whole campaigns: making one, its settings, its state and its guidelines."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q

from assessment.campaigns.models import Campaign, Guidelines, State
from assessment.campaigns.models.options import check_together, differing, known_settings, parse_choices
from assessment.campaigns.models.states import STATE_WORDS, STEPS, in_sentence, step_to
from assessment.campaigns.selectors.pooled_documents import missing_in
from assessment.campaigns.selectors.sentences import could_be_created
from assessment.campaigns.services.deadlines import set_deadline
from assessment.campaigns.services.evaluations import (
    checked,
    exchanged,
    forget_evaluation,
    keep_evaluation,
    name_of,
)
from assessment.campaigns.services.kept_questions import keep_declared
from assessment.campaigns.services.locks import lock_campaign, needed_reason
from assessment.campaigns.services.naming import RESERVED_SLUGS, insert_campaign
from assessment.people.models import Account, RoleName
from assessment.people.services.accounts import ensure_member
from assessment.people.services.events import record_event
from assessment.people.services.frozen import refuse_released
from assessment.shared.errors import Conflict, Refused
from assessment.shared.seen import conflict, in_words
from scoring import evaluations
from scoring.say import say, sentence  # heard where a date is not kept
from scoring.tracks.base import OWN, Track
from scoring.tracks.settings import Setting

_SLUG = re.compile(r"[A-Za-z0-9_-]{1,64}")
_LABELS = {
    "title": sentence("Title"),
    "collection": sentence("Collection"),
    "evaluation": sentence("Evaluation"),
}


@transaction.atomic
def create_campaign(
    *,
    slug: str | None,
    title: str,
    by: Account | None,
    track: str = "",
    evaluation: str = "",
    collection: str = "",
    settings: Mapping[str, object] | None = None,
    past: bool = True,
) -> Campaign:
    """Make a draft campaign of a track, or of the text of an evaluation of its own. Settings are given as text or as
    campaign.json holds them; the deadline is one.

    Without a slug it has a free one, made of its title. Without `past`, a deadline that has passed is refused. Whoever makes
    it is its admin; site admins are so anyway.
    """
    if slug is not None:
        check_slug(slug)
    _check_title(title)
    rules = _chosen_track(track, evaluation)
    chosen = parse_choices(rules, settings or {})
    check_together(rules, chosen.rules)
    deadline = chosen.columns.pop("deadline", None)
    campaign = insert_campaign(
        slug=slug,
        title=title.strip() or slug or "",
        track_slug=rules.slug,
        evaluation=keep_evaluation(evaluation, by) if evaluation else None,
        collection_slug=collection,
        settings=differing(rules, chosen.rules),
        created_by=by,
        **chosen.columns,
    )
    record_event(by=by, campaign=campaign, verb="campaign:created", subject=campaign.title, track=rules.slug)
    if by and not by.is_superuser:
        ensure_member(campaign=campaign, name=by.username, roles=[RoleName.ADMIN], by=by, account=by)
    if deadline:
        set_deadline(campaign=campaign, deadline=deadline, by=by, past=past)
    return campaign


@transaction.atomic
def check_campaign(**wanted: Any) -> str:
    """Say that a campaign can be created, as `create_campaign` takes it, or raise its refusals. Nothing is kept."""
    said = could_be_created(create_campaign(**wanted))
    transaction.set_rollback(True)
    return said


def _chosen_track(track: str, evaluation: str) -> Track:
    if evaluation and track in ("", OWN):
        return checked(evaluation.encode())
    if evaluation:
        message = say("Both a track and an evaluation are named. Nothing was created.")
        raise Refused(message, "track", say("Leave one of them out."))
    if track in evaluations.TRACKS:
        return evaluations.TRACKS[track]
    message = say('There is no track "{track}". Nothing was created.', track=track)
    hint = say("Choose one of {known}.", known=", ".join(evaluations.TRACKS))
    raise Refused(message, "track", hint)


def check_slug(slug: str) -> None:
    """Refuse what no campaign can be called."""
    if _SLUG.fullmatch(slug) and slug not in RESERVED_SLUGS:
        return
    raise Refused(
        say('"{name}" cannot be the short name of a campaign. Nothing was created.', name=slug),
        "slug",
        say("Use letters, digits, hyphens and underscores, at most 64, and not the word new."),
    )


def _check_title(title: str) -> None:
    longest = Campaign._meta.get_field("title").max_length or 0
    if len(title) > longest:
        raise Refused(
            say(
                "The title has {n} characters, and at most {longest} are kept. Nothing was stored.",
                n=len(title),
                longest=longest,
            ),
            "title",
            say("Shorten it."),
        )


@transaction.atomic
def edit_settings(
    *,
    campaign: Campaign,
    by: Account | None,
    title: str | None = None,
    collection: str | None = None,
    settings: Mapping[str, object] | None = None,
    evaluation: str | None = None,
    seen: Mapping[str, object] | None = None,
    past: bool = True,
    reason: str = "",
) -> Campaign:
    """Change what is given and leave the rest; `evaluation` is the text of the campaign's own. A deadline that teams may have seen is moved instead (with a reason).

    Without `past`, a deadline that has passed is refused. A collection that lacks documents of the pools takes a `reason`.

    `seen` is what a page showed of what is changed now; Conflict where that is something else by now.
    """
    lock_campaign(campaign)
    _check_title(title or "")
    wanted = {"title": title, "collection": collection, "evaluation": evaluation and name_of(evaluation)}
    _refuse_overwriting(campaign, seen or {}, {**wanted, **(settings or {})})
    chosen = parse_choices(campaign.track, settings or {})
    check_together(campaign.track, campaign.rules | chosen.rules)
    _check_readable(campaign, chosen.rules)
    _check_gradable(campaign, chosen.rules)
    lost = _refuse_unrelated(campaign, collection, reason)
    if "deadline" in chosen.columns:
        set_deadline(campaign=campaign, deadline=chosen.columns.pop("deadline"), by=by, past=past)
    general = {"title": title, "collection_slug": collection}
    columns: dict[str, Any] = {name: value for name, value in general.items() if value is not None}
    columns |= chosen.columns
    rules = campaign.track.parse_settings(campaign.settings) | chosen.rules
    _check_asked(campaign, rules)
    _check_judged(campaign, rules)
    if evaluation is None:
        columns["settings"] = differing(campaign.track, rules)
    else:
        columns |= exchanged(campaign, evaluation, rules, by)
    changes = {name: [getattr(campaign, name), value] for name, value in columns.items()}
    changes = {name: change for name, change in changes.items() if change[0] != change[1]}
    if {"settings", "evaluation_id"} & changes.keys():
        refuse_released(campaign)
    if changes:
        for name, (_, value) in changes.items():
            setattr(campaign, name, value)
        campaign.save(update_fields=list(changes))
        if "evaluation_id" in changes:
            forget_evaluation(changes["evaluation_id"][0])
            keep_declared(Campaign.objects.get(pk=campaign.pk))
        record_event(by=by, campaign=campaign, verb="campaign:edited", changes=changes)
    if lost:
        record_event(
            by=by, campaign=campaign, verb="campaign:collection_changed", subject=lost, reason=reason.strip()
        )
    return campaign


def _refuse_unrelated(campaign: Campaign, collection: str | None, reason: str) -> str:
    """Refuse a collection that lacks documents of the pools, without a reason; with one, say how many it lacks."""
    if collection is None or collection == campaign.collection_slug:
        return ""
    pooled, missing = missing_in(campaign, collection)
    if not missing:
        return ""
    if not reason.strip():
        raise Refused(
            say(
                "{n} of {all} pooled documents are not in {name}. Nothing was changed.",
                n=missing,
                all=pooled,
                name=collection or say("an empty collection"),
            ),
            "collection_unrelated",
            say("Keep the collection, or give the reason for the exchange; it is kept in the log."),
        )
    name = collection or "an empty collection"
    counted = f"{missing:,} of {pooled:,} pooled documents are not in {name}"
    return f"from {campaign.collection_slug or 'none'} to {collection or 'none'}, although {counted}: {reason.strip()}"


def _refuse_overwriting(campaign: Campaign, seen: Mapping[str, object], wanted: Mapping[str, object]) -> None:
    """Refuse to set what somebody else set since it was seen, unless to the same."""
    now = shown_settings(campaign)
    lost = [name for name, was in seen.items() if now[name] not in (was, wanted[name])]
    if lost:
        names = {setting.name: setting for setting in known_settings(campaign.track)}
        labels = {name: say(names[name].label if name in names else _LABELS[name]) for name in lost}
        differences = [
            in_words({name: _formatted(names.get(name), side[name]) for name in lost}, labels)
            for side in (now, wanted)
        ]
        raise conflict(say("the settings"), *differences)


def shown_settings(campaign: Campaign) -> dict[str, object]:
    """What the form of the settings shows and changes."""
    own = {rule.setting.name: rule.value for rule in campaign.own_settings}
    head = {"title": campaign.title, "collection": campaign.collection_slug}
    head |= {"evaluation": campaign.evaluation_id} if campaign.evaluation_id else {}
    return head | own | campaign.choices


def _formatted(setting: Setting | None, value: object) -> object:
    return setting.format(value) if setting else value


def _check_readable(campaign: Campaign, rules: Mapping[str, object]) -> None:
    """Refuse a change after which the runs that came in could no longer be read."""
    for rule in campaign.settings_in_force:
        name = rule.setting.name
        changed = rule.setting.reads_runs and rules.get(name, rule.value) != rule.value
        if changed and campaign.runs.exists():
            message = say(
                "Runs came in with {setting}, and are read with it. Nothing was changed.",
                setting=f"{name}={rule.text}",
            )
            raise Refused(message, "setting_in_use", say("Keep it, or create another campaign."))


def _check_gradable(campaign: Campaign, rules: Mapping[str, object]) -> None:
    """Refuse a change after which grades that were given would be none."""
    for rule in campaign.settings_in_force:
        name = rule.setting.name
        changed = rule.setting.names_grades and rules.get(name, rule.value) != rule.value
        if changed and _has_grades(campaign):
            message = say(
                "Answers were graded with {setting}. Nothing was changed.", setting=f"{name}={rule.text}"
            )
            raise Refused(message, "setting_in_use", say("Keep it, or create another campaign."))


def _has_grades(campaign: Campaign) -> bool:
    """Whether somebody judged an answer, or a sample question says how to judge one."""
    judged = campaign.questions.filter(assignments__judgments__isnull=False)
    samples = campaign.training_questions.filter(items__isnull=False)
    return judged.exists() or samples.exists()


def _check_asked(campaign: Campaign, rules: Mapping[str, object]) -> None:
    """Refuse a change after which topics would make other questions than those that are there."""
    now, after = campaign.track.topic_types, campaign.track_with(differing(campaign.track, rules)).topic_types
    other = [name for name in (*now, *after) if (name in now) != (name in after)]
    if other and campaign.questions.exists():
        message = say(
            "Whether topics have questions of the type {types} was settled when they were imported. Nothing was changed.",
            types=", ".join(other),
        )
        hint = say("Create another campaign, and choose its types before its topics are imported.")
        raise Refused(message, "setting_in_use", hint)


def _check_judged(campaign: Campaign, rules: Mapping[str, object]) -> None:
    """Refuse a change after which a type is not judged any more of which something is judged, or waits for it."""
    after = campaign.track_with(differing(campaign.track, rules)).question_types
    lost = [name for name, kind in campaign.track.question_types.items() if kind.judged > after[name].judged]
    used = [name for name in lost if _is_in_use(campaign, name)]
    if used:
        message = say(
            "Questions of these types have answers to judge, assessors or known answers: {types}. Nothing was changed.",
            types=", ".join(used),
        )
        raise Refused(message, "setting_in_use", say("Keep these types, or create another campaign."))


def _is_in_use(campaign: Campaign, type: str) -> bool:
    """Whether questions of a type are pooled, given to somebody, or have known answers; or samples are of it."""
    used = Q(pool__isnull=False) | Q(assignments__isnull=False) | Q(entries__isnull=False)
    asked = campaign.questions.filter(used, type=type)
    return asked.exists() or campaign.training_questions.filter(type=type).exists()


def change_state(*, campaign: Campaign, to: str, by: Account | None, reason: str = "") -> Campaign:
    """Open, close, or go a step back with a reason. Scores are released, and releases taken back, elsewhere."""
    with transaction.atomic():
        lock_campaign(campaign)
        step = step_to(campaign.state, to)
        if step is None:
            ways = [other.to for other in STEPS[campaign.state]]
            raise Refused(
                say(
                    "A campaign that is {state} cannot become {wanted}. Nothing was changed.",
                    state=in_sentence(campaign.state),
                    wanted=to,
                ),
                "state",
                _ways_on(ways) if ways else say("Take the release back first."),
            )
        if to == State.OPEN and not campaign.questions.exists():
            raise Refused(
                say("The campaign has no questions. It was not opened."),
                "no_questions",
                say("Import them first."),
            )
        if to == State.DRAFT and campaign.runs.exists():
            message = say(
                "Runs were submitted, so the campaign cannot go back to draft. Nothing was changed."
            )
            raise Refused(message, "runs_submitted", say("Close it instead."))
        if step.needs_reason:
            reason = needed_reason(reason)
        return set_state(campaign=campaign, to=to, by=by, reason=reason)


def _ways_on(ways: Sequence[str]) -> str:
    *some, last = ways
    return (
        say("It can become {states} or {last_state}.", states=", ".join(some), last_state=last)
        if some
        else say("It can become {state}.", state=last)
    )


@transaction.atomic
def set_state(*, campaign: Campaign, to: str, by: Account | None, reason: str = "") -> Campaign:
    """Write a state that the caller has decided on, and the event."""
    lock_campaign(campaign)
    before, campaign.state = campaign.state, State(to)
    campaign.save(update_fields=["state"])
    subject = STATE_WORDS[campaign.state]
    record_event(
        by=by, campaign=campaign, verb="campaign:state", subject=subject, before=before, reason=reason
    )
    return campaign


@transaction.atomic
def write_guidelines(
    *, campaign: Campaign, text: str, by: Account | None, seen: int | None = None
) -> Guidelines:
    """Keep a text as the newest version; the same text again makes none.

    `seen` is the version (0: none) that the writer had in view; a newer one is a Conflict.
    """
    lock_campaign(campaign)
    newest = campaign.guidelines.order_by("-version").first()
    version = newest.version if newest else 0
    if seen is not None and seen != version:
        raise Conflict(
            say(
                "Version {version} of the guidelines was written meanwhile and is kept; your text is not saved yet.",
                version=str(version),
            ),
            "guidelines_changed",
            say("Compare both below, then save again."),
        )
    text = text.replace("\r\n", "\n").strip()
    if newest and newest.text == text:
        return newest
    written = Guidelines.objects.create(campaign=campaign, version=version + 1, text=text, made_by=by)
    record_event(by=by, campaign=campaign, verb="guidelines:written", subject=str(written.version))
    return written
