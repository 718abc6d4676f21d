"""Reads of what people looked for: their own last searches, and all of a campaign for its organizers."""

from collections.abc import Iterator
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from assessment.campaigns.models import Campaign, KeptSearch
from assessment.people.models import Account
from assessment.people.selectors.access import Access
from documents.search.analysis import folded

ROWS_A_PAGE = 50
LAST = 10  # of one's own, each once
COLUMNS = ("at", "person", "query", "found", "rank", "document", "opened_at", "stage")
_LOOKED_AT = 50  # of one's own, to find those


class Asked(NamedTuple):
    """Which searches are asked for; empty texts leave all."""

    person: str = ""  # the name of an account
    words: str = ""


class KeptPage(NamedTuple):
    """A page of them, and the people among whom one can choose."""

    page: Page[KeptSearch]
    people: list[Account]


def folded_query(query: str) -> str:
    """A query, or a part of one, as it is found again on every database."""
    return folded(query).casefold()


def own_searches(access: Access) -> list[str]:
    """What somebody looked for last in a campaign, the newest first."""
    own = KeptSearch.objects.filter(campaign=access.campaign, account=access.account)
    newest = own.order_by("-pk").values_list("query", flat=True)[:_LOOKED_AT]
    return list(dict.fromkeys(newest))[:LAST]


def kept_searches(campaign: Campaign, asked: Asked) -> QuerySet[KeptSearch]:
    """The searches of a campaign, the newest first."""
    rows = KeptSearch.objects.filter(campaign=campaign).select_related("account").order_by("-pk")
    if asked.person:
        rows = rows.filter(account__username=asked.person)
    return rows.filter(folded__contains=folded_query(asked.words)) if asked.words else rows


def kept_page(campaign: Campaign, asked: Asked, number: str | None) -> KeptPage:
    """The page of that number."""
    page = Paginator(kept_searches(campaign, asked), ROWS_A_PAGE).get_page(number)
    seekers = KeptSearch.objects.filter(campaign=campaign).values("account")
    return KeptPage(page, list(Account.objects.filter(pk__in=seekers).order_by("username")))


def kept_lines(campaign: Campaign, asked: Asked) -> Iterator[tuple[object, ...]]:
    """The same as lines of COLUMNS, the oldest first: one for each document opened, or one where none was."""
    for row in kept_searches(campaign, asked).order_by("pk").iterator():
        head = (row.at.isoformat(timespec="seconds"), row.account.username, row.query, row.found)
        for one in row.opened or [None]:
            opened = (one["rank"], one["document"], one["at"]) if one else ("", "", "")
            yield (*head, *opened, row.stage)
