"""Decisions that come as a file (adjudications.csv): all are stored, or none and every problem is listed."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet

from assessment.adjudication.services.adjudicate import (
    NOT_DISPUTED,
    Decision,
    overrules,
    refusal_of,
    scale_of_item,
)
from assessment.adjudication.services.decision_classes import (
    Settling,
    sentences,
    settle,
    settlings_of,
    unsettled,
)
from assessment.adjudication.services.storing import NewDecision, store_decisions
from assessment.adjudication.services.table_files import (
    TableFile,
    TableReview,
    items_by_key,
    left_sentence,
)
from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.services.intakes import compared
from assessment.judging.models import BatchKind
from assessment.judging.selectors.example_rows import decided
from assessment.judging.selectors.grades import Given, grades_given
from assessment.judging.services.batches import in_batch
from assessment.judging.services.disputes import refuse_released
from assessment.judging.services.file_steps import already_there, leave_out
from assessment.judging.services.parts.decisions import read_decisions
from assessment.people.models import Account, Member, RoleName
from assessment.people.services.accounts import ensure_member
from assessment.shared.say import say, say_n, sentence
from assessment.submissions.models import PoolItem
from scoring import records
from scoring.formats.columns import read_brought
from scoring.formats.problems import Problems, earlier
from scoring.formats.rows import adjudication_of

LONGEST_NAME = 150  # characters of a member's


class DecisionEntry(NamedTuple):
    """A row of the file."""

    line: int
    decision: records.Adjudication


class _Scene(NamedTuple):
    """What the rows of the file are held against."""

    questions: Mapping[str, Question]
    disputed: Mapping[str, int]  # key of a disputed item -> primary key
    given: Mapping[int, Sequence[Given]]


class DecisionsFile(TableFile[DecisionEntry]):
    """An adjudications.csv. A class is named by its id or its label; a row without grade and ground settles it alone.

    Former decisions stay as history. Adjudicators whom the campaign does not know become people of it without an
    account. What the judgments no longer allow when its row is stored is left and named.
    """

    batch, kind, called, page = BatchKind.DECISIONS, "adjudications", "decisions", "judging:table-decisions"
    imports = sentence("Import decisions")
    verb, things = "adjudication:imported", "decisions"
    storing = sentence("decisions stored")
    news, there = ("decided", "classes"), "unchanged"
    rows_of_example = staticmethod(decided)

    nothing = sentence("No decision was stored.")

    scene: _Scene
    entries: Sequence[DecisionEntry]
    settlings: Sequence[Settling]

    def read(self, problems: Problems) -> Sequence[DecisionEntry]:
        """Problems: rows that cannot be read, unknown or undisputed items, decisions that the rules do not allow,
        `overruled` that contradicts the judgments, an item twice.
        """
        self.entries = _read(self.file.read().data, problems)
        disputed = PoolItem.objects.filter(question__campaign=self.campaign, disputed=True)
        self.scene = _scene(self.campaign, disputed)
        _check(self.campaign, compared(self.entries), self.scene, problems)
        self.settlings = settlings_of(self.campaign, self.entries, self.scene.questions, problems)
        return [entry for entry in self.entries if entry.decision.grade]

    def review(self) -> TableReview:
        """What the rows would do."""
        stored = read_decisions([self.scene.disputed[it.decision.item.key] for it in self.steps])
        names = dict(Member.objects.filter(campaign=self.campaign).values_list("pk", "name"))
        counts, questions = Counter[str](), Counter[str]()
        for _, given in self.steps:
            before = stored[self.scene.disputed[given.item.key]]
            same = (_decision(given), given.adjudicator) == (
                Decision.of(before),
                names.get(before["member_id"], ""),
            )
            what = "unchanged" if same else "replaced" if before["grade"] else "new"
            counts[what] += 1
            questions[given.item.qid] += not same
        for one in unsettled(self.settlings):
            counts["classes"] += 1
            questions[one.qid] += 1
        new = sorted({given.adjudicator for _, given in self.entries} - {"", *names.values()})
        people = [say("New people, without an account: {listed}.", listed=", ".join(new))] if new else []
        return TableReview(
            rows=len(self.entries),
            unchanged=counts["unchanged"],
            facts=[
                (say("New decisions"), counts["new"]),
                (say("Decisions that replace another"), counts["replaced"]),
                (say("Decisions there already"), counts["unchanged"]),
                (say("Answers whose class is settled"), counts["classes"]),
            ],
            questions=[(qid, questions[qid]) for qid in self.scene.questions if questions[qid]],
            notes=[*people, *sentences(self.settlings)],
        )

    def begin(self, found: TableReview) -> Mapping[str, Any]:
        return {**super().begin(found), "settled": 0}

    def store_some(self, some: Sequence[DecisionEntry], tally: dict[str, Any]) -> None:
        """Store some decisions, but for those that the judgments, changed meanwhile, no longer allow."""
        refuse_released(Campaign.visible.get(pk=self.campaign.pk), "decisions")
        problems = Problems(self.file.name)
        keys = [entry.decision.item.key for entry in some]
        disputed = PoolItem.objects.filter(question__campaign=self.campaign, key__in=keys, disputed=True)
        scene = _scene(self.campaign, disputed, lock=True)
        _check(self.campaign, some, scene, problems)
        wrong = {problem.line: problem.message for problem in problems.listed()}
        good = {scene.disputed[it.decision.item.key]: it.decision for it in some if it.line not in wrong}
        changed = _store_decisions(self.campaign, scene, good, self.handle.by, in_batch(self.handle))
        tally["decided"] += changed
        tally["unchanged"] += len(good) - changed
        for line, message in wrong.items():
            leave_out(tally, line, message)

    def store_rows(self) -> None:
        """The decisions, then the classes."""
        super().store_rows()
        settle(self.handle, self.settlings, self.scene.questions)

    def sentence(self, report: Mapping[str, Any]) -> str:
        said = [say_n("Stored {n} decision.", "Stored {n} decisions.", report["decided"])]
        if report["unchanged"]:
            said.append(already_there(report["unchanged"]))
        if report["classes"]:
            said.append(
                say_n(
                    "Settled the answer class of {n} answer.",
                    "Settled the answer classes of {n} answers.",
                    report["classes"],
                )
            )
        return " ".join([" ".join(said) + left_sentence(report["skipped"]), *report["notes"]])


def _decision(given: records.Adjudication) -> Decision:
    return Decision(given.grade, given.ground, given.overruled, given.note)


def _read(data: bytes, problems: Problems) -> list[DecisionEntry]:
    entries = []
    for row in read_brought(data, "adjudications", problems):
        try:
            entries.append(DecisionEntry(row.line, adjudication_of(row.cells)))
        except ValueError as error:
            problems.add(row.line, "cell", str(error))
        if len(name := row.cells["adjudicator"]) > LONGEST_NAME:
            message = say(
                "The name {start}… has more than {most} characters.", start=name[:40], most=LONGEST_NAME
            )
            problems.add(row.line, "adjudicator_name", message, say("Shorten it."))
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
        first = earlier(lines, decision.item, line)
        if first is not None:
            hint = say("Keep one of the two.")
            problems.add(
                line, "duplicate_item", say("Line {line} already decides this item.", line=str(first)), hint
            )
        elif decision.item.qid not in scene.questions:
            problems.add(line, "question_unknown", say("There is no question {qid}.", qid=decision.item.qid))
        elif not decision.grade:  # settles a class alone
            continue
        elif decision.item.key not in scene.disputed:
            missing.append((line, decision.item.key))
        else:
            _check_decision(line, decision, scene, problems)
    _name_missing(campaign, missing, problems)


def _check_decision(line: int, decision: records.Adjudication, scene: _Scene, problems: Problems) -> None:
    given = [one.grade for one in scene.given.get(scene.disputed[decision.item.key], ())]
    question = scene.questions[decision.item.qid]
    scale = scale_of_item(question, decision.item.answer)
    refused = refusal_of(scale, given, decision.grade, decision.ground, question.campaign.track)
    if refused:
        problems.add(line, refused.code, refused.message, refused.hint)
    elif decision.overruled != overrules(given, decision.grade):
        message = (
            say("overruled is 1, but the majority is not overruled by “{grade}”.", grade=decision.grade)
            if decision.overruled
            else say("overruled is 0, but the majority is overruled by “{grade}”.", grade=decision.grade)
        )
        problems.add(
            line,
            "overruled_contradicts",
            message,
            say("The assessors said: {listed}.", listed=", ".join(sorted(given))),
        )


def _name_missing(campaign: Campaign, missing: Sequence[tuple[int, str]], problems: Problems) -> None:
    """Tell items that nobody disputes from those that are not in the pool."""
    known = items_by_key(campaign, [key for _, key in missing])
    for line, key in missing:
        if key in known:
            problems.add(line, "not_disputed", say(NOT_DISPUTED))
        else:
            hint = say("Check it letter by letter.")
            problems.add(line, "item_unknown", say("This item is not in the pool."), hint)


def _store_decisions(
    campaign: Campaign,
    scene: _Scene,
    decisions: Mapping[int, records.Adjudication],
    by: Account | None,
    batch: int,
) -> int:
    """Store checked decisions by (locked) pool item, with their history; how many are new or changed."""
    members = _adjudicators(campaign, {given.adjudicator for given in decisions.values()}, by)
    wanted = {
        item: NewDecision(
            scene.questions[given.item.qid].pk,
            _decision(given),
            members.get(given.adjudicator),
        )
        for item, given in decisions.items()
    }
    return store_decisions(wanted, by, batch)


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


DecisionsFile.register()
