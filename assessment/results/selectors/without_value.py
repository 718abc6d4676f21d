"""Which lists and questions with nuggets have no value as judging stands now, by the rule of the scorer.

The database finds out what is plain; whom assessors speak for is the scorer's business (scoring.evaluate).
"""

from collections.abc import Collection, Iterable, Mapping

from assessment.campaigns.models import Campaign
from assessment.judging.models import AnswerClass, Assignment, Nugget
from assessment.judging.models.classes import Origin
from scoring import records
from scoring.evaluate.classes import speaks
from scoring.evaluate.people import People, people_of
from scoring.evaluate.values import list_fault, nuggets_fault
from scoring.evaluate.weights import weights_of
from scoring.index import Index


def without_value(
    campaign: Campaign,
    *,
    lists: Mapping[int, str],
    nuggets: Mapping[int, str],
    pyramids: Mapping[str, bool],
    assigned: Iterable[Assignment],
) -> dict[str, str]:
    """The reasons (codes) by question id; "" for a question that has a value.

    `lists` and `nuggets` are questions that somebody finished, by primary key; the lists have neither a correct
    answer nor a settled known one; `pyramids` tells which questions with nuggets are weighed by votes. `assigned` holds the campaign's assignments.
    """
    qids = {**lists, **nuggets}
    sheets = tuple(sheet_of(row, qids[row.question_id]) for row in assigned if row.question_id in qids)
    faults = {}
    if lists:
        people = people_of(Index(told_of(campaign, sheets)))
        known = known_of(lists, people)
        faults = {qid: list_fault(known & {qid}, untouched=False) for qid in lists.values()}
    return faults | (nugget_faults(campaign, nuggets, pyramids, sheets) if nuggets else {})


def sheet_of(row: Assignment, qid: str) -> records.Assignment:
    """An assignment for the question who speaks: its state beyond that is of no account."""
    state = "handed_over" if row.handed_over_at else "open"
    return records.Assignment(qid, str(row.member_id), row.role, state)


def told_of(campaign: Campaign, sheets: tuple[records.Assignment, ...]) -> records.Evaluation:
    """An evaluation with the assignments alone."""
    return records.Evaluation(
        campaign=campaign.slug,
        title=campaign.title,
        track=campaign.track_slug,
        settings={},
        topics=records.Topics(()),
        runs=(),
        responses={},
        pool=(),
        judgments=(),
        adjudications=(),
        assignments=sheets,
    )


def known_of(lists: Collection[int], people: People) -> set[str]:
    """The questions with an answer from question development that counts, though an assessor's."""
    found = AnswerClass.objects.filter(question__in=lists, origin=Origin.DEVELOPMENT, removed=False)
    rows = found.values_list("question__qid", "member_id")
    return {qid for qid, member in rows if speaks(qid, str(member or ""), people)}


def nugget_faults(
    campaign: Campaign,
    nuggets: Mapping[int, str],
    pyramids: Mapping[str, bool],
    sheets: tuple[records.Assignment, ...],
) -> dict[str, str]:
    listed = Nugget.objects.filter(question__in=nuggets).standing()
    columns = ("question_id", "name", "member_id", "votes__member_id", "votes__vote")
    found, votes = set(), []
    for question, name, maker, voter, vote in listed.values_list(*columns):
        qid = nuggets[question]
        found.add(records.Nugget(qid, name, "", assessor=str(maker or "")))
        if vote:
            votes.append(records.NuggetVote(qid, name, str(voter or ""), vote))
    told = told_of(campaign, sheets)._replace(nuggets=tuple(found), nugget_votes=tuple(votes))
    weights = weights_of(told, pyramids, people_of(Index(told)))
    return {qid: nuggets_fault(weights[qid], untouched=False) for qid in nuggets.values()}
