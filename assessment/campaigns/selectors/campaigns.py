"""Reads of the campaigns app, and access to its rows."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.http import Http404

from assessment.campaigns.models import (
    Campaign,
    DeadlineChange,
    Guidelines,
    Question,
    Series,
    State,
)
from assessment.campaigns.models.known import Known
from assessment.people.models import Account, Member
from assessment.people.selectors.access import Access, Permission, Visitor, access_to
from assessment.shared.say import say
from documents.models import Collection
from documents.prepared import Prepared
from scoring.formats.rows import as_weight
from scoring.stages import MATCHING

MOST_DAYS = 3_650


def access_campaign(account: Visitor, slug: str, permission: Permission) -> Access:
    """The campaign, if the account has the permission there; else a 404 that does not say whether it exists."""
    access = access_to(account, visible_campaign(slug))
    if not access.may(permission):
        raise Http404
    return access


def visible_campaign(slug: str) -> Campaign:
    """The campaign of that address with the language of its documents, whoever asks; else a 404."""
    campaign = _campaign.first(slug=slug)
    if campaign is None:
        raise Http404
    return campaign


@Prepared
def _campaign(slug: str) -> "QuerySet[Campaign]":
    return Campaign.visible.with_language().filter(slug=slug)


def sees_questions(access: Access) -> bool:
    """Whether questions are out for this account: teams see them once the campaign has opened, or they fetched some."""
    if access.may(Permission.SEE_BOARD) or access.campaign.state == State.DRAFT:
        return access.may(Permission.SEE_BOARD)
    return not _by_download(access) or bool(_pairs_given(access))


def sees_types(access: Access) -> bool:
    """Whether somebody may know the types of questions: teams may where their topics file tells them, or at the end."""
    campaign = access.campaign
    runs_it = access.may(Permission.SEE_BOARD) or access.may(Permission.ADJUDICATE)
    return runs_it or not campaign.track.untold or campaign.state == State.RELEASED


def questions_for(access: Access) -> QuerySet[Question]:
    """The questions that somebody may see, of those that are out."""
    questions = access.campaign.questions.all()
    if not _by_download(access):
        return questions
    given = [Q(source_lang=source, target_lang=target) for source, target in _pairs_given(access)]
    return questions.filter(reduce(or_, given)) if given else questions.none()


def _by_download(access: Access) -> bool:
    """Whether somebody sees no question but those that the own team fetched, since fetching starts its clock."""
    campaign = access.campaign
    return campaign.track.registers and campaign.state == State.OPEN and not access.may(Permission.SEE_BOARD)


def _pairs_given(access: Access) -> list[tuple[str, str]]:
    given = access.campaign.pairs.filter(downloads__registration__team__members=access.member)
    return list(given.values_list("source", "target").distinct().order_by("source", "target"))


def access_question(
    account: Visitor, slug: str, qid: str, permission: Permission = Permission.SEE_QUESTIONS
) -> tuple[Access, Question]:
    """One question of a campaign, with its series and the counters of its pool."""
    access = access_campaign(account, slug, permission)
    questions = questions_for(access).select_related("series", "pool")
    question = questions.filter(qid=qid).first() if sees_questions(access) else None
    if question is None:
        raise Http404
    return access, question


def campaigns_of(account: Visitor, *, archived: bool = True) -> list[Access]:
    """The campaigns in which the account has a role, newest first; all of them for a site admin.

    Archived ones are among them unless they are left out. A token for one role has those alone in which it is held.
    """
    if not isinstance(account, Account):
        return []
    own = Member.objects.filter(account=account, roles__isnull=False)
    if account.limits.role:
        own = own.filter(roles__role=account.limits.role)
    campaigns = Campaign.visible.annotate(questions_count=Count("questions")).order_by("-created_at", "-pk")
    if not archived:
        campaigns = campaigns.filter(archived_at=None)
    if not account.is_superuser:
        campaigns = campaigns.filter(pk__in=own.values("campaign"))
    if account.limits.campaign:
        campaigns = campaigns.filter(pk=account.limits.campaign)
    members = {row.campaign_id: row for row in own.distinct().prefetch_related("roles")}
    return [_access(account, campaign, members.get(campaign.pk)) for campaign in campaigns]


def count_archived(account: Visitor) -> int:
    """How many archived campaigns an account may read."""
    if not isinstance(account, Account):
        return 0
    campaigns = Campaign.visible.filter(archived_at__isnull=False)
    if not account.is_superuser:
        own = Member.objects.filter(account=account, roles__isnull=False)
        campaigns = campaigns.filter(pk__in=own.values("campaign"))
    return campaigns.count()


def _access(account: Account, campaign: Campaign, member: Member | None) -> Access:
    return Access(account, campaign, member, account.limits.roles(member.role_names() if member else ()))


class KnownRow(NamedTuple):
    """An answer that is known of a question, or a nugget of it."""

    text: str
    docid: str
    says: str = ""  # of a nugget: how much it matters
    found_later: bool = False  # while judging
    uid: UUID | None = None
    line: str = ""  # as people type it
    group: str = ""  # of a nugget


def is_frozen(question: Question) -> bool:
    """Whether its text can only be corrected: answers to its topic are pooled, or somebody has its page to annotate."""
    rows = [question]
    if head_of(question):
        rows = list(Question.objects.filter(series=question.series_id).select_related("campaign", "pool"))
    return any(row.is_pooled or (not row.kind.form.pools and row.assignments.exists()) for row in rows)


def head_of(part: Question | Series) -> Question | None:
    """The question whose text is that of its whole topic; None where each question has its own."""
    if not part.campaign.track.asks_topics:
        return None
    series = part.series_id if isinstance(part, Question) else part.pk
    types = list(part.campaign.track.entered_types)
    return part.campaign.questions.filter(series=series, type__in=types).first() if series else None


def known_of(question: Question) -> list[KnownRow]:
    """The answers known from question development; of a question that is judged by nuggets, all that stand."""
    if not question.kind.form.asks(MATCHING):
        answers = question.entries.filter(kind="class").known().in_order()
        return [
            KnownRow(row.text, row.docid, uid=row.uid, line=Known(row.text, row.docid).line)
            for row in answers
        ]
    nuggets = question.entries.filter(kind="nugget").current().in_order().prefetch_related("votes")
    return [
        _nugget_row(question, row, {vote.member_id: vote.vote for vote in row.votes.all()}) for row in nuggets
    ]


def _nugget_row(question: Question, row: Any, votes: Mapping[int | None, str]) -> KnownRow:
    if question.kind.form.has_criteria:
        weight = as_weight(str(row.weight)) if row.weight is not None else ""
        line = Known(row.text, weight=weight, group=row.group).line
        return KnownRow(row.text, "", weight, uid=row.uid, line=line)
    line = Known(row.text, row.docid, votes.get(None, "okay"), group=row.group).line
    return KnownRow(row.text, row.docid, _votes(votes), row.origin != "development", row.uid, line, row.group)


def _votes(given: Mapping[int | None, str]) -> str:
    """The settled vote, else how many of the assessors call a nugget vital."""
    if None in given:
        return given[None]
    vital = sum(vote == "vital" for vote in given.values())
    return say("{n} of {all} say vital", n=vital, all=len(given)) if given else say("no vote yet")


def neighbours(access: Access, question: Question) -> tuple[str, str]:
    """The ids of the questions before and after; empty at the ends."""
    others = questions_for(access).values_list("qid", flat=True)
    before = others.filter(position__lt=question.position).order_by("-position").first()
    after = others.filter(position__gt=question.position).order_by("position").first()
    return before or "", after or ""


class Deadlines(NamedTuple):
    """What ends the time of a team; each None where there is none."""

    hard: datetime | None  # everybody's
    clock: datetime | None = None  # so many days after the team's first download of questions
    own: datetime | None = None  # as the organizers last moved it for this team

    @property
    def usual(self) -> datetime | None:
        """The earlier of clock and hard deadline."""
        return min((one for one in (self.hard, self.clock) if one), default=None)

    @property
    def effective(self) -> datetime | None:
        """The one that counts: the team's own date, where that is later than the usual one."""
        return max(self.usual, self.own) if self.usual and self.own else self.usual


def deadlines_of(campaign: Campaign, team_name: str) -> Deadlines:
    """The deadlines of one team; of "", everybody's alone."""
    clock = _clock_of(campaign, team_name) if team_name else None
    if not team_name or not (campaign.deadline or clock):
        return Deadlines(campaign.deadline)
    moves = campaign.deadline_changes.filter(team_name=team_name).order_by("-pk")
    return Deadlines(campaign.deadline, clock, moves.values_list("after", flat=True).first())


def deadline_moves(campaign: Campaign) -> list[DeadlineChange]:
    """All moves of deadlines, oldest first."""
    return list(campaign.deadline_changes.order_by("pk"))


def general_moves(moves: Iterable[DeadlineChange]) -> list[DeadlineChange]:
    """Those of everybody's deadline; those for one team are nobody else's business."""
    return [move for move in moves if not move.team_name]


def is_deadline_free(campaign: Campaign, *, moved: bool) -> bool:
    """Whether the deadline may be set without a reason: no team has known one, also none that was `moved`."""
    return campaign.state == State.DRAFT or not (campaign.deadline or moved)


def submission_days(campaign: Campaign) -> int | None:
    """How many days a team has from its first download; None where there is no such limit, or one past ten years."""
    days: Any = campaign.rules.get("submission_days")
    return days if days and days <= MOST_DAYS else None


def _clock_of(campaign: Campaign, team_name: str) -> datetime | None:
    """When the days are over that a team has from its first download; None before it."""
    if submission_days(campaign) is None:
        return None
    starts = campaign.teams.filter(name=team_name).values_list("registration__started_at", flat=True)
    return clock_from(campaign, starts.first())


def clock_from(campaign: Campaign, started: datetime | None) -> datetime | None:
    """When the days are over of a team that began then; None where there is no such limit, or it has not begun."""
    days = submission_days(campaign)
    return started + timedelta(days=days) if started and days is not None else None


def effective_deadline(campaign: Campaign, team_name: str = "") -> datetime | None:
    """Until when a team may submit: its clock or everybody's deadline, or its own date where that is later."""
    return deadlines_of(campaign, team_name).effective


def guidelines_in_force(campaign: Campaign) -> Guidelines | None:
    """The newest version of the guidelines."""
    return campaign.guidelines.order_by("-version").first()


def guidelines_versions(campaign: Campaign) -> QuerySet[Guidelines]:
    """All versions without their texts, newest first."""
    return campaign.guidelines.defer("text").select_related("made_by").order_by("-version")


def access_guidelines(account: Visitor, slug: str, version: int | None) -> tuple[Access, Guidelines | None]:
    """The version asked for, or the newest."""
    access = access_campaign(account, slug, Permission.SEE_GUIDELINES)
    if version is None:
        return access, guidelines_in_force(access.campaign)
    found = access.campaign.guidelines.select_related("made_by").filter(version=version).first()
    if found is None:
        raise Http404
    return access, found


def collections() -> QuerySet[Collection]:
    """The document collections of this site, by title."""
    return Collection.visible.order_by("title", "pk")
