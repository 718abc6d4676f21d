"""Which questions of a campaign are read, and how: some thousand rows at a time."""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from assessment.campaigns.models import Campaign

ROWS_AT_A_TIME = 5_000


class Chosen(NamedTuple):
    """Which questions of a campaign to read; `pks` None means all."""

    campaign: Campaign
    pks: Collection[int] | None = None

    def of(self, path: str) -> Q:
        """The condition on rows that reach their question by `path` ("question", "item__question", …)."""
        if self.pks is None:
            return Q(**{f"{path}__campaign": self.campaign})
        return Q(**{f"{path}__in": self.pks})


def in_chunks(rows: QuerySet[Any, Any]) -> Iterable[Any]:
    """Rows as the database sends them, never all in Django's cache."""
    return rows.iterator(chunk_size=ROWS_AT_A_TIME)
