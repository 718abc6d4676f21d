"""Decisions that come as a file (adjudications.csv): all are stored, or none and every problem is listed."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from uuid import uuid4

from django.db.models import QuerySet

from assessment.adjudication.services.adjudicate import Decision, overrules, refusal_of, scale_of_item
from assessment.adjudication.services.decision_classes import sentences, settle, settlings_of
from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Change, ChangeKind
from assessment.judging.selectors.grades import Given, grades_given
from assessment.judging.services.disputes import refuse_released
from assessment.judging.services.parts.decisions import NAME, read_decisions, write_decisions
from assessment.people.models import Account, Member, RoleName
from assessment.people.services.accounts import ensure_member
from assessment.people.services.events import record_event
from assessment.shared.errors import FileRefused
from assessment.submissions.models import PoolItem
from documents.steps import Pace
from scoring import records
from scoring.formats.problems import Problems
from scoring.formats.rows import adjudication_of
from scoring.formats.tables import read_table

BATCH = 500
AT_ONCE = 500  # decisions that one step stores


class DecisionEntry(NamedTuple):
    """A row of the file."""

    line: int
    decision: records.Adjudication


class DecisionsImported(NamedTuple):
    """What an import did."""

    decided: int
    unchanged: int
    classes: int = 0  # settled or changed
    notes: tuple[str, ...] = ()  # on answer classes

    def __str__(self) -> str:
        same = f" {self.unchanged:,} were there already." if self.unchanged else ""
        classes = f" Settled the answer classes of {self.classes:,} answers." if self.classes else ""
        return " ".join([f"Stored {self.decided:,} decisions.{same}{classes}", *self.notes])


class _Scene(NamedTuple):
    """What the rows of the file are held against."""

    questions: Mapping[str, Question]
    disputed: Mapping[str, int]  # key of a disputed item -> primary key
    given: Mapping[int, Sequence[Given]]


def import_decisions(*, campaign: Campaign, file: str, data: bytes, by: Account | None) -> DecisionsImported:
    """Store every decision of an adjudications.csv, keeping former ones as history, and the answer classes it settles.

    A class is named by its id or its label; a row without grade and ground settles the class alone.
    Adjudicators whom the campaign does not know become people of it without an account. Raises FileRefused with
    every problem: rows that cannot be read, unknown or undisputed items, decisions that the rules do not allow,
    `overruled` that contradicts the judgments, an item twice.

    The file is checked before anybody is kept from writing, and what is stored is checked once more then. More than
    AT_ONCE decisions are stored in several steps; where that is cut off, the same file once more adds the rest.
    """
    refuse_released(campaign, "decisions")
    problems = Problems(file)
    entries = _read(data, file, problems)
    disputed = PoolItem.objects.filter(question__campaign=campaign, disputed=True)
    scene = _scene(campaign, disputed)
    _check(campaign, entries, scene, problems)
    settlings = settlings_of(campaign, entries, scene.questions, problems)
    _refuse(problems, 0)
    pace = Pace()
    decided, unchanged = _store_in_steps(campaign, entries, file, by, pace)
    classes = settle(settlings, scene.questions, by, pace)
    if classes:
        facts = {"classes": classes, "notes": sentences(settlings)}
        record_event(by=by, campaign=campaign, verb="adjudication:imported", subject=file, **facts)
    return DecisionsImported(decided, unchanged, classes, tuple(sentences(settlings)))


def _store_in_steps(
    campaign: Campaign, entries: Iterable[DecisionEntry], file: str, by: Account | None, pace: Pace
) -> tuple[int, int]:
    """Store the decisions; how many are new or changed, and how many were there already."""
    graded = [entry for entry in entries if entry.decision.grade]
    decided = unchanged = 0
    for start in range(0, len(graded), AT_ONCE):
        some = graded[start : start + AT_ONCE]
        with pace.step():
            changed = _store(campaign, some, file, by, decided)
            if changed:
                facts = {"decided": changed, "unchanged": len(some) - changed}
                record_event(by=by, campaign=campaign, verb="adjudication:imported", subject=file, **facts)
        decided, unchanged = decided + changed, unchanged + len(some) - changed
    return decided, unchanged


def _store(
    campaign: Campaign, entries: Sequence[DecisionEntry], file: str, by: Account | None, before: int
) -> int:
    """Store some decisions, unless the judgments have changed so that they no longer hold."""
    refuse_released(Campaign.visible.get(pk=campaign.pk), "decisions")
    problems = Problems(file)
    keys = [entry.decision.item.key for entry in entries]
    disputed = PoolItem.objects.filter(question__campaign=campaign, key__in=keys, disputed=True)
    scene = _scene(campaign, disputed, lock=True)
    _check(campaign, entries, scene, problems)
    _refuse(problems, before)
    decisions = {scene.disputed[entry.decision.item.key]: entry.decision for entry in entries}
    return _store_decisions(campaign, scene, decisions, by)


def _refuse(problems: Problems, before: int) -> None:
    if problems:
        stored = f"{before:,} decisions were stored, no other." if before else "No decision was stored."
        raise FileRefused(stored, problems.listed(), "Fix the file and submit it again.")


def _read(data: bytes, file: str, problems: Problems) -> list[DecisionEntry]:
    rows, found = read_table(data, "adjudications", file)
    problems.extend(found)
    entries = []
    for row in rows:
        try:
            entries.append(DecisionEntry(row.line, adjudication_of(row.cells)))
        except ValueError as error:
            problems.add(row.line, "cell", str(error))
    return entries


def _scene(campaign: Campaign, disputed: "QuerySet[PoolItem]", *, lock: bool = False) -> _Scene:
    """What decisions on disputed items are held against; within a transaction, the items are locked."""
    questions = Question.objects.filter(campaign=campaign).select_related("campaign")
    rows = disputed.select_for_update(of=("self",), no_key=True) if lock else disputed
    items = dict(rows.order_by("pk").values_list("key", "pk"))
    given = grades_given(items.values() if lock else disputed)
    return _Scene({question.qid: question for question in questions}, items, given)


def _check(campaign: Campaign, entries: Iterable[DecisionEntry], scene: _Scene, problems: Problems) -> None:
    lines: dict[records.Item, int] = {}
    missing = []
    for line, decision in entries:
        first = lines.setdefault(decision.item, line)
        if first != line:
            hint = "Keep one of the two."
            problems.add(line, "duplicate_item", f"Line {first} already decides this item.", hint)
        elif decision.item.qid not in scene.questions:
            problems.add(line, "question_unknown", f"There is no question {decision.item.qid}.")
        elif not decision.grade:  # settles a class alone
            continue
        elif decision.item.key not in scene.disputed:
            missing.append((line, decision.item.key))
        else:
            _check_decision(line, decision, scene, problems)
    _name_missing(campaign, missing, problems)


def _check_decision(line: int, decision: records.Adjudication, scene: _Scene, problems: Problems) -> None:
    given = [one.grade for one in scene.given.get(scene.disputed[decision.item.key], ())]
    scale = scale_of_item(scene.questions[decision.item.qid], decision.item.answer)
    refused = refusal_of(scale, given, decision.grade, decision.ground)
    if refused:
        problems.add(line, refused.code, refused.message, refused.hint)
    elif decision.overruled != overrules(given, decision.grade):
        word = "is not" if decision.overruled else "is"
        message = (
            f"overruled is {decision.overruled:d}, but the majority {word} overruled by “{decision.grade}”."
        )
        problems.add(
            line, "overruled_contradicts", message, f"The assessors said: {', '.join(sorted(given))}."
        )


def _name_missing(campaign: Campaign, missing: Sequence[tuple[int, str]], problems: Problems) -> None:
    """Tell items that nobody disputes from those that are not in the pool."""
    for start in range(0, len(missing), BATCH):
        part = missing[start : start + BATCH]
        pool = PoolItem.objects.filter(question__campaign=campaign, key__in=[key for _, key in part])
        known = set(pool.values_list("key", flat=True))
        for line, key in part:
            if key in known:
                problems.add(line, "not_disputed", "The assessors agree on this item; nothing to decide.")
            else:
                problems.add(
                    line, "item_unknown", "This item is not in the pool.", "Check it letter by letter."
                )


def _store_decisions(
    campaign: Campaign, scene: _Scene, decisions: Mapping[int, records.Adjudication], by: Account | None
) -> int:
    """Store checked decisions by (locked) pool item, with their history; how many are new or changed."""
    members = _adjudicators(campaign, {given.adjudicator for given in decisions.values()}, by)
    stored = read_decisions(list(decisions))
    after, history = {}, []
    for item, given in decisions.items():
        decision = Decision(given.grade, given.ground, given.overruled, given.note)
        before, member = stored[item], members.get(given.adjudicator)
        if Decision.of(before) == decision and before["member_id"] == (member.pk if member else None):
            continue
        after[item] = decision.by(member) | {"changes": before["changes"] + 1}
        history.append(
            Change(
                question=scene.questions[given.item.qid],
                item_id=item,
                kind=ChangeKind.DECISION,
                client_id=uuid4(),
                label=f"“{given.grade}”",
                before={NAME: {str(item): before}},
                after={NAME: {str(item): after[item]}},
                made_by=by,
            )
        )
    write_decisions(after)
    Change.objects.bulk_create(history, batch_size=BATCH)
    return len(after)


def _adjudicators(campaign: Campaign, names: set[str], by: Account | None) -> dict[str, Member]:
    """The people behind the names; those of unknown names are made, those known get no new role."""
    names = names - {""}
    known = {member.name: member for member in Member.objects.filter(campaign=campaign, name__in=names)}
    role = (RoleName.ADJUDICATOR,)
    made = {
        name: ensure_member(campaign=campaign, name=name, roles=role, by=by)
        for name in sorted(names - known.keys())
    }
    return known | made
