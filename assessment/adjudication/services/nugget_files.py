"""Nugget matches and votes that come as a file: each assessor's word on a question is one change of the ledger.

A row of matches.csv adds a mark, and an answer with a mark was read; a row of votes.csv is the assessor's vote, whatever
it was before. Rows without an assessor are settled.
"""

from abc import abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple
from uuid import uuid4

from assessment.adjudication.selectors.nuggets import has_nuggets
from assessment.adjudication.services.nugget_counts import Counts, matches_stored, sentence_of, votes_stored
from assessment.adjudication.services.table_files import (
    TableFile,
    TableReview,
    items_by_key,
)
from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment, BatchKind, Nugget
from assessment.judging.selectors.example_rows import settled_match, settled_vote
from assessment.judging.selectors.named import matches_named
from assessment.judging.services.batches import in_batch
from assessment.judging.services.changes import ChangePlan, Save, lock_parts, make_change
from assessment.judging.services.disputes import refuse_released
from assessment.judging.services.file_steps import leave_out
from assessment.judging.services.parts import read_state
from assessment.judging.services.parts.cells import cell_key, record_of
from assessment.judging.services.parts.nuggets import match_key
from assessment.judging.services.parts.part import State, Subject, Values, differing
from assessment.judging.services.wording import from_file
from assessment.people.models import Member
from assessment.people.selectors.access import Access
from assessment.shared.near import meant
from assessment.shared.say import say, sentence
from scoring import records, stages
from scoring.formats import nugget_tables as tables
from scoring.formats.problems import Problems, shown
from scoring.progress import counted

Whose = tuple[str, str]  # question and assessor; "" is settled


class Said(NamedTuple):
    """What one person says of one question in the file."""

    whose: Whose
    rows: Sequence[tuple[int, Any]]  # line and record


class _Scene(NamedTuple):
    """What rows are held against."""

    questions: Mapping[str, Question]
    nuggets: Mapping[str, Mapping[str, str]]  # question -> name -> uid, of those that are on the list
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
    listed: dict[str, dict[str, str]] = {qid: {} for qid in qids}
    for qid, name, uid, removed in named:
        if not removed:
            listed[qid][name] = str(uid)
    rows = Assignment.objects.filter(question__campaign=campaign, question__qid__in=qids)
    assignments = rows.counting().select_related("member", "question")
    return _Scene(
        questions={question.qid: question for question in questions},
        nuggets=listed,
        removed={(qid, name) for qid, name, _, removed in named if removed},
        people=set(Member.objects.filter(campaign=campaign).values_list("name", flat=True)),
        assignments={(row.question.qid, row.member.name): row for row in assignments},
        items=_items(campaign, [it.item for _, it in found if isinstance(it, records.Match)]),
    )


def _items(campaign: Campaign, wanted: Iterable[records.Item]) -> dict[records.Item, int]:
    by_key = {item.key: item for item in wanted}
    return {by_key[key]: pk for key, pk in items_by_key(campaign, list(by_key)).items()}


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
    if not question.kind.form.asks(task):
        problems.add(line, "no_nuggets", tables.no_nuggets(qid), say("Remove the row."))
        return False
    wrong = [*_wrong_nugget(scene, whose, name, task), *_wrong_person(scene, whose, task)]
    for code, message, hint in wrong:
        problems.add(line, code, message, hint)
    return not wrong


def _wrong_nugget(scene: _Scene, whose: Whose, name: str, task: stages.Task) -> list[tuple[str, str, str]]:
    """What is wrong with the nugget that a row names. An assessor may say of an answer that it holds none."""
    qid, assessor = whose
    known = scene.nuggets[qid]
    if name in known or (not name and assessor and task is stages.MATCHING):
        return []
    if (qid, name) in scene.removed:
        message = say(
            "Nugget {nugget} of question {qid} was removed from the list.", nugget=shown(name), qid=qid
        )
        return [("nugget_removed", message, say("Name the nugget that replaces it, or remove the row."))]
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
        hint = meant(assessor, scene.people, say("Add the person to the campaign first."))
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


class NuggetFile(TableFile[Said]):
    """What the two kinds share: one step stores one person's word on one question."""

    things = "nugget marks and votes"
    storing = sentence("people’s questions stored")
    news, there, alone = ("new", "replaced"), "same", True

    new_ones: ClassVar[str]  # what they are called

    scene: _Scene

    @classmethod
    def is_there(cls, access: Access) -> bool:
        return has_nuggets(access)

    @abstractmethod
    def wanted(self, said: Said, subject: Subject) -> tuple[State, State]:
        """What stands, and what is to stand, as the ledger's parts hold it."""

    @abstractmethod
    def counted(self, said: Said, stored: State, after: State) -> Counts:
        """How many rows are new, change something, or are there already."""

    def review(self) -> TableReview:
        total, questions, people = Counts(0, 0, 0), Counter[str](), Counter[str]()
        for said in counted(self.steps, len(self.steps), say("people’s questions compared"), each=1):
            counts = self.counted(said, *self.wanted(said, self._subject(said)))
            total = Counts(*(a + b for a, b in zip(total, counts, strict=True)))
            questions[said.whose[0]] += counts.new + counts.changed
            people[said.whose[1] or say("settled")] += len(said.rows)
        who = ", ".join(f"{name} ({count:,})" for name, count in sorted(people.items()))
        return TableReview(
            rows=sum(people.values()),
            unchanged=total.same,
            facts=[
                (say(self.new_ones), total.new),
                (say("Votes that replace another"), total.changed),
                (say("There already"), total.same),
            ],
            questions=[(qid, questions[qid]) for qid in self.scene.questions if questions[qid]],
            notes=[say("Rows by assessor: {counts}.", counts=who)] if who else [],
        )

    def store_some(self, some: Sequence[Said], tally: dict[str, Any]) -> None:
        (said,) = some
        question = lock_parts(self.scene.questions[said.whose[0]].pk)
        refuse_released(question.campaign, self.things)
        said = self._still_possible(said, tally)
        if not said.rows:
            return
        subject = self._subject(said)._replace(question=question)
        stored, after = self.wanted(said, subject)
        counts = self.counted(said, stored, after)
        tally["new"] += counts.new
        tally["replaced"] += counts.changed
        tally["same"] += counts.same
        if differing(after, stored):
            plan = ChangePlan(from_file(self.batch, counts.new + counts.changed), after)
            make_change(subject, plan, Save(self.handle.by, uuid4(), batch=in_batch(self.handle)))

    def _subject(self, said: Said) -> Subject:
        question, row = self.scene.questions[said.whose[0]], self.scene.assignments.get(said.whose)
        return Subject(question, row.member if row else None, row)

    def _still_possible(self, said: Said, tally: dict[str, Any]) -> Said:
        """The rows whose nuggets and assessor are still there; the others are left out."""
        question = self.scene.questions[said.whose[0]]
        current = Nugget.objects.filter(question=question).current().values_list("name", flat=True)
        names, row = {*current, ""}, self.scene.assignments.get(said.whose)
        gone = row and not Assignment.objects.counting().filter(pk=row.pk).exists()
        why = say("the question was handed over") if gone else say("the nugget was removed")
        kept = [(line, record) for line, record in said.rows if not gone and record.nugget in names]
        for line in sorted({line for line, _ in said.rows} - {line for line, _ in kept}):
            leave_out(tally, line, why)
        return said._replace(rows=kept)


class MatchesFile(NuggetFile):
    """A matches.csv."""

    batch, kind, page = BatchKind.MATCHES, "matches", "judging:table-matches"
    imports = sentence("Import nugget matches")
    verb = "matches:imported"
    new_ones = sentence("New nugget matches")
    rows_of_example = staticmethod(settled_match)

    def read(self, problems: Problems) -> list[Said]:
        rows = tables.read_matches(self.file.read().data, problems)
        there = _items(self.campaign, [match.item for _, match in rows])
        ours = zip((row for row, _ in rows), matches_named(self.campaign, rows, there), strict=True)
        found = tables.stated_once(ours, problems)
        scene = self.scene = _scene(self.campaign, found, lambda match: str(match.item.qid))
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
            elif is_sound and self._is_labelled(scene, row.line, match, problems):
                sound.append((row.line, whose, match))
        return _grouped(sound)

    def _is_labelled(self, scene: _Scene, line: int, match: records.Match, problems: Problems) -> bool:
        """Whether a match has a label of its question's scale of cells, or none where it has no such scale. Where it has one,
        a row without a nugget says of all the rest what it says."""
        qid = match.item.qid
        kind, names = scene.questions[qid].kind, [match.nugget] if match.nugget else scene.nuggets[qid]
        wrong = (tables.wrong_label(match.label, kind.labels_of(name), qid) for name in names or [""])
        if sentence := next(filter(None, wrong), ""):
            problems.add(line, "wrong_label", sentence, say("Correct the label."))
        return not sentence

    def wanted(self, said: Said, subject: Subject) -> tuple[State, State]:
        if subject.question.kind.cell_scale:
            return self._wanted_labels(said, subject)
        member = subject.member.pk if subject.member else None
        marks: defaultdict[str, set[str]] = defaultdict(set)
        for _, match in said.rows:
            held = marks[match_key(member, self.scene.items[match.item])]
            held |= {self.scene.nuggets[match.item.qid][match.nugget]} if match.nugget else set()
        asked: State = {"matches": dict.fromkeys(marks)}
        if subject.assignment:
            asked["readings"] = {key.partition("/")[2]: True for key in marks}
        stored = read_state(subject, asked)
        after = {
            **asked,
            "matches": {key: sorted({*stored["matches"][key], *uids}) for key, uids in marks.items()},
        }
        return stored, after

    def _wanted_labels(self, said: Said, subject: Subject) -> tuple[State, State]:
        member = subject.member.pk if subject.member else None
        wanted: dict[str, str] = {}
        for _, match in sorted(said.rows, key=lambda one: not one[1].nugget):
            for uid in self._named(match):
                wanted.setdefault(cell_key(member, self.scene.items[match.item], uid), match.label)
        after: State = {"cells": {key: record_of(label) for key, label in wanted.items()}}
        return read_state(subject, after), after

    def _named(self, match: records.Match) -> list[str]:
        """The nugget of a match; all of the question where it names none."""
        listed = self.scene.nuggets[match.item.qid]
        return [listed[match.nugget]] if match.nugget else [*listed.values()]

    def counted(self, said: Said, stored: State, after: State) -> Counts:
        """A mark is there or new, and so is that an answer was read which holds none; a label may replace another."""
        if "cells" in after:
            return _counted_labels(stored["cells"], after["cells"])
        before = {key: set(uids) for key, uids in stored["matches"].items()}
        new = sum(len(set(uids) - before[key]) for key, uids in after["matches"].items())
        empty = [key.partition("/")[2] for key, uids in after["matches"].items() if not uids]
        new += sum(not stored["readings"][item] for item in empty)
        return Counts(new, 0, max(len(said.rows) - new, 0))

    def sentence(self, report: Mapping[str, Any]) -> str:
        return sentence_of(report, matches_stored)


def _counted_labels(stored: Values, after: Values) -> Counts:
    new = sum(stored[key] is None for key in after)
    changed = sum(stored[key] not in (None, cell) for key, cell in after.items())
    return Counts(new, changed, len(after) - new - changed)


class VotesFile(NuggetFile):
    """A votes.csv."""

    batch, kind, page = BatchKind.VOTES, "votes", "judging:table-votes"
    imports = sentence("Import nugget votes")
    verb = "votes:imported"
    new_ones = sentence("New nugget votes")
    rows_of_example = staticmethod(settled_vote)

    def read(self, problems: Problems) -> list[Said]:
        found = tables.read_votes(self.file.read().data, problems)
        scene = self.scene = _scene(self.campaign, found, lambda vote: str(vote.qid))
        sound = [
            (row.line, (vote.qid, vote.assessor), vote)
            for row, vote in found
            if _is_sound(scene, row.line, (vote.qid, vote.assessor), vote.nugget, stages.VOTES, problems)
        ]
        return _grouped(sound)

    def wanted(self, said: Said, subject: Subject) -> tuple[State, State]:
        part = "votes" if subject.member else "settled_votes"
        after: State = {part: {self.scene.nuggets[vote.qid][vote.nugget]: vote.vote for _, vote in said.rows}}
        return read_state(subject, after), after

    def counted(self, said: Said, stored: State, after: State) -> Counts:
        ((part, values),) = after.items()
        new = sum(stored[part][uid] is None for uid in values)
        changed = sum(stored[part][uid] not in (None, vote) for uid, vote in values.items())
        return Counts(new, changed, len(said.rows) - new - changed)

    def sentence(self, report: Mapping[str, Any]) -> str:
        return sentence_of(report, votes_stored)


MatchesFile.register()
VotesFile.register()
