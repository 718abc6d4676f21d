"""Writes of series that are the campaign's already: their target, their questions' order, and questions more."""

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.db.models import F, Max

from assessment.campaigns.models import Campaign, Question, Series
from assessment.campaigns.services.accepting import refuse_in_use
from assessment.campaigns.services.kept_questions import keep_declared
from assessment.campaigns.services.locks import lock_campaign
from assessment.campaigns.services.questions import sound_text
from assessment.campaigns.services.whole_topics import refuse_part, refuse_single_questions
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say, sentence
from assessment.shared.seen import differing, refuse_changed
from scoring.formats.folding import qid_error

LABELS = {
    "target": sentence("target"),
    "target_type": sentence("target type"),
    "order": sentence("order"),
}


@transaction.atomic
def edit_series(
    *,
    series: Series,
    target: str,
    target_type: str,
    places: Mapping[str, int],
    by: Account | None,
    seen: str | None = None,
) -> Series:
    """Change what a series is about, and put its questions in the order of their places (by question id).

    Target and order stand in what runs answer: refused once there are any. The target's type is free. `seen` is
    the mark of what the page showed (`state_of`); Conflict where somebody changed it meanwhile.
    """
    lock_campaign(series.campaign)
    series.refresh_from_db(fields=["target", "target_type"])
    wanted = {"target": sound_text(target), "target_type": target_type.strip()}
    changes = {
        name: [getattr(series, name), to] for name, to in wanted.items() if getattr(series, name) != to
    }
    rows = list(series.questions.in_order())
    ordered = sorted(rows, key=lambda row: places.get(row.qid, row.position))
    state = state_of(series, rows)
    now, other = differing(state, wanted | {"order": [row.qid for row in ordered]}, LABELS)
    refuse_changed(seen=seen, state=state, what=say("series {name}", name=series.key), now=now, wanted=other)
    if ordered != rows:
        changes["order"] = [[row.qid for row in rows], [row.qid for row in ordered]]
    if not changes:
        return series
    refuse_part(series)
    if changes.keys() - {"target_type"}:
        refuse_in_use(series.campaign)
    series.target, series.target_type = wanted["target"], wanted["target_type"]
    series.save(update_fields=["target", "target_type"])
    if "order" in changes:
        _put_in_order(series.campaign, ordered, [row.position for row in rows])
    record_event(by=by, campaign=series.campaign, verb="series:edited", subject=series.key, changes=changes)
    return series


def state_of(series: Series, questions: Iterable[Question]) -> dict[str, object]:
    """What the form of a series shows and changes."""
    order = [question.qid for question in questions]
    return {"target": series.target, "target_type": series.target_type, "order": order}


@transaction.atomic
def add_question(*, series: Series, type: str, text: str, source: str, by: Account | None) -> Question:
    """Add a question at the end of a series, with the next free number as its id."""
    campaign = series.campaign
    lock_campaign(campaign)
    refuse_single_questions(campaign)
    refuse_in_use(campaign)
    if type not in campaign.track.question_types:
        raise Refused(
            say('The track has no questions of the type "{type}". Nothing was changed.', type=type),
            "question_type",
        )
    last = series.questions.aggregate(last=Max("position"))["last"]
    place = (last or campaign.questions.aggregate(last=Max("position"))["last"] or 0) + 1
    _shift(campaign, place)
    question = Question.objects.create(
        campaign=campaign,
        series=series,
        qid=_next_qid(series),
        position=place,
        type=type,
        text=sound_text(text),
        source=source.strip(),
    )
    keep_declared(campaign)
    record_event(by=by, campaign=campaign, verb="question:added", subject=question.qid)
    return question


def _next_qid(series: Series) -> str:
    number = series.questions.count() + 1
    taken = set(Question.objects.filter(campaign=series.campaign_id).values_list("qid", flat=True))
    while f"{series.key}.{number}" in taken:
        number += 1
    error = qid_error(f"{series.key}.{number}")
    if error:
        raise Refused(
            say("{error} Nothing was changed.", error=error),
            "id_invalid",
            say("Import the topics anew instead."),
        )
    return f"{series.key}.{number}"


def _shift(campaign: Campaign, place: int) -> None:
    """Make a place free; in two steps, since a position is given once at any time."""
    later = campaign.questions.filter(position__gte=place)
    last = later.aggregate(last=Max("position"))["last"]
    if last:
        later.update(position=F("position") + last)
        campaign.questions.filter(position__gte=place + last).update(position=F("position") - (last - 1))


def _put_in_order(campaign: Campaign, rows: list[Question], positions: list[int]) -> None:
    """Give the rows these positions, by way of some that nobody has."""
    beyond = (campaign.questions.aggregate(last=Max("position"))["last"] or 0) + 1
    for free, row in enumerate(rows, beyond):
        row.position = free
    Question.objects.bulk_update(rows, ["position"])
    for row, position in zip(rows, positions, strict=True):
        row.position = position
    Question.objects.bulk_update(rows, ["position"])
