"""My work: the questions somebody judges, by campaign, and the campaigns they otherwise belong to."""

from dataclasses import dataclass, field
from itertools import groupby

from assessment.campaigns.models import Campaign, State
from assessment.judging.models import Assignment
from assessment.judging.selectors.rulings import unread_of_member
from assessment.judging.selectors.work import OPEN_STATES, Duty, duties_of
from assessment.people.models import Account, Role, RoleName
from assessment.people.selectors.access import Access
from assessment.shared.say import say
from assessment.training.selectors.training import TrainingProgress, training_progress


@dataclass
class CampaignWork:
    """What somebody does in one campaign."""

    campaign: Campaign
    access: Access | None = None
    duties: list[Duty] = field(default_factory=list)
    answers: int = 0  # of the organizers to what was asked, not read yet
    training: TrainingProgress | None = None  # None where there is nothing to train on

    @property
    def to_do(self) -> list[Duty]:
        """Questions that can be judged now, in order."""
        if self.campaign.state == State.RELEASED:
            return []
        return [duty for duty in self.duties if duty.state in OPEN_STATES]

    @property
    def not_open(self) -> list[Duty]:
        """Questions that open once others of their series are finished."""
        if self.campaign.state == State.RELEASED:
            return []
        return [duty for duty in self.duties if duty.state == "not_open"]

    @property
    def put_away(self) -> list[Duty]:
        """Questions that are finished, dropped or somebody else's."""
        shown = [*self.to_do, *self.not_open]
        return [duty for duty in self.duties if duty not in shown]

    @property
    def counting(self) -> list[Duty]:
        """Questions that are this person's to judge."""
        return [duty for duty in self.duties if duty.state not in ("handed_over", "dropped")]

    @property
    def finished(self) -> int:
        """Questions that are finished."""
        return sum(duty.state == "done" for duty in self.counting)

    @property
    def what_is_done(self) -> str:
        """What `judged` of `items` counts, in words."""
        of_pages = any(duty.assignment.is_annotation for duty in self.counting or self.duties)
        return say("pages annotated") if of_pages else say("answers judged")

    @property
    def judged(self) -> int:
        """Answers judged."""
        return sum(duty.assignment.judged for duty in self.counting)

    @property
    def items(self) -> int:
        """Answers to judge in all."""
        return sum(duty.items for duty in self.counting)

    @property
    def next(self) -> Duty | None:
        """The question to go on with: one that was begun or has new answers, else the first."""
        begun = [duty for duty in self.to_do if duty.state in ("new", "begun")]
        return next(iter(begun or self.to_do), None)


def my_work(account: Account) -> list[CampaignWork]:
    """All campaigns of an account but the archived ones, newest first (four queries; five where types of question come after each other)."""
    work = _memberships(account)
    for campaign_id, progress in training_progress(account).items():
        if campaign_id in work:
            work[campaign_id].training = progress
    for campaign, duties in groupby(
        duties_of(_assignments(account)), key=lambda duty: duty.assignment.question.campaign
    ):
        mine = work.get(campaign.pk)
        if mine is not None:
            mine.duties += duties
    return sorted(work.values(), key=lambda mine: -mine.campaign.pk)


def _memberships(account: Account) -> dict[int, CampaignWork]:
    roles = Role.objects.filter(
        member__account=account,
        member__campaign__archived_at=None,
        member__campaign__importing=None,
        member__campaign__deleting=None,
    )
    roles = roles.select_related("member__campaign")
    roles = roles.annotate(answers=unread_of_member()).order_by("member_id", "role")
    found: dict[int, CampaignWork] = {}
    for member, rows in groupby(roles, key=lambda role: role.member):
        own = list(rows)
        access = Access(account, member.campaign, member, frozenset(role.role for role in own))
        found[member.campaign_id] = CampaignWork(member.campaign, access, answers=own[0].answers)
    return found


def _assignments(account: Account) -> list[Assignment]:
    own = Assignment.objects.filter(member__account=account, member__roles__role=RoleName.ASSESSOR)
    related = own.select_related("question__campaign", "question__series", "question__pool", "annotation")
    return list(related.order_by("question__campaign_id", "question__position", "pk"))
