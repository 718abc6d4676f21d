"""Who may do what: the only way from a request to a row goes through here.

Each app's selectors have one `access_*` function per kind of row; all end in `access_to` and `Access.may`.
A row that somebody may not see does not exist for them: callers raise Http404.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404

from assessment.people.models import Account, Member, Role, RoleName
from documents.prepared import Prepared

if TYPE_CHECKING:
    from assessment.campaigns.models import Campaign


Visitor = Account | AnonymousUser  # who a request comes from


class Permission(StrEnum):
    """What can be done in a campaign."""

    SEE_BOARD = "see_board"
    SEE_QUESTIONS = "see_questions"
    DEVELOP_QUESTIONS = "develop_questions"
    SEE_GUIDELINES = "see_guidelines"
    SEE_DOCUMENT_LISTS = "see_document_lists"
    SEARCH = "search"
    SEE_SCORES = "see_scores"
    SEE_ALL_RUNS = "see_all_runs"
    SUBMIT_RUN = "submit_run"
    EDIT_CAMPAIGN = "edit_campaign"
    MANAGE_PEOPLE = "manage_people"
    MAKE_POOL = "make_pool"
    ASSIGN = "assign"
    JUDGE = "judge"
    ADJUDICATE = "adjudicate"
    RELEASE = "release"
    EXPORT = "export"
    SEE_JOBS = "see_jobs"


_ADMIN, _ORGANIZER, _ADJUDICATOR, _ASSESSOR, _PARTICIPANT = (
    RoleName.ADMIN.value,
    RoleName.ORGANIZER.value,
    RoleName.ADJUDICATOR.value,
    RoleName.ASSESSOR.value,
    RoleName.PARTICIPANT.value,
)
_STAFF = frozenset({_ADMIN, _ORGANIZER})

ALLOWED: Mapping[Permission, frozenset[str]] = {
    Permission.SEE_BOARD: _STAFF | {_ADJUDICATOR},
    Permission.SEE_QUESTIONS: _STAFF | {_ADJUDICATOR, _PARTICIPANT},
    Permission.DEVELOP_QUESTIONS: _STAFF,
    Permission.SEE_GUIDELINES: _STAFF | {_ADJUDICATOR, _ASSESSOR, _PARTICIPANT},
    Permission.SEE_DOCUMENT_LISTS: _STAFF | {_ADJUDICATOR, _ASSESSOR, _PARTICIPANT},
    Permission.SEARCH: _STAFF | {_ADJUDICATOR},
    Permission.SEE_SCORES: _STAFF | {_ADJUDICATOR},
    Permission.SEE_ALL_RUNS: _STAFF,
    Permission.SUBMIT_RUN: _STAFF | {_PARTICIPANT},
    Permission.EDIT_CAMPAIGN: _STAFF,
    Permission.MANAGE_PEOPLE: _STAFF,
    Permission.MAKE_POOL: _STAFF,
    Permission.ASSIGN: _STAFF,
    Permission.JUDGE: frozenset({_ASSESSOR}),
    Permission.ADJUDICATE: _STAFF | {_ADJUDICATOR},
    Permission.RELEASE: _STAFF,
    Permission.EXPORT: _STAFF,
    Permission.SEE_JOBS: _STAFF,
}

# What changes a campaign and shows no page of its own.
CHANGES = frozenset(
    {Permission.SUBMIT_RUN, Permission.DEVELOP_QUESTIONS, Permission.EDIT_CAMPAIGN, Permission.RELEASE}
)


@dataclass(frozen=True)
class Access:
    """What one account may do in one campaign."""

    account: Account
    campaign: "Campaign"
    member: Member | None
    roles: frozenset[str]

    def may(self, permission: Permission) -> bool:
        """Whether the roles give the permission. Site admins may do all but judge, which takes an assignment."""
        if self.account.is_superuser and permission is not Permission.JUDGE:
            return True
        return bool(self.roles & self._allowed(permission))

    def _allowed(self, permission: Permission) -> frozenset[str]:
        """The roles that give a permission here; settings of the campaign say who else searches and enters candidates."""
        if permission == Permission.SEARCH:
            return ALLOWED[permission] | self.campaign.searchers
        if permission == Permission.DEVELOP_QUESTIONS:
            return ALLOWED[permission] | self.campaign.developing_roles
        return ALLOWED[permission]

    @property
    def searches_by_licence(self) -> bool:
        """Whether somebody may search as a participant alone, whom the licence of the texts binds."""
        searching = self.roles & self._allowed(Permission.SEARCH)
        return not self.account.is_superuser and searching == {_PARTICIPANT}

    @property
    def can(self) -> dict[str, bool]:
        """`may` for templates: `access.can.edit_campaign`. Nobody can change what is archived."""
        closed = CHANGES if self.campaign.archived_at else frozenset()
        return {
            permission.value: permission not in closed and self.may(permission) for permission in Permission
        }

    @property
    def reaches(self) -> dict[str, bool]:
        """The pages to which `can` leads where nothing is archived: those are still there to be read."""
        return {permission.value: self.may(permission) for permission in Permission}


def access_to(visitor: Visitor, campaign: "Campaign") -> Access:
    """Look up the visitor's roles in the campaign (one query); for strangers there is no campaign: Http404.

    Nor is there one for a token that is for another campaign; of the roles it leaves those that it is for.
    """
    if not isinstance(visitor, Account) or not visitor.limits.reaches(campaign.pk):
        raise Http404
    rows = _roles_in(campaign=campaign.pk, account=visitor.pk)
    member = rows[0].member if rows else None
    return Access(visitor, campaign, member, visitor.limits.roles(row.role for row in rows))


@Prepared
def _roles_in(campaign: int, account: int) -> "QuerySet[Role]":
    own = Role.objects.filter(member__campaign=campaign, member__account=account)
    return own.select_related("member").order_by("pk")


def organizes(account: Account, slug: str) -> bool:
    """Whether somebody may bring files of any size into the campaign of that name; false where there is none."""
    own = Role.objects.filter(member__account=account, member__campaign__slug=slug)
    return account.is_superuser or own.filter(role__in=ALLOWED[Permission.ASSIGN]).exists()
