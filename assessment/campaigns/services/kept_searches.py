"""Keeping what people look for. It writes no event: the searches are a record of their own."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from assessment.campaigns.models import Campaign, KeptSearch
from assessment.campaigns.selectors.kept_searches import folded_query
from assessment.people.models import Account
from documents.search.finding import Hit


def keep_search(
    *, campaign: Campaign, by: Account, uid: UUID, query: str, found: int, opened: Hit | None = None
) -> None:
    """Keep a search and the hit that was opened, each once; nothing where the campaign is archived."""
    if campaign.archived_at:
        return
    named = {"campaign": campaign, "account": by, "uid": uid, "query": query}
    kept = KeptSearch.objects.filter(**named).first()
    if kept and (opened is None or _has(kept, opened)):
        return
    with transaction.atomic():
        new = {"folded": folded_query(query), "found": found, "stage": campaign.state}
        rows = KeptSearch.objects.select_for_update(no_key=True)
        kept, _ = rows.get_or_create(**named, defaults=new)
        if opened and not _has(kept, opened):
            at = timezone.now().isoformat(timespec="seconds")
            kept.opened.append({"document": opened.docid, "rank": opened.rank, "at": at})
            kept.save(update_fields=["opened"])


def _has(kept: KeptSearch, hit: Hit) -> bool:
    return any(one["document"] == hit.docid for one in kept.opened)
