"""The operations of the API, and the address of each on the site of the tests."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from tests.assize.security.house import House

ASKING = ("organizer", "assessor", "adjudicator", "participant", "stranger")


def operations(schema: Any) -> Iterator[tuple[str, str, Any]]:
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def filled(path: str, house: House, **other: str) -> str:
    rows, known = _named(house)
    pk = next((pk for room, pk in rows.items() if room in path), house.mine.pk)
    values = {**known, "id": str(pk), **_page_of(path, house), **other}
    return re.sub(r"\{(\w+)\}", lambda found: values[found[1]], path)


@lru_cache(maxsize=1)  # asked for thousands of times
def _named(house: House) -> tuple[Mapping[str, int], Mapping[str, str]]:
    """The keys of rows by the room of their address, and what stands for all other parts of addresses."""
    hook = house.campaign.webhooks.get()
    rows = {
        "/webhooks/": hook.pk,
        "/campaigns/{slug}/jobs/": house.job.pk,
        "/v1/jobs/": house.site_job.pk,
        "/candidates/": house.campaign.candidates.get().pk,
        "/acts/": house.campaign.change_batches.get().pk,
        "/invitations/": house.campaign.invitations.get().pk,
        "/people/": house.mine.member_id,
        "/teams/": house.run.team_id,
        "/moves/": house.campaign.work_moves.get().pk,
    }
    known = {
        "slug": "house",
        "run_id": "secretlkg",
        "item": str(house.items[0].pk),
        "delivery": str(hook.deliveries.get().pk),
        "number": str(house.campaign.imports.get(kind="answers").number),
        "position": "0",
        "qid": "1",
        "key": "S",
        "target": "1",
        "docid": house.items[0].docid,
        "version": "1",
        "name": "bundle.zip",
        "pair": "EN:EN",
    }
    return rows, known


def _page_of(path: str, house: House) -> dict[str, str]:
    """Lists, nuggets and pages are of other campaigns there."""
    if "/registrations/" in path:
        return {"slug": "tongues", "id": str(house.tongues.teams.get(name="lkga").pk)}
    if "/registration-requests/" in path:
        return {"slug": "tongues", "id": str(house.tongues.applications.get().pk)}
    if "{pair}" in path:
        return {"slug": "tongues"}
    if "/training/samples/" in path:
        return {"name": "names-1"}
    last = path.rstrip("/").rpartition("/")[2]
    own = {
        "classes": house.my_list,
        "nuggets": house.my_nuggets,
        "matches": house.my_nuggets,
        "annotation": house.my_page,
        "boxes": house.my_page,
    }.get(last)
    return {"slug": own.question.campaign.slug, "id": str(own.pk)} if own and "{id}" in path else {}
