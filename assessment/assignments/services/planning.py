"""What would become of somebody's work: who would get how much of it. Nothing is written here."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from assessment.assignments.selectors.begun import begun
from assessment.assignments.selectors.sentences import listed
from assessment.assignments.selectors.units import assessors_of, assignments_of, grouped, unit_name
from assessment.assignments.services.assign import able_to_read, state_of
from assessment.assignments.services.balance import QuestionLoad, Unit, make_plan
from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment, MoveKind
from assessment.people.models import Member
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n
from scoring.evaluations import ON_TOP

SHOWN = 8  # names in a sentence


class Wanted(NamedTuple):
    """What somebody asks for: hand over, relieve or set aside; to whom; which questions; finished ones too."""

    kind: str
    to: Sequence[str] = ()
    questions: Sequence[str] = ()
    everything: bool = False
    seed: int = 1


class Share(NamedTuple):
    """What one person would get."""

    name: str
    units: Sequence[str]
    questions: int
    items: int


class MovePlan(NamedTuple):
    """What would happen to each assignment, with the figures that the page and the command show first."""

    member: Member
    kind: str
    pairs: Sequence[tuple[int, int | None]]  # an assignment, and the member who gets it
    shares: Sequence[Share]
    questions: int
    items: int
    judged: int  # judgments that are set aside
    kept: int  # questions that stay with the member

    @property
    def figures(self) -> list[Any]:
        """What somebody who confirms it has seen."""
        return [self.kind, self.judged, self.kept, *map(list, self.pairs)]

    @property
    def sentence(self) -> str:
        """The plan in words."""
        if not self.kept:
            return self._done
        stays = say_n("{n} question would stay as it is.", "{n} questions would stay as they are.", self.kept)
        return f"{self._done} {stays}"

    @property
    def _questions(self) -> str:
        items = say_n("{n} item", "{n} items", self.items)
        named = {"member": self.member, "items": items}
        return say_n(
            "{n} question of {member} ({items})",
            "{n} questions of {member} ({items})",
            self.questions,
            **named,
        )

    @property
    def _done(self) -> str:
        return self._handed_over if self.kind == MoveKind.HANDED_OVER else self._taken_off

    @property
    def _handed_over(self) -> str:
        shares = [
            say_n("{name} {n} question", "{name} {n} questions", share.questions, name=share.name)
            for share in self.shares
        ]
        moved = {"questions": self._questions, "takers": ", ".join(shares)}
        if not self.judged:
            return say("{questions}, of which nothing is judged, would go to {takers}.", **moved)
        return say_n(
            "{questions}, of which {n} judgment would be set aside, would go to {takers}.",
            "{questions}, of which {n} judgments would be set aside, would go to {takers}.",
            self.judged,
            **moved,
        )

    @property
    def _taken_off(self) -> str:
        questions, is_relieved = self._questions, self.kind == MoveKind.RELIEVED
        if not self.judged:
            return (
                say(
                    "{questions}, of which nothing is judged, would no longer be asked for.",
                    questions=questions,
                )
                if is_relieved
                else say("{questions}, of which nothing is judged, would be set aside.", questions=questions)
            )
        if is_relieved:
            return say_n(
                "{questions} would no longer be asked for, and {n} judgment of them would be set aside.",
                "{questions} would no longer be asked for, and {n} judgments of them would be set aside.",
                self.judged,
                questions=questions,
            )
        return say_n(
            "{questions} would be set aside, with {n} judgment.",
            "{questions} would be set aside, with {n} judgments.",
            self.judged,
            questions=questions,
        )


def plan_move(campaign: Campaign, member: Member, wanted: Wanted) -> MovePlan:
    """Plan an act. Refused where there is nothing to move, or nobody can take a part of it."""
    mine = _own(campaign, member, wanted)
    idle = _idle(mine) if wanted.kind == MoveKind.SET_ASIDE else frozenset[int]()
    units = [_moving(unit, mine, wanted, idle) for unit in grouped(row.question for row in mine.values())]
    moving = [unit for unit in units if unit]
    rows = [mine[question.pk] for unit in moving for question in unit]
    if not rows:
        raise Refused(
            say("{member} has no such work. Nothing was changed.", member=member),
            "nothing_to_move",
            say("By default only questions that are not finished move; all of them on request (--all)."),
        )
    takers = _takers(campaign, member, moving, wanted) if wanted.kind == MoveKind.HANDED_OVER else {}
    return MovePlan(
        member,
        wanted.kind,
        [(row.pk, takers[row.question.qid].pk if takers else None) for row in rows],
        _shares(moving, mine, takers),
        len(rows),
        sum(row.due(row.question) for row in rows),
        sum(row.judged for row in rows),
        len(mine) - len(rows),
    )


def _own(campaign: Campaign, member: Member, wanted: Wanted) -> dict[int, Assignment]:
    """What the member has now, by question, in their order. Experts are asked on a page of their own."""
    rows = Assignment.objects.counting().filter(question__campaign=campaign, member=member)
    if wanted.kind != MoveKind.SET_ASIDE:
        rows = rows.exclude(stage__in=ON_TOP)
    if wanted.questions:
        known = set(campaign.questions.filter(qid__in=wanted.questions).values_list("qid", flat=True))
        if unknown := sorted(set(wanted.questions) - known):
            raise Refused(
                say("There is no question {qid}.", qid=unknown[0]),
                "question_unknown",
                say("Nothing was changed."),
            )
    found = {}
    for row in rows.select_related("question__series", "question__pool").order_by("question__position", "pk"):
        row.question.campaign = campaign
        found[row.question_id] = row
    return found


def _moving(
    unit: Sequence[Question], mine: Mapping[int, Assignment], wanted: Wanted, idle: Collection[int]
) -> list[Question]:
    """What moves of a unit: all of it where any of it is unfinished and handed over, else what is unfinished."""
    named = not wanted.questions or any(question.qid in wanted.questions for question in unit)
    if wanted.kind == MoveKind.SET_ASIDE and not wanted.everything:
        return [one for one in unit if mine[one.pk].pk in idle]
    unfinished = [
        one for one in unit if not one.left_because and not mine[one.pk].is_done_of(_due(mine, one))
    ]
    if not named or not (unfinished or wanted.everything):
        return []
    if wanted.everything or wanted.kind == MoveKind.HANDED_OVER:
        return list(unit)
    return unfinished


def _idle(mine: Mapping[int, Assignment]) -> frozenset[int]:
    """The assignments in which nothing was done."""
    pks = [row.pk for row in mine.values()]
    rows = Assignment.objects.filter(pk__in=pks)
    return frozenset(pks) - frozenset(begun(rows).values_list("pk", flat=True))


def _due(mine: Mapping[int, Assignment], question: Question) -> int:
    return mine[question.pk].due(question)


def _takers(
    campaign: Campaign, member: Member, moving: Sequence[Sequence[Question]], wanted: Wanted
) -> dict[str, Member]:
    """Who gets each question, by its id: least loaded first, nobody twice, a series whole, documents they can read."""
    members = {one.name: one for one in assessors_of(campaign) if one.pk != member.pk}
    if unknown := [name for name in wanted.to if name not in members]:
        raise Refused(
            say("Not among the other assessors of this campaign: {listed}.", listed=", ".join(unknown)),
            "assessor_unknown",
            say("Give them the role assessor on the page People."),
        )
    chosen = list(dict.fromkeys(wanted.to)) or list(members)
    rows = frozenset(
        assignments_of(campaign).values_list("question_id", "member__name", "stage", "handed_over_at")
    )
    had = defaultdict[int, set[str]](set)
    for question, name, *_ in rows:
        had[question].add(name)
    questions = [question for unit in moving for question in unit]
    _, loads = state_of(rows, list(campaign.questions.select_related("series", "pool")), members)
    units = [
        Unit(
            unit_name(unit[0]),
            tuple(QuestionLoad(one.qid, one.to_judge, frozenset(), frozenset(had[one.pk])) for one in unit),
            able_to_read(members, unit[0].target_lang),
        )
        for unit in moving
    ]
    plan = make_plan(units, chosen, loads, 1, wanted.seed)
    if plan.shortages:
        _refuse_shortage([shortage.qid for shortage in plan.shortages], chosen, len(questions))
    return {qid: members[name] for qid, name in plan.additions}


def _refuse_shortage(qids: Sequence[str], chosen: Sequence[str], asked: int) -> None:
    whom = ", ".join(chosen[:SHOWN]) or say("nobody")
    raise Refused(
        say_n(
            "{some} of {n} question can go to none of {whom}: {qids}. Nothing was changed.",
            "{some} of {n} questions can go to none of {whom}: {qids}. Nothing was changed.",
            asked,
            some=len(qids),
            whom=whom,
            qids=listed(qids, SHOWN),
        ),
        "no_taker",
        say(
            "Nobody gets a question twice, nor documents in a language they do not read. Choose more people, or relieve."
        ),
    )


def _shares(
    moving: Sequence[Sequence[Question]], mine: Mapping[int, Assignment], takers: Mapping[str, Member]
) -> list[Share]:
    names, questions, items = defaultdict[str, list[str]](list), Counter[str](), Counter[str]()
    for unit in moving if takers else ():
        taker = takers[unit[0].qid].name
        names[taker].append(unit_name(unit[0]))
        questions[taker] += len(unit)
        items[taker] += sum(mine[one.pk].due(one) for one in unit)
    return [Share(name, names[name], questions[name], items[name]) for name in sorted(names)]
