"""Web pages: copied for assessors, and served from the copies with marks."""

import os
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median, quantiles

from django.conf import settings
from django.test import Client

from assessment.campaigns.models import Campaign
from assessment.people.services import accounts as people
from bench.made_up import page, usual_page, write_bundles
from bench.site import Figures, Time, got, timed
from documents import snapshots
from documents.links import document_url
from documents.models import DocumentEntry
from documents.sanitise import process
from documents.services import import_collection

PAGES, PAGE = 1000, 28_000  # bytes: the mean of Blog06
WARM = 100  # pages before those, until the process that cleans runs and knows the usual tags
READS = 200


def copying() -> Figures:
    """Copy 1,000 usual pages of 28 kB, and 1,000 with twice as many tags, and pages out of a packed bundle, all on one core (target: 15 MB/s).

    They are sanitised, mapped, hashed, compressed and stored; the site's process and the one that cleans share the core.
    """
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    return {**_copied("usual", usual_page), **_copied("dense", page), **_copied_packed()}


def _copied(name: str, make: Callable[[int, int], bytes]) -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        pages = {f"p{number:04d}": make(number, PAGE) for number in range(WARM + PAGES)}
        for docid, html in pages.items():
            (Path(folder) / f"{docid}.html").write_bytes(html)
        import_collection(Path(folder), slug=name, format="html")
        warm, docids = list(pages)[:WARM], list(pages)[WARM:]
        snapshots.copy_some(name, warm)
        size = sum(len(pages[docid]) for docid in docids)
        before = _busy()
        time, _ = timed(lambda: [snapshots.copy_some(name, ids) for ids in snapshots.batches(docids)])
        cleaning = _busy() - before
    return {
        f"megabytes_{name}": size / 1e6,
        f"mb_per_second_{name}": size / 1e6 / time.wall,
        f"mb_per_cpu_second_{name}": size / 1e6 / (time.cpu + cleaning),
        f"cpu_ms_per_page_{name}": time.cpu * 1000 / len(docids),
        f"cpu_ms_per_page_cleaning_{name}": cleaning * 1000 / len(docids),
    }


def _copied_packed() -> Figures:
    """Every fourth page of a bundle of Blog06, as a pool cites some of the pages of each."""
    with tempfile.TemporaryDirectory() as folder:
        write_bundles(Path(folder), 1)
        import_collection(Path(folder), slug="packed", format="blog06")
        entries = DocumentEntry.visible.filter(collection__slug="packed").order_by("docid")[::4]
        docids = [entry.docid for entry in entries]
        snapshots.copy_some("packed", docids[:WARM])
        size = sum(entry.length for entry in entries[WARM:])
        time, _ = timed(
            lambda: [snapshots.copy_some("packed", ids) for ids in snapshots.batches(docids[WARM:])]
        )
    return {
        "pages_packed": len(docids) - WARM,
        "mb_per_second_packed": size / 1e6 / time.wall,
        "cpu_ms_per_page_packed": time.cpu * 1000 / (len(docids) - WARM),
    }


def _busy() -> float:
    """Seconds of the processor that the process which cleans has taken."""
    worker = process.Workshop.own().worker
    assert worker
    fields = Path(f"/proc/{worker.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def serving() -> Figures:
    """A page served from its copy with marks (targets: 100 kB p50 15 ms, p99 60 ms; 1 MB 300 ms)."""
    settings.ALLOWED_HOSTS.append("testserver")
    reader = people.create_account(username="ada", password=None, by=None)
    campaign = Campaign.objects.create(
        slug="pages", title="Pages", track_slug="trec8", collection_slug="pages"
    )
    people.ensure_member(campaign=campaign, name="ada", roles=["assessor"], by=None, account=reader)
    client = Client()
    client.force_login(reader)
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for size in (100_000, 1_000_000):
            (folder / f"p{size}.html").write_bytes(page(size, size))
        import_collection(folder, slug="pages", format="html")
        for size in (100_000, 1_000_000):
            times = _reads(client, reader.as_reader, f"p{size}")
            for kind, taken in (("", [time.wall for time in times]), ("cpu_", [time.cpu for time in times])):
                figures[f"p50_{kind}ms_{size // 1000}_kb"] = 1000 * median(taken)
                figures[f"p99_{kind}ms_{size // 1000}_kb"] = 1000 * quantiles(taken, n=100)[98]
    return figures


def _reads(client: Client, reader: str, docid: str) -> list[Time]:
    """How long so many views take, each with another search."""
    times = []
    for number in range(READS + 1):
        url = document_url("pages", docid, reader=reader, answer="late night", find=f"Entry {number}")
        time, answer = timed(partial(client.get, url))
        got(answer)
        times.append(time)
    return times[1:]
