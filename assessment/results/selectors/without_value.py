"""Which lists and questions with nuggets have no value as judging stands now, by the rule of the scorer.

The database finds out what is plain; whom assessors speak for is the scorer's business (scoring.index).
"""

from collections.abc import Collection, Iterable, Mapping

from django.db.models import FilteredRelation, Q

from assessment.campaigns.models import Campaign
from assessment.judging.models import AnswerClass, Assignment, Nugget
from assessment.judging.models.entries import Origin
from scoring import records
from scoring.forms.lists import list_reason
from scoring.forms.nuggets import nuggets_reason, weights_of
from scoring.index import Index, People


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
    assignments = tuple(
        assignment_of(row, qids[row.question_id]) for row in assigned if row.question_id in qids
    )
    reasons = {}
    if lists:
        people = Index(evaluation_of(campaign, assignments)).people
        known = known_of(lists, people)
        reasons = {qid: list_reason(known & {qid}, untouched=False) for qid in lists.values()}
    return reasons | (nugget_reasons(campaign, nuggets, pyramids, assignments) if nuggets else {})


def assignment_of(row: Assignment, qid: str) -> records.Assignment:
    """An assignment for the question who speaks: its state beyond that is of no account."""
    state = "handed_over" if row.handed_over_at else "open"
    return records.Assignment(qid, str(row.member_id), row.role, state)


def evaluation_of(campaign: Campaign, assignments: tuple[records.Assignment, ...]) -> records.Evaluation:
    """An evaluation with the assignments alone."""
    return records.Evaluation(
        campaign=campaign.slug,
        title=campaign.title,
        track=campaign.track_slug,
        definition=campaign.definition,
        settings={},
        topics=records.Topics(()),
        runs=(),
        responses={},
        pool=(),
        judgments=(),
        adjudications=(),
        assignments=assignments,
    )


def known_of(lists: Collection[int], people: People) -> set[str]:
    """The questions with an answer from question development that counts, though an assessor's."""
    found = AnswerClass.objects.filter(question__in=lists, origin=Origin.DEVELOPMENT).current()
    rows = found.values_list("question__qid", "member_id")
    return {qid for qid, member in rows if people.counts(qid, str(member or ""))}


def nugget_reasons(
    campaign: Campaign,
    nuggets: Mapping[int, str],
    pyramids: Mapping[str, bool],
    assignments: tuple[records.Assignment, ...],
) -> dict[str, str]:
    by_people = FilteredRelation("votes", condition=Q(votes__by_program=False))
    listed = Nugget.objects.filter(question__in=nuggets).current().annotate(given=by_people)
    columns = ("question_id", "name", "member_id", "given__member_id", "given__vote")
    found, votes = set(), []
    for question, name, owner, voter, vote in listed.values_list(*columns):
        qid = nuggets[question]
        found.add(records.Nugget(qid, name, "", assessor=str(owner or "")))
        if vote:
            votes.append(records.NuggetVote(qid, name, str(voter or ""), vote))
    evaluation = evaluation_of(campaign, assignments)._replace(
        nuggets=tuple(found), nugget_votes=tuple(votes)
    )
    weights = weights_of(Index(evaluation), pyramids)
    return {qid: nuggets_reason(weights[qid], untouched=False) for qid in nuggets.values()}
