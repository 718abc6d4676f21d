"""Automatic assignment of assessors to questions, and of whole series in tracks that have them."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from typing import NamedTuple

from django.db import transaction
from django.db.models import Case, When

from assessment.assignments.selectors.sentences import listed
from assessment.assignments.selectors.units import (
    assessors_of,
    assignable_questions,
    assignments_of,
    grouped,
    unit_name,
)
from assessment.assignments.services.balance import AssignmentPlan, QuestionLoad, Unit, make_plan
from assessment.assignments.services.roles import add_assignments
from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.selectors.pooled_documents import not_held
from assessment.campaigns.services.locks import refuse_unfinished
from assessment.jobs.services.lifecycle import enqueue
from assessment.people.models import Account, Member, RoleName
from assessment.people.services.accounts import ensure_member
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n, sentence
from assessment.submissions.services.copying import holds_texts
from documents.steps import Pace
from scoring.evaluations import OF_SOME, ON_TOP
from scoring.stages import ANSWER

# Of an assignment: question, assessor, stage, when it was handed over, and how many items it has where only some are given.
Row = tuple[int, str, str, datetime | None, int]

SHOWN = 5  # names in a sentence
AT_ONCE = 1_000  # assignments that one step stores
LONGEST_NAME = 150
NAMES_HINT = sentence(
    "Correct the name or give the role assessor on the page People; people without an account are added by assign --new."
)


class Assigned(NamedTuple):
    """What an automatic assignment did."""

    added: int
    questions: int  # that got somebody
    judges: int
    seed: int
    newcomers: tuple[str, ...] = ()

    def __str__(self) -> str:
        names = ", ".join(self.newcomers)
        new = say("New to the campaign, without an account: {names}.", names=names) if names else ""
        return f"{self._done()} {new}".rstrip()

    def _done(self) -> str:
        assessors = say_n("{n} assessor", "{n} assessors", self.judges)
        values = {"assessors": assessors, "seed": str(self.seed)}
        if not self.added:
            return say(
                "Nothing to assign: every question that can be judged already has {assessors} (seed {seed}).",
                **values,
            )
        return say_n(
            "Made {n} assignment on {questions}, up to {assessors} per question (seed {seed}).",
            "Made {n} assignments on {questions}, up to {assessors} per question (seed {seed}).",
            self.added,
            questions=say_n("{n} question", "{n} questions", self.questions),
            **values,
        )


def lock_assignments(campaign: Campaign) -> Campaign:
    """Let nobody else change the campaign's assignments until the transaction ends. Judging goes on."""
    return Campaign.visible.select_for_update(no_key=True).get(pk=campaign.pk)


def assign(
    *,
    campaign: Campaign,
    by: Account | None,
    assessors: Sequence[str] | None = None,
    judges: int | None = None,
    seed: int = 1,
    newcomers: bool = False,
) -> Assigned:
    """Give every pooled question up to `judges` assessors (the campaign's setting), balanced by pool items.

    Only what is missing is added: a second call adds nothing, and a late question of a series goes to those who
    judge the series. New work goes to `assessors` (names; all by default). The seed decides between equal loads.
    `newcomers` lets names that nobody has yet join as assessors without an account, as an import of judgments does.
    Raises Refused and assigns nothing where there are too few assessors.

    The plan is made before anybody is kept from writing, and made anew where the assignments changed meanwhile. More
    than AT_ONCE assignments are stored in several steps; where that is cut off, a second call adds the rest.
    """
    wanted = int(str(campaign.rules["judges"])) if judges is None else judges
    if wanted < 1:
        raise Refused(
            say("A question needs at least 1 assessor."),
            "judges_invalid",
            say("Give a number of at least 1."),
        )
    refuse_unfinished(campaign, say("Nothing was assigned."))
    total = Assigned(0, 0, wanted, seed)
    with_texts = set[str]()
    pace = Pace()
    while True:
        draft = _draft(campaign, assessors, wanted, seed, newcomers)
        unseen = {qid for qid, _ in draft.plan.additions} - with_texts
        refuse_without_texts(campaign, unseen)
        with_texts |= unseen
        if draft.newcomers:  # nothing stands in the way of the plan: they join, and it is made anew with them
            _join(campaign, draft.newcomers, by)
            total = total._replace(newcomers=draft.newcomers)
            continue
        with pace.step():
            lock_assignments(campaign)
            if rows_there(campaign) != draft.rows:
                continue
            done = _carry_out(campaign, by, draft, Assigned(0, 0, wanted, seed, total.newcomers))
        total = total._replace(added=total.added + done.added, questions=total.questions + done.questions)
        if done.added < AT_ONCE:
            if total.added:
                prepare_pages(campaign, by)
            return total


def refuse_without_texts(campaign: Campaign, qids: Collection[str]) -> None:
    """Refuse to have questions judged whose documents the campaign's collection lacks, all of which are named."""
    if missing := texts_missing(campaign, qids):
        raise lacks_texts(campaign, sorted({docid for docids in missing.values() for docid in docids}))


def texts_missing(campaign: Campaign, qids: Collection[str]) -> Mapping[str, list[str]]:
    """By question, of those that are to be assigned, the documents that the campaign's collection lacks.

    Where only the ids of a collection are here, people look documents up in their own copy, as the pages say.
    """
    if not (qids and holds_texts(campaign)):
        return {}
    return not_held(campaign.questions.filter(qid__in=qids), campaign.collection_slug)


def lacks_texts(campaign: Campaign, missing: list[str]) -> Refused:
    """That documents are missing, so that nothing is assigned, and what to do."""
    message = say_n(
        "The collection {collection} lacks {n} document of the pools: {named}. Nothing was assigned.",
        "The collection {collection} lacks {n} documents of the pools: {named}. Nothing was assigned.",
        len(missing),
        collection=campaign.collection_slug,
        named=listed(missing, SHOWN),
    )
    hint = say("Import the collection anew with these, or take their answers out of the pools (`unpool`).")
    error = Refused(message, "texts_missing", hint)
    error.details = missing
    return error


def prepare_pages(campaign: Campaign, by: Account | None) -> None:
    """Have pages that are annotated copied and made ready; pooled documents were copied when they were pooled."""
    if campaign.track.marks_places and holds_texts(campaign):
        with transaction.atomic():
            enqueue(kind="submissions.copy", by=by, campaign=campaign, arguments={})


class _Draft(NamedTuple):
    """What is to be assigned, and what stood when it was planned."""

    rows: "frozenset[Row]"
    plan: AssignmentPlan
    questions: Mapping[str, Question]
    members: Mapping[str, Member]
    newcomers: tuple[str, ...]


def rows_there(campaign: Campaign) -> "frozenset[Row]":
    """Who has which question."""
    given = Case(When(stage__in=OF_SOME, then="asked"), default=0)
    columns = ("question_id", "member__name", "stage", "handed_over_at", "given")
    return frozenset(assignments_of(campaign).annotate(given=given).values_list(*columns))


def _draft(
    campaign: Campaign, assessors: Sequence[str] | None, wanted: int, seed: int, newcomers: bool
) -> _Draft:
    """Plan the assignments that are missing, or refuse."""
    rows = rows_there(campaign)
    joining = _joining(campaign, assessors or ()) if newcomers else ()
    members = {member.name: member for member in assessors_of(campaign)}
    members |= {name: Member(campaign=campaign, name=name) for name in joining}
    chosen = chosen_among(members, assessors, newcomers)
    questions = list(assignable_questions(campaign))
    if not questions:
        raise _nothing_to_assign(campaign)
    units, loads = state_of(rows, questions, members)
    plan = make_plan(units, chosen, loads, wanted, seed, keepers=members.keys())
    _refuse_shortage(plan, wanted, chosen, {it.qid: it.target_lang for it in questions})
    return _Draft(rows, plan, {question.qid: question for question in questions}, members, joining)


def _nothing_to_assign(campaign: Campaign) -> Refused:
    if ANSWER not in campaign.track.item_kinds or not campaign.questions.exists():
        message = say("There are no questions to assign.")
        return Refused(message, "no_questions", say("Import questions first."))
    return Refused(say("All pools are empty."), "pool_empty", say("Make the pool first."))


def _joining(campaign: Campaign, names: Sequence[str]) -> tuple[str, ...]:
    """The names that belong to nobody: to no member, and to no account that could be meant."""
    taken = {*Member.objects.filter(campaign=campaign, name__in=names).values_list("name", flat=True)}
    taken.update(Account.objects.filter(username__in=names).values_list("username", flat=True))
    return tuple(name for name in dict.fromkeys(names) if name not in taken and len(name) <= LONGEST_NAME)


def chosen_among(
    members: Mapping[str, Member], names: Sequence[str] | None, newcomers: bool = False
) -> list[str]:
    """The named ones, all where none are named. Refused for a name that is no assessor's, and where nobody is one."""
    chosen = list(members) if names is None else list(dict.fromkeys(names))
    unknown = [name for name in chosen if name not in members]
    if unknown:
        raise Refused(
            say("Not among the assessors of this campaign: {listed}.", listed=", ".join(unknown)),
            "assessor_unknown",
            say("The name belongs to somebody else here: give them the role assessor on the page People.")
            if newcomers
            else NAMES_HINT,
        )
    if not chosen:
        raise Refused(
            say("The campaign has no assessors."),
            "too_few_assessors",
            say(
                "Add them on the page People, with the role assessor; or give the command assign new names as --assessors."
            ),
        )
    return chosen


def state_of(
    rows: "frozenset[Row]", questions: list[Question], members: dict[str, Member]
) -> tuple[list[Unit], Counter[str]]:
    """The units as they stand, and how many pool items everybody has."""
    had, holders, loads = defaultdict[int, set[str]](set), defaultdict[int, set[str]](set), Counter[str]()
    items = {question.pk: (question.to_judge, question.pool_left) for question in questions}
    for question, name, stage, handed_over_at, given in rows:
        had[question].add(name)
        if handed_over_at is None:
            comes_on_top = stage in ON_TOP
            loads[name] += given if stage in OF_SOME else items.get(question, (0, 0))[comes_on_top]
            if not comes_on_top:
                holders[question].add(name)
    pieces = {
        question.pk: QuestionLoad(
            question.qid, question.to_judge, frozenset(holders[question.pk]), frozenset(had[question.pk])
        )
        for question in questions
    }
    units = [
        Unit(
            unit_name(together[0]),
            tuple(pieces[question.pk] for question in together),
            able_to_read(members, together[0].target_lang),
        )
        for together in grouped(questions)
    ]
    return units, loads


def able_to_read(members: Mapping[str, Member], language: str) -> frozenset[str] | None:
    """Those who can judge documents in a language; None where documents have no language of their own.

    Of somebody without an account nothing is known: whoever names them knows.
    """
    if not language:
        return None
    return frozenset(
        name
        for name, member in members.items()
        if member.account is None or language.lower() in map(str.lower, member.account.languages)
    )


def _refuse_shortage(
    plan: AssignmentPlan, wanted: int, chosen: list[str], languages: Mapping[str, str]
) -> None:
    if not plan.shortages:
        return
    _refuse_unread(plan, languages)
    qids = [shortage.qid for shortage in plan.shortages]
    missing = max(shortage.missing for shortage in plan.shortages)
    raise Refused(
        say(
            "{wanted} assessors per question are needed, but only {available} are available: {missing} too few for {qids}."
            " Nothing was assigned.",
            wanted=wanted,
            available=len(chosen),
            missing=missing,
            qids=listed(qids, SHOWN),
        ),
        "too_few_assessors",
        say("Add assessors on the page People, or ask for fewer per question."),
    )


def _refuse_unread(plan: AssignmentPlan, languages: Mapping[str, str]) -> None:
    """Name the languages that too few assessors read, where that is the reason."""
    wanting = sorted({languages[shortage.qid] for shortage in plan.shortages} - {""})
    if wanting:
        raise Refused(
            say(
                "Too few assessors read documents in {listed}. Nothing was assigned.",
                listed=", ".join(wanting),
            ),
            "too_few_readers",
            say("Invite more, add languages to their accounts, or ask for fewer per question."),
        )


def _carry_out(campaign: Campaign, by: Account | None, draft: _Draft, result: Assigned) -> Assigned:
    """Store the first of what is planned, as much as one step takes."""
    some = _first(draft.plan.additions)
    if some:
        add_assignments(((draft.questions[qid], draft.members[name]) for qid, name in some), campaign)
        result = result._replace(added=len(some), questions=len({qid for qid, _ in some}))
        record_event(by=by, campaign=campaign, verb="assignment:made", **result._asdict())
    return result


def _join(campaign: Campaign, names: Sequence[str], by: Account | None) -> None:
    """Make assessors of names, one in each step."""
    for name in names:
        with Pace().step():
            ensure_member(campaign=campaign, name=name, roles=[RoleName.ASSESSOR], by=by)


def _first(additions: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """The first AT_ONCE of them and what else is added to the last of their questions."""
    last = additions[AT_ONCE - 1][0] if len(additions) > AT_ONCE else None
    rest = takewhile(lambda pair: pair[0] == last, additions[AT_ONCE:])
    return [*additions[:AT_ONCE], *rest]
