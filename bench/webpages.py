"""Web pages: copied for assessors, and served from the copies with marks."""

import tempfile
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from django.conf import settings
from django.test import Client

from assessment.people import services as people
from bench.made_up import page
from bench.site import Figures, timed
from documents import snapshots
from documents.links import document_url
from documents.models import DocumentEntry
from documents.services import import_collection

PAGES, PAGE = 300, 28_000  # bytes: the mean of Blog06
READS = 200


def copying() -> Figures:
    """Copy 300 usual pages of 28 kB (target: 15 MB/s on one core): sanitised, mapped, hashed, compressed, stored."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        size = sum((folder / f"p{number}.html").write_bytes(page(number, PAGE)) for number in range(PAGES))
        import_collection(folder, slug="pages", format="html")
        snapshots.copy_some("pages", ["p0"])  # starts the worker
        docids = [f"p{number}" for number in range(1, PAGES)]
        time, _ = timed(lambda: [snapshots.copy_some("pages", ids) for ids in snapshots.batches(docids)])
        entries = DocumentEntry.objects.filter(collection__slug="pages").select_related("collection")
        making, _ = timed(lambda: [snapshots.made_of(entry) for entry in entries])
    return {
        "megabytes": size / 1e6,
        "mb_per_second": size / 1e6 / time.wall,
        "mb_per_second_without_storing": size / 1e6 / making.wall,
    }


def serving() -> Figures:
    """A page served from its copy with marks (targets: 100 kB p50 15 ms, p99 60 ms; 1 MB 300 ms)."""
    settings.ALLOWED_HOSTS.append("testserver")
    reader = people.create_account(username="ada", password=None, by=None)
    client = Client()
    client.force_login(reader)
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for size in (100_000, 1_000_000):
            (folder / f"p{size}.html").write_bytes(page(size, size))
        import_collection(folder, slug="pages", format="html")
        for size in (100_000, 1_000_000):
            times = _reads(client, str(reader.pk), f"p{size}")
            figures[f"p50_ms_{size // 1000}_kb"] = median(times)
            figures[f"p99_ms_{size // 1000}_kb"] = quantiles(times, n=100)[98]
    return figures


def _reads(client: Client, reader: str, docid: str) -> list[float]:
    """Milliseconds of so many views, each with another search."""
    times = []
    for number in range(READS + 1):
        url = document_url("pages", docid, reader=reader, answer="late night", find=f"Entry {number}")
        begun = perf_counter()
        assert client.get(url).status_code == 200
        times.append((perf_counter() - begun) * 1000)
    return times[1:]
