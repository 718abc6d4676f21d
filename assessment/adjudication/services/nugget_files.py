"""Nugget matches and votes that come as a file: each assessor's word on a question is one change of the ledger.

A row of matches.csv adds a mark, and an answer with a mark was read; a row of votes.csv is the assessor's vote, whatever
it was before. Rows without an assessor are settled.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4

from assessment.adjudication.services.nugget_counts import Counts, matches_stored, sentence_of, votes_stored
from assessment.adjudication.services.table_files import (
    TableKind,
    TableReview,
    add_left,
    raise_problems,
    register_table,
)
from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.services.source_files import SourceFile
from assessment.jobs.services.handle import JobHandle
from assessment.judging.models import Assignment, BatchKind, Nugget
from assessment.judging.services.batches import in_batch
from assessment.judging.services.changes import ChangePlan, Save, lock_parts, make_change
from assessment.judging.services.disputes import refuse_released
from assessment.judging.services.parts import read_state
from assessment.judging.services.parts.nuggets import match_key
from assessment.judging.services.parts.part import State, Subject, differing
from assessment.people.models import Member
from assessment.shared.say import say, sentence
from assessment.submissions.models import PoolItem
from scoring import records, stages
from scoring.formats import nugget_tables as tables
from scoring.formats.problems import Problems, shown

MATCHES, VOTES = BatchKind.MATCHES.value, BatchKind.VOTES.value
BATCH = 500

Whose = tuple[str, str]  # question and assessor; "" is settled
Record = TypeVar("Record", records.Match, records.NuggetVote)


class Said(NamedTuple):
    """What one person says of one question in the file."""

    whose: Whose
    rows: Sequence[tuple[int, Any]]  # line and record


class _Scene(NamedTuple):
    """What rows are held against."""

    questions: Mapping[str, Question]
    nuggets: Mapping[tuple[str, str], str]  # question and name -> uid of those that are on the list
    removed: set[tuple[str, str]]
    people: set[str]
    assignments: Mapping[Whose, Assignment]
    items: Mapping[records.Item, int]


# Reading and checking


def _scene(campaign: Campaign, found: Sequence[tuple[Any, Any]], qid_of: Callable[[Any], str]) -> _Scene:
    qids = {qid_of(record) for _, record in found}
    questions = Question.objects.filter(campaign=campaign, qid__in=qids).select_related("campaign", "pool")
    nuggets = Nugget.objects.filter(question__campaign=campaign, question__qid__in=qids)
    named = list(nuggets.values_list("question__qid", "name", "uid", "removed"))
    rows = Assignment.objects.filter(question__campaign=campaign, question__qid__in=qids)
    assignments = rows.counting().select_related("member", "question")
    return _Scene(
        questions={question.qid: question for question in questions},
        nuggets={(qid, name): str(uid) for qid, name, uid, removed in named if not removed},
        removed={(qid, name) for qid, name, _, removed in named if removed},
        people=set(Member.objects.filter(campaign=campaign).values_list("name", flat=True)),
        assignments={(row.question.qid, row.member.name): row for row in assignments},
        items=_items(campaign, [it.item for _, it in found if isinstance(it, records.Match)]),
    )


def _items(campaign: Campaign, wanted: Sequence[records.Item]) -> dict[records.Item, int]:
    by_key = {item.key: item for item in wanted}
    keys, found = list(by_key), dict[records.Item, int]()
    for start in range(0, len(keys), BATCH):
        rows = PoolItem.objects.filter(question__campaign=campaign, key__in=keys[start : start + BATCH])
        found |= {by_key[key]: pk for key, pk in rows.values_list("key", "pk")}
    return found


def _is_sound(
    scene: _Scene, line: int, whose: Whose, name: str, task: stages.Task, problems: Problems
) -> bool:
    """Whether a row names a question, a nugget and somebody who may speak of it; what is wrong is noted."""
    qid, _ = whose
    question = scene.questions.get(qid)
    if question is None:
        problems.add(
            line,
            "question_unknown",
            say("There is no question {question}.", question=shown(qid)),
            say("Check the id."),
        )
        return False
    if not question.kind.form.asks(stages.LISTING):
        problems.add(line, "no_nuggets", tables.no_nuggets(qid), say("Remove the row."))
        return False
    wrong = [*_wrong_nugget(scene, whose, name, task), *_wrong_person(scene, whose, task)]
    for code, message, hint in wrong:
        problems.add(line, code, message, hint)
    return not wrong


def _wrong_nugget(scene: _Scene, whose: Whose, name: str, task: stages.Task) -> list[tuple[str, str, str]]:
    """What is wrong with the nugget that a row names. An assessor may say of an answer that it holds none."""
    qid, assessor = whose
    if (qid, name) in scene.nuggets or (not name and assessor and task is stages.MATCHING):
        return []
    if (qid, name) in scene.removed:
        message = say(
            "Nugget {nugget} of question {qid} was removed from the list.", nugget=shown(name), qid=qid
        )
        return [("nugget_removed", message, say("Name the nugget that replaces it, or remove the row."))]
    known = [other for question, other in scene.nuggets if question == qid]
    hint = (
        say("Its nuggets are {listed}.", listed=", ".join(sorted(known)[:12]))
        if known
        else say("The question has no nuggets yet.")
    )
    return [("unknown_nugget", tables.unknown_nugget(qid, name), hint)]


def _wrong_person(scene: _Scene, whose: Whose, task: stages.Task) -> list[tuple[str, str, str]]:
    qid, assessor = whose
    if not assessor:
        return []
    if assessor not in scene.people:
        near = get_close_matches(assessor, sorted(scene.people), n=1)
        hint = say("Is {name} meant?", name=near[0]) if near else say("Add the person to the campaign first.")
        return [
            (
                "assessor_unknown",
                say("Nobody in this campaign is called {name}.", name=shown(assessor)),
                hint,
            )
        ]
    row = scene.assignments.get(whose)
    if row is None:
        hint = say("Assign the question to them first, or remove the row.")
        return [("not_assigned", tables.not_assigned(qid, assessor), hint)]
    if not scene.questions[qid].kind.form.stage(row.stage).does(task):
        message = say(
            "{assessor} is a voter on nuggets on question {qid} and cannot mark answers.",
            assessor=assessor,
            qid=qid,
        )
        return [("role", message, say("Name its primary assessor or another who judges it."))]
    return []


def _grouped(rows: Iterable[tuple[int, Whose, Any]]) -> list[Said]:
    """The rows by question and assessor, in the order of their names."""
    found: defaultdict[Whose, list[tuple[int, Any]]] = defaultdict(list)
    for line, whose, record in rows:
        found[whose].append((line, record))
    return [Said(whose, found[whose]) for whose in sorted(found)]


def _read_matches(campaign: Campaign, data: bytes, problems: Problems) -> tuple[_Scene, list[Said]]:
    found = tables.read_matches(data, problems)
    scene = _scene(campaign, found, lambda match: str(match.item.qid))
    sound = []
    for row, match in found:
        whose = match.item.qid, match.assessor
        is_sound = _is_sound(scene, row.line, whose, match.nugget, stages.MATCHING, problems)
        if match.item.qid in scene.questions and match.item not in scene.items:
            message = say(
                "The pool has no item {qid} {docid} {answer}.",
                qid=match.item.qid,
                docid=match.item.docid,
                answer=shown(match.item.answer),
            )
            problems.add(row.line, "item_unknown", message, say("Check it letter by letter."))
        elif is_sound:
            sound.append((row.line, whose, match))
    return scene, _grouped(sound)


def _read_votes(campaign: Campaign, data: bytes, problems: Problems) -> tuple[_Scene, list[Said]]:
    found = tables.read_votes(data, problems)
    scene = _scene(campaign, found, lambda vote: str(vote.qid))
    sound = [
        (row.line, (vote.qid, vote.assessor), vote)
        for row, vote in found
        if _is_sound(scene, row.line, (vote.qid, vote.assessor), vote.nugget, stages.VOTES, problems)
    ]
    return scene, _grouped(sound)


# What is wanted, as the ledger's parts hold it


def _subject(scene: _Scene, said: Said) -> Subject:
    question, row = scene.questions[said.whose[0]], scene.assignments.get(said.whose)
    return Subject(question, row.member if row else None, row)


def _wanted_marks(scene: _Scene, said: Said, subject: Subject) -> tuple[State, State]:
    """What stands of the items, and what is to stand."""
    member = subject.member.pk if subject.member else None
    marks: defaultdict[str, set[str]] = defaultdict(set)
    for _, match in said.rows:
        held = marks[match_key(member, scene.items[match.item])]
        held |= {scene.nuggets[match.item.qid, match.nugget]} if match.nugget else set()
    asked: State = {"matches": dict.fromkeys(marks)}
    if subject.assignment:
        asked["readings"] = {key.partition("/")[2]: True for key in marks}
    stored = read_state(subject, asked)
    after = {
        **asked,
        "matches": {key: sorted({*stored["matches"][key], *uids}) for key, uids in marks.items()},
    }
    return stored, after


def _wanted_votes(scene: _Scene, said: Said, subject: Subject) -> tuple[State, State]:
    part = "votes" if subject.member else "settled_votes"
    after: State = {part: {scene.nuggets[vote.qid, vote.nugget]: vote.vote for _, vote in said.rows}}
    return read_state(subject, after), after


Wanted = Callable[[_Scene, Said, Subject], tuple[State, State]]


def _count_marks(said: Said, stored: State, after: State) -> Counts:
    """A mark is there or new, and so is that an answer was read which holds none."""
    before = {key: set(uids) for key, uids in stored["matches"].items()}
    new = sum(len(set(uids) - before[key]) for key, uids in after["matches"].items())
    empty = [key.partition("/")[2] for key, uids in after["matches"].items() if not uids]
    new += sum(not stored["readings"][item] for item in empty)
    return Counts(new, 0, max(len(said.rows) - new, 0))


def _count_votes(said: Said, stored: State, after: State) -> Counts:
    ((part, values),) = after.items()
    new = sum(stored[part][uid] is None for uid in values)
    changed = sum(stored[part][uid] not in (None, vote) for uid, vote in values.items())
    return Counts(new, changed, len(said.rows) - new - changed)


class _Table(NamedTuple):
    """What differs between the two kinds."""

    read: Callable[[Campaign, bytes, Problems], tuple[_Scene, list[Said]]]
    wanted: Wanted
    counted: Callable[[Said, State, State], Counts]
    news: str  # how the new ones are called
    change: str  # how undoing calls {n} of them
    stored: Callable[[int], str]  # how many are new, how many were stored -> what was done


def _check(table: _Table, campaign: Campaign, file: SourceFile) -> TableReview:
    """What a file would do. Raises FileRefused with everything that is wrong with it."""
    problems = file.problems()
    scene, groups = table.read(campaign, file.data, problems)
    raise_problems(problems)
    total, questions, people = Counts(0, 0, 0), Counter[str](), Counter[str]()
    for said in groups:
        subject = _subject(scene, said)
        counts = table.counted(said, *table.wanted(scene, said, subject))
        total = Counts(*(a + b for a, b in zip(total, counts, strict=True)))
        questions[said.whose[0]] += counts.new + counts.changed
        people[said.whose[1] or say("settled")] += len(said.rows)
    who = ", ".join(f"{name} ({count:,})" for name, count in sorted(people.items()))
    return TableReview(
        rows=sum(len(said.rows) for said in groups),
        facts=[
            (say(table.news), total.new),
            (say("Votes that replace another"), total.changed),
            (say("There already"), total.same),
        ],
        questions=[(qid, questions[qid]) for qid in scene.questions if questions[qid]],
        notes=[say("Rows by assessor: {counts}.", counts=who)] if who else [],
        nothing=sentence_of(Counts(0, 0, total.same), table.stored, 0),
    )


def _store(table: _Table, handle: JobHandle, file: SourceFile) -> Mapping[str, Any]:
    """Store a checked file, one person's word on one question in each step, or go on behind the last; the report."""
    scene, groups = table.read(handle.campaign, file.data, file.problems())
    while (place := handle.checkpoint["next"]) < len(groups):
        handle.progress(place, len(groups), say("Storing"))
        tally = {**handle.checkpoint, "next": place + 1}
        with handle.step(tally):
            _store_one(table, handle, scene, groups[place], tally)
    done = handle.checkpoint
    counts = Counts(done["new"], done["replaced"], done["same"])
    report = {"new": counts.new, "replaced": counts.changed, "same": counts.same}
    sentence = sentence_of(counts, table.stored, done["changed"])
    return {**report, "changed": done["changed"], "left": done["left"], "sentence": sentence}


def _store_one(table: _Table, handle: JobHandle, scene: _Scene, said: Said, tally: dict[str, Any]) -> None:
    """Store what somebody says of a question; what is no longer possible since the check is left and named."""
    question = lock_parts(scene.questions[said.whose[0]].pk)
    refuse_released(question.campaign, "nugget marks and votes")
    said, left = _still_possible(scene, said)
    add_left(tally, left)
    if not said.rows:
        return
    subject = _subject(scene, said)._replace(question=question)
    stored, after = table.wanted(scene, said, subject)
    counts = table.counted(said, stored, after)
    tally["new"] += counts.new
    tally["replaced"] += counts.changed
    tally["same"] += counts.same
    if differing(after, stored):
        plan = ChangePlan(say(table.change, n=counts.new + counts.changed), after)
        make_change(subject, plan, Save(handle.by, uuid4(), batch=in_batch(handle)))


def _still_possible(scene: _Scene, said: Said) -> tuple[Said, list[str]]:
    """The rows whose nuggets and assessor are still there, and what is said of the others."""
    question = scene.questions[said.whose[0]]
    current = Nugget.objects.filter(question=question).current().values_list("name", flat=True)
    names, row = set(current), scene.assignments.get(said.whose)
    gone = row and not Assignment.objects.counting().filter(pk=row.pk).exists()
    left = [line for line, record in said.rows if gone or record.nugget not in names | {""}]
    why = say("the question was handed over") if gone else say("the nugget was removed")
    kept = [pair for pair in said.rows if pair[0] not in set(left)]
    return said._replace(rows=kept), [
        say("line {line}: {problem}", line=str(line), problem=why) for line in left
    ]


_MATCHES = _Table(
    _read_matches,
    _wanted_marks,
    _count_marks,
    sentence("New nugget matches"),
    sentence("{n} nugget match(s) from a file"),
    matches_stored,
)
_VOTES = _Table(
    _read_votes,
    _wanted_votes,
    _count_votes,
    sentence("New nugget votes"),
    sentence("{n} nugget vote(s) from a file"),
    votes_stored,
)


def _start() -> dict[str, Any]:
    return {"next": 0, "new": 0, "replaced": 0, "same": 0, "changed": 0, "left": []}


def _registered(kind: BatchKind, table: _Table, title: str, imports: str, verb: str) -> TableKind:
    return TableKind(kind, title, imports, verb, partial(_check, table), partial(_store, table), _start)


register_table(
    _registered(
        BatchKind.MATCHES,
        _MATCHES,
        sentence("Nugget matches"),
        sentence("Import nugget matches"),
        "matches:imported",
    )
)
register_table(
    _registered(
        BatchKind.VOTES, _VOTES, sentence("Nugget votes"), sentence("Import nugget votes"), "votes:imported"
    )
)
