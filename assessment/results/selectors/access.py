"""The only ways from a request to scores, qrels and exports.

Who judges must not know scores, and who takes part sees them when they are released: then the official
version alone, and of single runs the own ones.
"""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import Http404

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.selectors.access import Access, Permission, Visitor, access_to
from assessment.results.models import QrelsSnapshot, Release, RunScore, ScoreSet


@dataclass(frozen=True)
class ScoresAccess:
    """What one account may see of a campaign's scores."""

    access: Access
    all_versions: bool
    official: int | None  # version of the released scores

    @property
    def campaign(self) -> Campaign:
        return self.access.campaign


def access_scores(account: Visitor, slug: str) -> ScoresAccess:
    """The campaign's scores, for those who may see them always, and for all its people after release."""
    campaign = Campaign.visible.filter(slug=slug).first()
    if campaign is None:
        raise Http404
    access = access_to(account, campaign)
    official = official_version(campaign) if campaign.state == State.RELEASED else None
    all_versions = access.may(Permission.SEE_SCORES)
    if not all_versions and (official is None or not access.roles):
        raise Http404
    return ScoresAccess(access, all_versions, official)


def official_version(campaign: Campaign) -> int | None:
    """The version that stands released."""
    releases = Release.objects.filter(campaign=campaign, ended_at__isnull=True)
    return releases.values_list("scores__qrels__version", flat=True).first()


def score_sets(campaign: Campaign) -> QuerySet[ScoreSet]:
    """The campaign's score sets with their snapshots, newest first, without the qrels files."""
    chosen = ScoreSet.objects.filter(qrels__campaign=campaign).select_related(
        "qrels__campaign", "qrels__made_by"
    )
    return chosen.defer("qrels__compressed").order_by("-qrels__version")


def access_version(account: Visitor, slug: str, version: int | None) -> tuple[ScoresAccess, ScoreSet | None]:
    """One version of the scores; None for the newest, or the official one for those who may see no other."""
    scores = access_scores(account, slug)
    if not scores.all_versions:
        if version not in (None, scores.official):
            raise Http404
        version = scores.official
    if version is None:
        return scores, score_sets(scores.campaign).first()
    score_set = score_sets(scores.campaign).filter(qrels__version=version).first()
    if score_set is None:
        raise Http404
    return scores, score_set


def access_run_score(
    account: Visitor, slug: str, version: int, run_id: str
) -> tuple[ScoresAccess, ScoreSet, RunScore]:
    """One run's scores in one version; of other teams' runs only for those who may see all."""
    scores, score_set = access_version(account, slug, version)
    rows = RunScore.objects.filter(score_set=score_set, run__run_id=run_id).select_related(
        "run__team", "run__campaign"
    )
    if not scores.all_versions:
        rows = rows.filter(run__team__members=scores.access.member)
    row = rows.first()
    if score_set is None or row is None:
        raise Http404
    return scores, score_set, row


def access_question_scores(account: Visitor, slug: str, version: int) -> tuple[ScoresAccess, ScoreSet]:
    """All runs' scores of single questions, with the pool's grades: never for those who take part or judge."""
    scores, score_set = access_version(account, slug, version)
    if score_set is None or not scores.all_versions:
        raise Http404
    return scores, score_set


def access_qrels(account: Visitor, slug: str, version: int) -> tuple[Access, QrelsSnapshot]:
    """One frozen qrels file."""
    access = access_campaign(account, slug, Permission.EXPORT)
    snapshot = QrelsSnapshot.objects.filter(campaign=access.campaign, version=version).first()
    if snapshot is None:
        raise Http404
    return access, snapshot


def own_runs(scores: ScoresAccess, score_set: ScoreSet) -> frozenset[str]:
    """The run ids of a version whose pages the account may open; everybody's for those who see all."""
    rows = RunScore.objects.filter(score_set=score_set)
    if not scores.all_versions:
        rows = rows.filter(run__team__members=scores.access.member)
    return frozenset(rows.values_list("run__run_id", flat=True))
