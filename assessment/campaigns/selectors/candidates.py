"""Access to series and candidates, and reads of them."""

from django.db.models import Prefetch
from django.http import Http404

from assessment.campaigns.models import Campaign, Candidate, CandidateQuestion, CandidateState, Series
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.selectors.access import Access, Permission, Visitor


def access_candidate(account: Visitor, slug: str, pk: int) -> tuple[Access, Candidate]:
    """A candidate, for those who edit the campaign."""
    access = access_campaign(account, slug, Permission.EDIT_CAMPAIGN)
    rows = access.campaign.candidates.select_related("series", "entered_by", "decided_by")
    candidate = rows.filter(pk=pk).first()
    if candidate is None:
        raise Http404
    candidate.campaign = access.campaign
    return access, candidate


def access_series(account: Visitor, slug: str, key: str) -> tuple[Access, Series]:
    """A series, for those who edit the campaign."""
    access = access_campaign(account, slug, Permission.EDIT_CAMPAIGN)
    series = access.campaign.series.filter(key=key).first()
    if series is None:
        raise Http404
    series.campaign = access.campaign
    return access, series


def candidates_of(campaign: Campaign) -> list[Candidate]:
    """All candidates with their questions: those under consideration first, then the newest decisions."""
    questions = CandidateQuestion.objects.select_related("question").order_by("position")
    rows = campaign.candidates.select_related("series", "entered_by", "decided_by").order_by("-pk")
    order = [CandidateState.CONSIDERED, CandidateState.REJECTED, CandidateState.ACCEPTED]
    return sorted(
        rows.prefetch_related(Prefetch("questions", questions)),
        key=lambda row: order.index(CandidateState(row.state)),
    )


def next_number(campaign: Campaign) -> str:
    """The number after the largest among the ids of the series, or of the questions where there are none."""
    if campaign.track.in_series:
        ids = list(campaign.series.values_list("key", flat=True))
    else:
        ids = list(campaign.questions.values_list("qid", flat=True))
    numbers = [int(one) for one in ids if one.isascii() and one.isdecimal() and len(one) < 10]
    return str(max(numbers, default=0) + 1)
