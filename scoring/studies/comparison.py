"""What two versions of the scores differ in: which runs moved, by how much, and because of which questions and items.

Any two versions can be held against each other: of other rules, other weights, other judgments, other pools. Differences
are exact where reports are; of stored versions they are differences of floats. Runs with equal scores share a place, and a run
without a score has none.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from scoring.evaluate import Scorer
from scoring.evaluate.key import AnswerKey
from scoring.evaluate.report import ScoreReport, ranks, tau_b
from scoring.forms.base import reason_of
from scoring.forms.keys import Key
from scoring.records import Item, Response
from scoring.rules import Rule, some_of
from scoring.say import say, say_n, sentence
from scoring.studies.kendall import Pair, within_and_over
from scoring.studies.moved import (
    Change,
    ChangedItem,
    ComparedGroup,
    ComparedQuestion,
    ComparedRun,
    Comparison,
    Reweighed,
)
from scoring.studies.sides import Group, Mark, Number, RunSide, Side, side_of, side_of_json
from scoring.studies.what_if import Variation, varied

Responses = Mapping[str, Iterable[Response]]  # run -> what it gave
Marks = tuple[Mark | None, Mark | None]  # of one item, in both versions


def what_if(
    scorer: Scorer,
    changes: Iterable[Variation],
    rule: Rule | str = "adjudicated",
    *,
    partial: bool = False,
) -> Comparison:
    """The scores of an evaluation against those with some changes. Raises ValueError with a sentence where that fails."""
    evaluation, follow = varied(scorer.evaluation, changes, rule)
    other = scorer if evaluation is scorer.evaluation else Scorer(evaluation)
    before, after = scorer.under(rule, partial), other.under(follow, partial)
    return compared(
        scorer.report(before),
        other.report(after),
        key_before=before,
        key_after=after,
        responses=scorer.evaluation.responses,
    )


def compared(
    before: ScoreReport,
    after: ScoreReport,
    *,
    key_before: AnswerKey | None = None,
    key_after: AnswerKey | None = None,
    responses: Responses | None = None,
) -> Comparison:
    """Hold two reports against each other, exactly. Their keys tell of items, and responses of who gave them."""
    return _compared(side_of(before, key_before), side_of(after, key_after), responses or {})


def compared_json(
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    qrels_before: bytes = b"",
    qrels_after: bytes = b"",
    *,
    keys_before: Mapping[str, Key] | None = None,
    keys_after: Mapping[str, Key] | None = None,
    responses: Responses | None = None,
    settings: Mapping[str, Any] | None = None,
    definition: str = "",
) -> Comparison:
    """The same of two stored versions: what `ScoreReport.as_json` gave, qrels files, and what questions were scored by.

    `settings` and `definition` are those of the campaign.
    """
    old, problems = side_of_json(before, qrels_before, keys_before, settings, definition)
    new, more = side_of_json(after, qrels_after, keys_after, settings, definition)
    found = _compared(old, new, responses or {})
    return found._replace(because=(*found.because, *problems, *more))


def places_of(report: ScoreReport) -> dict[str, int]:
    """The place of each run with a score among those that it can be compared with."""
    return _places(side_of(report, None).runs)


def _places(runs: Mapping[str, RunSide]) -> dict[str, int]:
    return {
        run_id: place
        for members in _grouped(runs).values()
        for run_id, place in ranks({one: _score(runs[one]) for one in members}).items()
    }


def _score(run: RunSide) -> Any:
    return run.score


def _grouped(runs: Mapping[str, RunSide]) -> dict[Group, list[str]]:
    found: defaultdict[Group, list[str]] = defaultdict(list)
    for run_id in sorted(runs):
        found[runs[run_id].group].append(run_id)
    return dict(sorted(found.items()))


def _compared(before: Side, after: Side, responses: Responses) -> Comparison:
    items = _changed_items(before, after)
    moved = list(_moved_questions(before, after))
    given = _given({item for qid in moved for item in items.get(qid, ())}, responses)
    questions = [_compared_question(qid, before, after, items.pop(qid, {}), given) for qid in moved]
    questions.sort(key=lambda one: (not (one.left or one.back), -abs(one.moved or 0)))
    idle = tuple(ChangedItem(item, *marks) for rest in items.values() for item, marks in rest.items())
    groups = tuple(_compared_groups(before, after))
    found = Comparison((before.rule, after.rule), groups, tuple(questions), idle, ())
    return found._replace(because=tuple(_because(before, after, found)))


def _compared_groups(before: Side, after: Side) -> Iterator[ComparedGroup]:
    was, now = _places(before.runs), _places(after.runs)
    for (task, pairs), members in _grouped({**before.runs, **after.runs}).items():
        both = [run_id for run_id in members if run_id in before.runs and run_id in after.runs]
        orders = ({run_id: _score(side.runs[run_id]) for run_id in both} for side in (before, after))
        last = len(members) + 1
        runs = sorted(members, key=lambda run_id: (now.get(run_id, last), was.get(run_id, last), run_id))
        levels = within_and_over(_by_question(both, before, after))
        languages = ", ".join(pair.replace(":", " → ") for pair in pairs if pair)
        yield ComparedGroup(
            " ".join(part for part in (task, languages) if part),
            tau_b(*orders),
            tuple(
                _compared_run(run_id, before, after, (was.get(run_id), now.get(run_id))) for run_id in runs
            ),
            levels.within,
            levels.over_pairs,
        )


def _by_question(run_ids: Iterable[str], before: Side, after: Side) -> list[list[Pair]]:
    """What runs got in both versions, question by question, by the first measure of each that has a value in both."""
    found: defaultdict[str, list[Pair]] = defaultdict(list)
    for run_id in run_ids:
        for qid, old in before.runs[run_id].questions.items():
            new = after.values(run_id, qid)
            values = ((value, new.get(name)) for name, value in old.items())
            both = next(((one, two) for one, two in values if one is not None and two is not None), None)
            if both:
                found[qid].append(both)
    return list(found.values())


def _compared_run(
    run_id: str, before: Side, after: Side, places: tuple[int | None, int | None]
) -> ComparedRun:
    was, now = before.runs.get(run_id, ABSENT), after.runs.get(run_id, ABSENT)
    return ComparedRun(
        run_id,
        Change(was.score, now.score),
        places,
        (was.judged, now.judged),
        (was.unjudged, now.unjudged),
        _changes(was.measures, now.measures),
        (run_id in before.runs, run_id in after.runs),
    )


ABSENT = RunSide(("", ()), None, 0, 0, {}, {})


def _changes(before: Mapping[str, Number], after: Mapping[str, Number]) -> dict[str, Change]:
    names = dict.fromkeys([*before, *after])
    return {name: Change(before.get(name), after.get(name)) for name in names}


def _moved_questions(before: Side, after: Side) -> Iterator[str]:
    """The questions of which a run that is in both versions has another value."""
    both = before.runs.keys() & after.runs.keys()
    rows = (run.questions for side in (before, after) for run in side.runs.values())
    for qid in dict.fromkeys(qid for row in rows for qid in row):
        if any(before.values(run_id, qid) != after.values(run_id, qid) for run_id in both):
            yield qid


def _compared_question(
    qid: str, before: Side, after: Side, items: Mapping[Item, Marks], given: Mapping[Item, Collection[str]]
) -> ComparedQuestion:
    runs = _moved_runs(qid, before, after)
    sizes = {run_id: _size(changes.values()) for run_id, changes in runs.items()}
    old, new = before.entries.get(qid, {}), after.entries.get(qid, {})
    reweighed = (
        Reweighed(new[name].text, Change(old[name].weight, new[name].weight)) for name in new if name in old
    )
    return ComparedQuestion(
        qid,
        moved=sum(sizes.values()),
        net=sum(next(iter(changes.values())).difference or 0 for changes in runs.values()),
        runs=runs,
        items=_most_moving(items, given, sizes),
        gained=tuple(entry.text for name, entry in new.items() if name not in old),
        lost=tuple(entry.text for name, entry in old.items() if name not in new),
        reweighed=tuple(one for one in reweighed if one.weight.moved),
        left=_reason(qid, after) if before.has_value(qid) and not after.has_value(qid) else "",
        back=_reason(qid, before) if after.has_value(qid) and not before.has_value(qid) else "",
    )


def _moved_runs(qid: str, before: Side, after: Side) -> dict[str, dict[str, Change]]:
    found = {}
    for run_id in sorted(before.runs.keys() & after.runs.keys()):
        changes = _changes(before.values(run_id, qid), after.values(run_id, qid))
        if moved := {name: change for name, change in changes.items() if change.moved}:
            found[run_id] = moved
    return found


def _size(changes: Iterable[Change]) -> Any:
    """By how much a question moved for a run: the largest of the differences of its values."""
    sizes: list[Any] = [abs(change.difference or 0) for change in changes]
    return max(sizes)


def _most_moving(
    items: Mapping[Item, Marks], given: Mapping[Item, Collection[str]], sizes: Mapping[str, Any]
) -> tuple[ChangedItem, ...]:
    found = []
    for item, marks in items.items():
        runs = tuple(sorted(given.get(item, ())))
        found.append(ChangedItem(item, *marks, runs, sum(sizes.get(run_id, 0) for run_id in runs)))
    return tuple(sorted(found, key=lambda one: (-abs(one.moved or 0), one.item)))


def _changed_items(before: Side, after: Side) -> dict[str, dict[Item, Marks]]:
    """The items that are judged otherwise, by question; none of questions that are dropped in one of the versions."""
    asked = _asked(before) & _asked(after)
    found: defaultdict[str, dict[Item, Marks]] = defaultdict(dict)
    for item in sorted(before.marks.keys() | after.marks.keys()):
        marks = before.marks.get(item), after.marks.get(item)
        if marks[0] != marks[1] and item.qid in asked:
            found[item.qid][item] = marks
    return dict(found)


def _asked(side: Side) -> set[str]:
    return {qid for run in side.runs.values() for qid in run.questions}


def _given(items: Collection[Item], responses: Responses) -> dict[Item, set[str]]:
    """The runs that gave each of some items."""
    found: defaultdict[Item, set[str]] = defaultdict(set)
    for run_id, lines in responses.items():
        for line in lines:
            item = line.item
            if item and item in items:
                found[item].add(run_id)
    return found


def _reason(qid: str, side: Side) -> str:
    """Why a question has no value in a version."""
    if qid in side.dropped:
        return say("dropped: {reason}", reason=side.dropped[qid])
    if qid in side.reasons:
        return say(reason_of(side.reasons[qid]))
    return say("no value") if qid in _asked(side) else say("dropped with its series")


RUNS = sentence("Runs that are gone: {names}."), sentence("New runs: {names}.")
DROPPED = sentence("No longer dropped: {names}."), sentence("Dropped now: {names}.")
SERIES = (
    sentence("Series that left the evaluation: {names}."),
    sentence("Series that came back to it: {names}."),
)


def _because(before: Side, after: Side, found: Comparison) -> Iterator[str]:
    """What is known of why scores moved, apart from single questions."""
    if before.rule != after.rule:
        yield say("The rule is {after} instead of {before}.", after=after.rule, before=before.rule)
    named = (
        (*RUNS, before.runs.keys(), after.runs.keys()),
        (*DROPPED, before.dropped.keys(), after.dropped.keys()),
        (*SERIES, before.series, after.series),
    )
    has_reason = False
    for lost, gained, old, new in named:
        for said, names in ((lost, old - new), (gained, new - old)):
            if names:
                has_reason = True
                yield say(said, names=some_of(sorted(names)))
    yield from _items_because(found)
    if not (has_reason or found.questions) and any(run.score.moved for run in found.runs):
        yield say("No question has another value: how values make a score has changed, such as weights.")


def _items_because(found: Comparison) -> Iterator[str]:
    items = [item for question in found.questions for item in question.items] + list(found.idle)
    gone = sum(one.after is None for one in items)
    new = sum(one.before is None for one in items)
    other = sum(None not in (one.before, one.after) for one in items)
    said = [
        *([say_n("{n} no longer judged", "{n} no longer judged", gone)] if gone else ()),
        *([say_n("{n} judged now that were not", "{n} judged now that were not", new)] if new else ()),
        *([say_n("{n} judged otherwise", "{n} judged otherwise", other)] if other else ()),
    ]
    if said:
        yield say("Items: {counts}.", counts=", ".join(said))
