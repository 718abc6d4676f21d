"""How the campaigns of an organizer are: the next step of each and its numbers, in four statements for all of them."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import Count

from assessment.adjudication.selectors.majorities import OPEN
from assessment.assignments.selectors.assign import matrix_of
from assessment.assignments.selectors.progress import Progress, progress_by, worked_by_member
from assessment.assignments.selectors.units import assignments_in, with_sample
from assessment.campaigns.models import Campaign, Question, State
from assessment.judging.models import Assignment, WorkDay
from assessment.judging.selectors.begun import saying_begun
from assessment.people.selectors.access import Access
from assessment.results.selectors.facts import facts_of
from assessment.results.selectors.next_step import NextStep, next_step
from assessment.submissions.models import PoolItem


class Overview(NamedTuple):
    """One campaign as its organizers see it first."""

    next: NextStep
    progress: Progress
    questions: int
    runs: int
    undecided: int
    asking: int  # questions of assessors without an answer


def overviews(accesses: Sequence[Access], today: date) -> dict[int, Overview]:
    """The same sentence and numbers that each board shows, by campaign (four queries)."""
    if not accesses:
        return {}
    campaigns = {access.campaign.pk: access.campaign for access in accesses}
    active = [campaign for campaign in campaigns.values() if campaign.state != State.RELEASED]
    facts, questions, assigned = facts_of(list(campaigns)), _questions(active), _assigned(active)
    worked = worked_by_member(WorkDay.objects.filter(member__campaign__in=active), today)
    found: dict[int, Overview] = {}
    for access in accesses:
        pk = access.campaign.pk
        matrix = matrix_of(access.campaign, questions[pk], assigned[pk])
        progress = progress_by(matrix, worked, today)
        known = facts[pk]
        step = next_step(access, matrix, progress, known)
        found[pk] = Overview(step, progress, known.questions, known.runs, known.undecided, known.asking)
    return found


def _questions(campaigns: Sequence[Campaign]) -> dict[int, list[Question]]:
    """The questions of the campaigns in their order, each with its campaign at hand (one query)."""
    by_pk = {campaign.pk: campaign for campaign in campaigns}
    questions = with_sample(Question.objects.filter(campaign__in=campaigns))
    rows = questions.select_related("series", "pool").defer("text")
    found: defaultdict[int, list[Question]] = defaultdict(list)
    for question in rows.order_by("campaign", "position", "pk"):
        question.campaign = by_pk[question.campaign_id]
        found[question.campaign_id].append(question)
    return found


def _assigned(campaigns: Sequence[Campaign]) -> dict[int, list[Assignment]]:
    """Who judges what in the campaigns (one query)."""
    found: defaultdict[int, list[Assignment]] = defaultdict(list)
    for row in saying_begun(assignments_in(campaigns), campaigns):
        found[row.member.campaign_id].append(row)
    return found


class OpenDisputes(NamedTuple):
    """What waits for a decision in one campaign."""

    items: int
    qid: str  # of the first question with such an item


def open_disputes(campaigns: Sequence[Campaign]) -> dict[int, OpenDisputes]:
    """How many disputed items wait for a decision, as the adjudication queue counts them, by campaign (one query)."""
    if not campaigns:
        return {}
    retained = Question.objects.filter(campaign__in=campaigns).retained()
    rows = PoolItem.objects.filter(OPEN, disputed=True, question__in=retained).order_by(
        "question__campaign_id", "question__position"
    )
    found: dict[int, OpenDisputes] = {}
    for campaign, qid, items in rows.values_list("question__campaign_id", "question__qid").annotate(
        n=Count("pk")
    ):
        before = found.get(campaign, OpenDisputes(0, qid))
        found[campaign] = OpenDisputes(before.items + items, before.qid)
    return found
