"""The only ways from a request to scores, qrels and exports.

Who judges must not know scores, and who takes part sees them when they are released: then the official version alone,
and of single runs the own ones. What else they see hangs on the audience of the release and on the campaign's settings
of what participants get; `ScoresAccess` says it for every page and file.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Case, QuerySet, When
from django.http import Http404

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.selectors.campaigns import visible_campaign
from assessment.judging.models import Assignment
from assessment.people.models import RoleName
from assessment.people.selectors.access import Access, Permission, Visitor, access_to
from assessment.results.models import (
    OFFICIAL_RULE,
    PARTS,
    Audience,
    QrelsSnapshot,
    Release,
    RunScore,
    ScoreSet,
)
from assessment.results.selectors.partial import partial_sentence
from assessment.submissions.models import Run, Team
from documents.prepared import Prepared

OF_ONE = "assessor:"  # begins a rule that names one assessor


@dataclass(frozen=True)
class ScoresAccess:
    """What one account may see of a campaign's scores."""

    access: Access
    all_versions: bool
    release: Release | None  # the one that stands
    own: frozenset[int] = frozenset()  # runs of the account's teams, by primary key

    @property
    def campaign(self) -> Campaign:
        return self.access.campaign

    @property
    def official(self) -> int | None:
        """The version of the released scores."""
        return self.release.scores.qrels.version if self.release else None

    @property
    def partial(self) -> str:
        """What the release says of answers that nobody judged; empty where all are judged."""
        return partial_sentence(self.release.unjudged) if self.release else ""

    @property
    def left_out(self) -> frozenset[str]:
        """The ids of the runs that are not part of what is released; none for those who see everything."""
        return frozenset() if self.all_versions or self.release is None else frozenset(self.release.left_out)

    @property
    def is_private(self) -> bool:
        """Whether the account sees its own runs alone, because the scores are not public yet."""
        audience = self.release.audience if self.release else ""
        return not self.all_versions and audience == Audience.TEAMS

    @property
    def sees_names(self) -> bool:
        """Whether the account may know whose the other runs are."""
        return self.all_versions or (self.campaign.team_names and not self.is_private)

    @property
    def may_have_qrels(self) -> bool:
        """Whether the account may download the released qrels."""
        shared = self.campaign.qrels_for_teams and not self.is_private
        return self.access.may(Permission.EXPORT) or (shared and self.takes_part)

    @property
    def takes_part(self) -> bool:
        return RoleName.PARTICIPANT in self.access.roles

    @property
    def judged_runs(self) -> str:
        """Whose answers the account sees with their grades: none, own or all."""
        if self.all_versions:
            return "all"
        given = self.campaign.judged_runs if self.takes_part else "none"
        return "own" if given == "all" and self.is_private else given


def access_scores(account: Visitor, slug: str) -> ScoresAccess:
    """The campaign's scores, for those who may see them always, and for all its people after release."""
    found = _scores_of(access_to(account, visible_campaign(slug)))
    if found is None:
        raise Http404
    return found


def sees_scores(access: Access) -> bool:
    """Whether somebody sees scores of a campaign, be it those of their own runs alone."""
    return _scores_of(access) is not None


def _scores_of(access: Access) -> ScoresAccess | None:
    campaign = access.campaign
    released = release_in_force(campaign) if campaign.state == State.RELEASED else None
    if access.may(Permission.SEE_SCORES):
        return ScoresAccess(access, True, released)
    if released is None or not access.roles:
        return None
    own = frozenset(Run.objects.filter(team__members=access.member).values_list("pk", flat=True))
    if released.audience == Audience.TEAMS and not (own and RoleName.PARTICIPANT in access.roles):
        return None
    return ScoresAccess(access, False, released, own)


def release_in_force(campaign: Campaign) -> Release | None:
    """The release that stands, with its version."""
    return _in_force.first(campaign=campaign.pk)


@Prepared
def _in_force(campaign: int) -> "QuerySet[Release]":
    releases = Release.objects.filter(campaign=campaign, ended_at__isnull=True)
    return releases.select_related("scores__qrels").defer("scores__report", "scores__qrels__compressed")


def score_sets(campaign: Campaign) -> QuerySet[ScoreSet]:
    """The campaign's score sets with their snapshots, newest first, without the qrels files."""
    return _whole_sets().filter(qrels__campaign=campaign).order_by("-qrels__version")


def _whole_sets() -> QuerySet[ScoreSet]:
    return ScoreSet.objects.select_related("qrels__campaign", "qrels__made_by").defer("qrels__compressed")


@Prepared
def _set(campaign: int, pk: int) -> "QuerySet[ScoreSet]":
    return _whole_sets().filter(qrels__campaign=campaign, pk=pk)


def leading(sets: QuerySet[ScoreSet], released: Release | None) -> ScoreSet | None:
    """The version that a campaign leads with: the released one, else the newest by the official rule, else the newest."""
    if released:
        return sets.filter(pk=released.scores_id).first()
    official = Case(When(qrels__rule=OFFICIAL_RULE, then=0), default=1)
    return sets.order_by(official, "-qrels__version").first()


def leading_of(newest_first: Sequence[ScoreSet], released: Release | None) -> ScoreSet:
    """The same among versions that were read already; there is at least one."""
    if released:
        return next(one for one in newest_first if one.pk == released.scores_id)
    return next((one for one in newest_first if one.qrels.rule == OFFICIAL_RULE), newest_first[0])


def access_version(account: Visitor, slug: str, version: int | None) -> tuple[ScoresAccess, ScoreSet | None]:
    """One version of the scores; None for the one that leads, which is the official one for those who may see no other."""
    scores = access_scores(account, slug)
    if not scores.all_versions and version not in (None, scores.official):
        raise Http404
    if scores.release and version in (None, scores.official):
        score_set = _set.first(campaign=scores.campaign.pk, pk=scores.release.scores_id)
    elif version is None:
        score_set = leading(versions_for(scores), None)
    else:
        score_set = versions_for(scores).filter(qrels__version=version).first()
    if score_set is None and version is not None:
        raise Http404
    return scores, score_set


def versions_for(scores: ScoresAccess) -> QuerySet[ScoreSet]:
    """The versions that the account may see, newest first."""
    sets = score_sets(scores.campaign)
    if not scores.all_versions:
        return sets.filter(qrels__version=scores.official or 0)
    hidden = hidden_rules(scores.access)
    return sets.exclude(qrels__rule__in=hidden) if hidden else sets


def access_run_score(
    account: Visitor, slug: str, version: int, run_id: str
) -> tuple[ScoresAccess, ScoreSet, RunScore]:
    """One run's scores in one version; of other teams' runs, and of those left out, only for those who may see all."""
    scores, score_set = access_version(account, slug, version)
    rows = RunScore.objects.filter(score_set=score_set, run__run_id=run_id).select_related(
        "run__team", "run__campaign"
    )
    if not scores.all_versions:
        rows = rows.filter(run__in=scores.own).exclude(run__run_id__in=scores.left_out)
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


def hidden_rules(access: Access) -> frozenset[str]:
    """The rules by which the account must see no scores: those of machines, until scores are released.

    Adjudicators see all others; but the score of a question by a machine tells what it said of an answer, and that
    they must not know before they have decided.
    """
    if access.may(Permission.ASSIGN) or access.campaign.state == State.RELEASED:
        return frozenset()
    machines = Assignment.objects.of_programs().filter(question__campaign=access.campaign)
    return frozenset(f"{OF_ONE}{name}" for name in machines.values_list("member__name", flat=True).distinct())


def access_answers(
    account: Visitor, slug: str, version: int, run_id: str
) -> tuple[ScoresAccess, ScoreSet, RunScore]:
    """One run's answers with their grades, where the campaign gives them to its team."""
    found = access_run_score(account, slug, version, run_id)
    if found[0].judged_runs == "none":
        raise Http404
    return found


def access_own(
    account: Visitor, slug: str, version: int
) -> tuple[ScoresAccess, ScoreSet, Sequence[RunScore]]:
    """The released runs of the account's teams; Http404 where it has none."""
    scores, score_set = access_version(account, slug, version)
    rows = RunScore.objects.filter(score_set=score_set, run__in=scores.own)
    found = rows.exclude(run__run_id__in=scores.left_out).select_related("run__team", "run__campaign")
    own = sorted(found, key=lambda row: row.run.run_id)
    if score_set is None or not own:
        raise Http404
    return scores, score_set, own


class EarlierScore(NamedTuple):
    """A run that the account's team had in another campaign of the same evaluation, in the scores released there."""

    row: RunScore
    released_at: datetime

    @property
    def qrels(self) -> QrelsSnapshot:
        """The version, with its campaign."""
        return self.row.score_set.qrels


def access_earlier(scores: ScoresAccess) -> list[EarlierScore]:
    """What the account's teams were given as results in campaigns that were released before this one, newest first.

    A team is the same where it has the same name, ignoring case, and the account is in both. An evaluation is the same
    whatever its words. Three queries at most, besides texts of evaluations that the process has not read yet.
    """
    account, release = scores.access.account, scores.release
    if scores.all_versions or release is None:
        return []
    there = Campaign.visible.filter(track_slug=scores.campaign.track_slug, state=State.RELEASED)
    taken = there.filter(members__account=account, members__roles__role=RoleName.PARTICIPANT)
    found = Release.objects.filter(ended_at__isnull=True, made_at__lt=release.made_at, campaign__in=taken)
    others = found.exclude(campaign=scores.campaign).select_related("campaign").order_by("pk")
    releases = {one.scores_id: one for one in others if one.campaign.has_evaluation_of(scores.campaign)}
    if not releases:
        return []
    own = Team.objects.filter(runs__in=scores.own).values_list("name", flat=True)
    names = {name.casefold() for name in own}
    rows = RunScore.objects.filter(score_set__in=releases, run__team__members__account=account)
    rows = rows.select_related("run__team", "score_set__qrels__campaign")
    earlier = [
        EarlierScore(row, releases[row.score_set_id].made_at)
        for row in rows.defer(*PARTS, "score_set__report", "score_set__qrels__compressed")
        if row.run.team.name.casefold() in names
        and row.run.run_id not in releases[row.score_set_id].left_out
        and account.limits.reaches(row.score_set.qrels.campaign_id)
    ]
    return sorted(earlier, key=lambda one: (-one.released_at.timestamp(), one.row.run.run_id, one.row.pk))


def access_judged_runs(account: Visitor, slug: str, version: int) -> tuple[ScoresAccess, ScoreSet]:
    """All runs' answers with their grades, where the campaign gives them to all who take part."""
    scores, score_set = access_version(account, slug, version)
    if score_set is None or scores.judged_runs != "all":
        raise Http404
    return scores, score_set


def access_qrels(account: Visitor, slug: str, version: int) -> QrelsSnapshot:
    """One frozen qrels file: any for who may export, the released one for participants where the campaign gives it out."""
    scores = access_scores(account, slug)
    if not scores.may_have_qrels or (not scores.all_versions and version != scores.official):
        raise Http404
    snapshot = QrelsSnapshot.objects.filter(campaign=scores.campaign, version=version).first()
    if snapshot is None:
        raise Http404
    return snapshot


def own_runs(scores: ScoresAccess, score_set: ScoreSet) -> frozenset[str]:
    """The run ids of a version whose pages the account may open; everybody's for those who see all."""
    rows = RunScore.objects.filter(score_set=score_set)
    if not scores.all_versions:
        rows = rows.filter(run__in=scores.own).exclude(run__run_id__in=scores.left_out)
    return frozenset(rows.values_list("run__run_id", flat=True))
