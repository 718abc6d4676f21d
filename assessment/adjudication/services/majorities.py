"""Accepting clear majorities, many at once: each is decided as a matter of opinion, and all are undone as one.

What is accepted is what somebody was shown: an item whose judgments or decision changed since is left as it is, and
named. Each item is held against its judgments once more when it is stored.
"""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

from assessment.adjudication.selectors.majorities import clear_items, places_of
from assessment.adjudication.services.adjudicate import Decision
from assessment.adjudication.services.storing import NewDecision, store_decisions
from assessment.campaigns.models import Campaign, Question
from assessment.jobs.models import Job
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.runner import do_here
from assessment.judging.models import BatchKind, ChangeBatch, Ground
from assessment.judging.selectors.grades import Given, grades_given
from assessment.judging.services.batches import (
    ROWS,
    end_batch,
    in_batch,
    new_batch,
    refuse_half_done,
)
from assessment.judging.services.disputes import refuse_released
from assessment.judging.services.file_steps import LISTED
from assessment.judging.services.parts.decisions import read_decisions
from assessment.people.models import Account, Member
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.grades import grade_name
from assessment.shared.say import say, say_n
from assessment.submissions.models import PoolItem
from documents.steps import Pace
from scoring.rules import majority_of
from scoring.tracks.base import Track

ACCEPT = "adjudication.accept_majorities"
MOST_BYTES = 8_000_000  # of a list of items, unpacked

Shown = Mapping[int, str]  # pool item -> the majority's grade


def request_accept(
    *,
    campaign: Campaign,
    shown: str,
    by: Account | None,
    but_one: bool = False,
    without: Collection[str] = (),
) -> Job:
    """Have the majorities that a page showed (`pack`) accepted, but for some questions."""
    items = unpack(shown)
    if without:
        left_out = PoolItem.objects.filter(
            question__campaign=campaign, question__qid__in=without, disputed=True
        )
        gone = set(left_out.values_list("pk", flat=True))
        items = {pk: grade for pk, grade in items.items() if pk not in gone}
    arguments = accept_arguments(campaign=campaign, items=items, but_one=but_one)
    return enqueue(kind=ACCEPT, by=by, campaign=campaign, arguments=arguments)


def accept_majorities(
    *,
    campaign: Campaign,
    by: Account | None,
    but_one: bool = False,
    only: Collection[str] = (),
    without: Collection[str] = (),
    progress: Callable[[int, int, str], None] | None = None,
) -> ChangeBatch:
    """Accept every clear majority there is now, in all questions or in some; its report says what was done."""
    refuse_unknown(campaign, [*only, *without])
    items = clear_items(campaign, but_one=but_one, only=only, without=without)
    arguments = accept_arguments(campaign=campaign, items=items, but_one=but_one)
    job = do_here(kind=ACCEPT, campaign=campaign, arguments=arguments, by=by, listener=progress)
    return ChangeBatch.objects.get(pk=job.checkpoint["batch"])


def refuse_unknown(campaign: Campaign, qids: Collection[str]) -> None:
    """Refuse ids that no question of the campaign has."""
    known = set(Question.objects.filter(campaign=campaign, qid__in=qids).values_list("qid", flat=True))
    if unknown := [qid for qid in dict.fromkeys(qids) if qid not in known]:
        named = ", ".join(unknown[:10])
        raise Refused(
            say("There is no question {named}. Nothing was decided.", named=named),
            "question_unknown",
            say("Check the ids."),
        )


def accept_arguments(*, campaign: Campaign, items: Shown, but_one: bool) -> dict[str, Any]:
    """What the job needs. Refused where there is nothing to accept, and once the results are out."""
    refuse_released(campaign, "decisions")
    refuse_half_done(campaign)
    if not items:
        raise Refused(
            say("No open item has a clear majority. Nothing was decided."),
            "no_majority",
            say("Decide the open items one by one."),
        )
    return {"shown": pack(items), "but_one": but_one}


def pack(items: Shown) -> str:
    """Items and their majorities as one short text, for a form or a job."""
    by_grade: dict[str, list[int]] = {}
    for pk in sorted(items):
        by_grade.setdefault(items[pk], []).append(pk)
    steps = {grade: [pks[0], *(b - a for a, b in pairwise(pks))] for grade, pks in by_grade.items()}
    return urlsafe_b64encode(zlib.compress(json.dumps(steps, separators=(",", ":")).encode(), 9)).decode()


def unpack(text: str) -> dict[int, str]:
    """The items of a packed text. Refused where it is none."""
    try:
        unpacked = zlib.decompressobj().decompress(urlsafe_b64decode(text.encode()), MOST_BYTES)
        steps = json.loads(unpacked) if text else {}
        return {pk: str(grade) for grade, some in steps.items() for pk in accumulate(map(_whole, some))}
    except (ValueError, TypeError, AttributeError, zlib.error):
        raise Refused(
            say("The list of items did not come as the page sent it. Nothing was decided."),
            "list_unreadable",
            say("Reload the page and accept again."),
        ) from None


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < 2**62:
        raise ValueError("no item has such a number")
    return value


def accept_shown(handle: JobHandle, *, shown: str, but_one: bool) -> str:
    """Do the job: decide the items in the order of their keys, some at a time, or go on behind the last that was kept."""
    if "sentence" in handle.checkpoint:
        return str(handle.checkpoint["sentence"])
    items = unpack(shown)
    pks = sorted(items)
    if not handle.checkpoint:
        with handle.tallied() as tally:
            tally |= {"next": 0, "accepted": 0, "questions": [], "changed": 0, "left": []}
            tally["batch"] = new_batch(handle, BatchKind.MAJORITIES)
    pace = Pace(ROWS, most=ROWS)
    while (start := handle.checkpoint["next"]) < len(pks):
        handle.progress(start, len(pks), say("Accepting majorities"))
        some = pks[start : start + pace.rows]
        with handle.tallied(pace) as tally:
            _accept_some(handle, {pk: items[pk] for pk in some}, but_one, tally)
            tally["next"] += len(some)
    return _end(handle)


def _accept_some(handle: JobHandle, shown: Shown, but_one: bool, tally: dict[str, Any]) -> None:
    campaign = Campaign.visible.get(pk=handle.campaign.pk)
    refuse_released(campaign, "decisions")
    rows = PoolItem.objects.filter(pk__in=shown, question__in=_retained(handle.campaign), disputed=True)
    locked = rows.select_for_update(of=("self",), no_key=True).order_by("pk")
    questions = dict(locked.values_list("pk", "question_id"))
    given, stored = grades_given(questions.keys()), read_decisions(list(questions))
    member = _member(handle)
    wanted, left = {}, {}
    for pk, grade in shown.items():
        decided = stored[pk]["grade"] if pk in questions else ""
        if why := _why_left(campaign.track, given.get(pk, ()), decided, grade, but_one=but_one):
            left[pk] = why
        else:
            wanted[pk] = NewDecision(questions[pk], Decision(grade, Ground.OPINION.value), member)
    tally["accepted"] += store_decisions(wanted, handle.by, in_batch(handle))
    tally["questions"] = sorted({*tally["questions"], *(questions[pk] for pk in wanted)})
    tally["changed"] += len(left)
    tally["left"] = [*tally["left"], *_named(handle.campaign, left)][:LISTED]


def _retained(campaign: Campaign) -> Any:
    return Question.objects.filter(campaign=campaign).retained()


def _member(handle: JobHandle) -> Member | None:
    if handle.by is None:
        return None
    return Member.objects.filter(campaign=handle.campaign, account=handle.by).first()


def _why_left(track: Track, given: Sequence[Given], decided: str, shown: str, *, but_one: bool) -> str:
    """Why an item is not decided as its page showed it; nothing where it is."""
    grades = [one.grade for one in given]
    if len(set(grades)) < 2:
        return say("no longer disputed")
    if decided:
        return say("decided meanwhile: “{grade}”", grade=grade_name(decided, track))
    majority = majority_of(grades)
    if majority is None:
        return say("no grade has more than half any more")
    if majority != shown:
        return say(
            "the majority is now “{now}”, no longer “{before}”",
            now=grade_name(majority, track),
            before=grade_name(shown, track),
        )
    if but_one and len(grades) - grades.count(majority) > 1:
        return say("more than one assessor now differs")
    return ""


def _named(campaign: Campaign, left: Mapping[int, str]) -> list[str]:
    """The items of the campaign that were left, with the reasons."""
    mine = PoolItem.objects.filter(pk__in=left, question__campaign=campaign).values_list("pk", flat=True)
    places = places_of(mine)
    return [f"{places[pk]}: {why}" for pk, why in left.items() if pk in places]


def _end(handle: JobHandle) -> str:
    tally = handle.checkpoint
    accepted, questions = tally["accepted"], len(tally["questions"])
    sentence = sentence_of(accepted, questions, tally["changed"])
    facts = {"accepted": accepted, "questions": questions, "changed": tally["changed"]}
    with handle.step({**tally, "sentence": sentence}):
        end_batch(handle, {**facts, "sentence": sentence, "left": tally["left"]})
        record_event(
            by=handle.by,
            campaign=handle.campaign,
            verb="adjudication:accepted",
            subject=_items(accepted),
            **facts,
        )
    return sentence


def sentence_of(accepted: int, questions: int, changed: int) -> str:
    """What accepting majorities did, in words."""
    items = say_n("{n} item", "{n} items", accepted)
    done = say_n(
        "Accepted the majority on {items} of {n} question.",
        "Accepted the majority on {items} of {n} questions.",
        questions,
        items=items,
    )
    if not changed:
        return done
    left = say_n(
        "{n} item was left as it is, because it changed meanwhile.",
        "{n} items were left as they are, because they changed meanwhile.",
        changed,
    )
    return f"{done} {left}"


def _items(number: int) -> str:
    return f"{number:,} item{'' if number == 1 else 's'}"
