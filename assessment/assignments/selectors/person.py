"""What one person has and has done in a campaign, all kinds of it: shown before the person is removed."""

from typing import Any, NamedTuple

from django.db.models import Count, IntegerField, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import Http404

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.judging.models import (
    Adjudication,
    AnswerClass,
    Assignment,
    Judgment,
    MoveState,
    Nugget,
    NuggetMatch,
    NuggetVote,
    PageAnnotation,
    WorkMove,
)
from assessment.people.models import Account, Member, Role, RoleName
from assessment.people.selectors.access import Access, Permission
from assessment.shared.say import say
from assessment.submissions.models import Run
from assessment.training.models import TrainingAttempt


class PersonSummary(NamedTuple):
    """How many of each kind of thing a person has."""

    assignments: int
    judgments: int
    annotations: int
    classes: int
    nuggets: int
    votes: int
    marks: int
    decisions: int
    training: int
    runs: int  # submitted by their account
    teams: int
    moves: int

    @property
    def is_empty(self) -> bool:
        """Whether nothing in the record names the person, so that the member can go."""
        return not any(self._replace(runs=0, teams=0))

    @property
    def lines(self) -> list[tuple[str, int]]:
        """What there is, in words."""
        named = {
            say("questions"): self.assignments,
            say("judgments"): self.judgments,
            say("annotations"): self.annotations,
            say("answer classes"): self.classes,
            say("nuggets"): self.nuggets,
            say("votes on nuggets"): self.votes,
            say("marks of nuggets"): self.marks,
            say("decisions on disputes"): self.decisions,
            say("training tries"): self.training,
            say("runs submitted"): self.runs,
            say("teams"): self.teams,
        }
        return [(words, number) for words, number in named.items() if number]


def access_to_manage(account: Account, slug: str, pk: int) -> tuple[Access, Member]:
    """A person of a campaign whose people the account manages."""
    access = access_campaign(account, slug, Permission.MANAGE_PEOPLE)
    found = access.campaign.members.select_related("account", "campaign").filter(pk=pk).first()
    if found is None:
        raise Http404
    return access, found


def summary_of(member: Member) -> PersonSummary:
    """Count everything of a person (one query)."""
    own_runs = Run.objects.filter(campaign=member.campaign_id, submitted_by=member.account_id)
    return PersonSummary(
        **_counts(
            member,
            assignments=Assignment.objects.filter(member=member),
            judgments=Judgment.ever.filter(member=member).exclude(grade=""),
            annotations=PageAnnotation.objects.filter(assignment__member=member),
            classes=AnswerClass.objects.filter(member=member),
            nuggets=Nugget.objects.filter(member=member),
            votes=NuggetVote.objects.filter(member=member),
            marks=NuggetMatch.objects.filter(member=member),
            decisions=Adjudication.objects.filter(member=member),
            training=TrainingAttempt.objects.filter(member=member),
            runs=own_runs if member.account_id else Run.objects.none(),
            teams=member.teams.all(),
            moves=WorkMove.objects.filter(member=member),
        )
    )


def _counts(member: Member, **tables: QuerySet[Any]) -> dict[str, int]:
    """How many rows there are of each."""
    numbers = {f"n_{name}": _number_of(rows) for name, rows in tables.items()}
    found: Any = Member.objects.filter(pk=member.pk).values(**numbers).get()
    return {name: found[f"n_{name}"] for name in tables}


def _number_of(rows: QuerySet[Any]) -> Coalesce:
    together = rows.order_by().annotate(whole=Value(1)).values("whole")
    counted = together.annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted), 0, output_field=IntegerField())


def is_last_admin(member: Member) -> bool:
    """Whether nobody else with an open account is an admin of the campaign."""
    admins = Role.objects.filter(member__campaign=member.campaign_id, role=RoleName.ADMIN)
    others = admins.exclude(member=member).filter(member__account__is_active=True)
    return admins.filter(member=member).exists() and not others.exists()


def set_aside_act(member: Member) -> WorkMove | None:
    """The act that set the person's work aside when they were removed, while it stands."""
    acts = WorkMove.objects.filter(member=member, job=member.former.get("job"), state=MoveState.MOVED)
    return acts.select_related("campaign", "member").first() if member.former.get("job") else None
