"""Nuggets of question development: what a file brings beside the nuggets that a question has."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment, Nugget, NuggetVote, Origin
from assessment.judging.services.counters import refresh_work
from assessment.people.models import Account, Member
from assessment.people.services.accounts import ensure_member
from assessment.shared.errors import Refused
from assessment.shared.say import say
from scoring import records
from scoring.formats.folding import fold
from scoring.forms.nuggets import VOTES_STAGE

ROWS_AT_A_TIME = 2_000

NuggetKey = tuple[str, str]  # question and name of a nugget, as the file has them
Ballot = tuple[str, str]  # name of a nugget in the file, and of a voter
Pair = tuple[int | None, str]  # a nugget's primary key (None: it is new), and a voter's name


class StoredNuggets(NamedTuple):
    """What was added; nothing where anything conflicts."""

    added: int
    votes: int
    conflicts: tuple[str, ...] = ()


def store_nuggets(
    questions: Mapping[str, Question], nuggets: Iterable[records.Nugget], votes: Iterable[records.NuggetVote]
) -> StoredNuggets:
    """Add nuggets with settled votes. Where people voted on a nugget that was there, their votes stand alone."""
    rows, new = _rows(questions, nuggets)
    Nugget.objects.bulk_create(new, batch_size=ROWS_AT_A_TIME)
    voted = set(_votes_on(questions, nuggets).values_list("nugget_id", flat=True))
    settled = [
        NuggetVote(nugget=row, vote=vote.vote)
        for vote in votes
        if (row := rows[vote.qid, vote.nugget]).pk not in voted
    ]
    NuggetVote.objects.bulk_create(settled, batch_size=ROWS_AT_A_TIME)
    refresh_voters({row.question_id for row in new})
    return StoredNuggets(len(new), len(settled))


def store_pyramid(
    campaign: Campaign,
    questions: Mapping[str, Question],
    listed: Iterable[records.Nugget],
    votes: Iterable[records.NuggetVote],
    by: Account | None,
) -> StoredNuggets:
    """Add nuggets with the votes of numbered people, who have no account and nothing else to do.

    A question's pyramid comes once: other votes of numbered people than those of the file are a conflict, since
    its weights would no longer be the file's.
    """
    rows, new = _rows(questions, listed)
    there = _numbered_votes(questions, listed)
    wanted: defaultdict[str, dict[Ballot, str]] = defaultdict(dict)
    for vote in votes:
        wanted[vote.qid][vote.nugget, vote.assessor] = vote.vote
    differing = [qid for qid in wanted if qid in there and there[qid] != _by_key(rows, qid, wanted[qid])]
    if differing:
        return StoredNuggets(0, 0, tuple(_has_another(qid) for qid in differing))
    missing = {qid: given for qid, given in wanted.items() if qid not in there}
    voters = _numbered_people(campaign, {name for given in missing.values() for _, name in given}, by)
    Nugget.objects.bulk_create(new, batch_size=ROWS_AT_A_TIME)
    added = [
        NuggetVote(nugget=rows[qid, nugget], member=voters[name], vote=vote)
        for qid, given in missing.items()
        for (nugget, name), vote in given.items()
    ]
    NuggetVote.objects.bulk_create(added, batch_size=ROWS_AT_A_TIME)
    _assign_voters(questions, {qid: {name for _, name in given} for qid, given in missing.items()}, voters)
    refresh_voters({row.question_id for row in rows.values()})
    return StoredNuggets(len(new), len(added))


def refresh_voters(questions: Collection[int]) -> None:
    """Count anew what the voters of some questions have to vote on, and what they voted on."""
    refresh_work(Assignment.objects.only_voting().filter(question__in=questions))


def _has_another(qid: str) -> str:
    return say("Question {qid} already has another pyramid, or other nuggets than this pyramid.", qid=qid)


def next_number(names: Iterable[str]) -> str:
    """The number after the largest among the names."""
    numbers = [int(name) for name in names if name.isascii() and name.isdecimal()]
    return str(max(numbers, default=0) + 1)


def _rows(
    questions: Mapping[str, Question], listed: Iterable[records.Nugget]
) -> tuple[dict[NuggetKey, Nugget], list[Nugget]]:
    """A row for each nugget of the file: the one of the same text where there is one, else a new one, unsaved."""
    there: defaultdict[tuple[str, str], list[Nugget]] = defaultdict(list)
    names: defaultdict[str, set[str]] = defaultdict(set)
    places: defaultdict[str, int] = defaultdict(int)
    asked = {questions[nugget.qid].pk for nugget in listed}
    for row in Nugget.objects.filter(question__in=asked).in_order().select_related("question"):
        there[row.question.qid, fold(row.text)].append(row)
        names[row.question.qid].add(row.name)
        places[row.question.qid] = row.position
    rows: dict[NuggetKey, Nugget] = {}
    new: list[Nugget] = []
    for nugget in listed:
        qid, same = nugget.qid, there[nugget.qid, fold(nugget.text)]
        if not same:
            places[qid] += 1
            row = Nugget(question=questions[qid], text=nugget.text, name=nugget.name, position=places[qid])
            row.origin, row.group = Origin.DEVELOPMENT, nugget.group
            new.append(row)
        rows[qid, nugget.name] = same.pop(0) if same else new[-1]
    _name(new, names)
    return rows, new


def _name(new: Iterable[Nugget], names: Mapping[str, set[str]]) -> None:
    """Leave the file's names to new nuggets where they are free; the others get the next numbers."""
    late = []
    for row in new:
        taken = names[row.question.qid]
        if row.name in taken:
            late.append(row)
        taken.add(row.name)
    for row in late:
        row.name = next_number(names[row.question.qid])
        names[row.question.qid].add(row.name)


def _votes_on(questions: Mapping[str, Question], listed: Iterable[records.Nugget]) -> QuerySet[NuggetVote]:
    return NuggetVote.objects.filter(nugget__question__in={questions[nugget.qid].pk for nugget in listed})


def _numbered_votes(
    questions: Mapping[str, Question], listed: Iterable[records.Nugget]
) -> dict[str, dict[Pair, str]]:
    """The votes of people who are called by numbers, by question."""
    there: defaultdict[str, dict[Pair, str]] = defaultdict(dict)
    votes = _votes_on(questions, listed).filter(member__name__regex=r"^[0-9]+$", member__account=None)
    for qid, nugget, name, vote in votes.values_list(
        "nugget__question__qid", "nugget", "member__name", "vote"
    ):
        there[qid][nugget, name] = vote
    return there


def _by_key(rows: Mapping[NuggetKey, Nugget], qid: str, given: Mapping[Ballot, str]) -> dict[Pair, str]:
    return {(rows[qid, nugget].pk, name): vote for (nugget, name), vote in given.items()}


def _numbered_people(campaign: Campaign, names: Iterable[str], by: Account | None) -> dict[str, Member]:
    """Members of these names. They have no role, so that they are never given questions to judge."""
    voters = {
        name: ensure_member(campaign=campaign, name=name, roles=(), by=by) for name in sorted(names, key=int)
    }
    people = [name for name, member in voters.items() if member.account_id is not None]
    if people:
        raise Refused(
            say(
                "A pyramid's voters are called by numbers, and {listed} is somebody with an account. Nothing was stored.",
                listed=", ".join(people),
            ),
            "voter_name",
            say("Give the campaign's member another name first."),
        )
    return voters


def _assign_voters(
    questions: Mapping[str, Question], named: Mapping[str, set[str]], voters: Mapping[str, Member]
) -> None:
    """Tie the voters to their questions; who judges one there already goes on judging."""
    now = timezone.now()
    rows = [
        Assignment(question=questions[qid], member=voters[name], stage=VOTES_STAGE.name, finished_at=now)
        for qid, names in named.items()
        for name in sorted(names, key=int)
    ]
    Assignment.objects.bulk_create(rows, batch_size=ROWS_AT_A_TIME, ignore_conflicts=True)
