"""What a token leaves of what its person may do."""

from collections.abc import Iterable
from typing import NamedTuple


class Limits(NamedTuple):
    """How far somebody acts who comes with a token: in one campaign or all, in one role or all that they have."""

    campaign: int | None = None  # primary key
    role: str = ""

    @property
    def narrows(self) -> bool:
        """Whether there is anything that the person may do and the token may not."""
        return self != UNLIMITED

    def reaches(self, campaign: int) -> bool:
        """Whether they act in this campaign."""
        return self.campaign in (None, campaign)

    def roles(self, held: Iterable[str]) -> frozenset[str]:
        """What is left of the roles that they have."""
        return frozenset(role for role in held if self.role in ("", role))

    def allow(self, campaign: int, role: str) -> bool:
        """Whether they act in this campaign in this role."""
        return self.reaches(campaign) and bool(self.roles([role]))


UNLIMITED = Limits()
