"""Collections: a scan of packed bundles of web pages, and single pages read out of them."""

import random
import tempfile
from functools import partial
from pathlib import Path
from statistics import median, quantiles

from bench.made_up import write_bundles
from bench.site import Figures, peak_megabytes, timed
from documents import store
from documents.models import DocumentEntry
from documents.services import import_collection

GIGABYTE = 10  # bundles
READS = 1000


def indexing() -> Figures:
    """Index 1 GB of packed web pages (target: 60 MB/s unpacked), then read some by chance (target: p99 60 ms)."""
    return index_bundles(GIGABYTE)


def index_bundles(bundles: int) -> Figures:
    """The figures of a collection of so many bundles of 100 MB."""
    with tempfile.TemporaryDirectory(prefix="assize-bundles-") as name:
        size, _ = write_bundles(Path(name), bundles)
        before = peak_megabytes()
        time, report = timed(lambda: import_collection(Path(name), slug="blogs", format="blog06"))
        peak = peak_megabytes()
        keys = random.Random(1).sample(list(DocumentEntry.visible.values_list("pk", flat=True)), READS)
        chosen = [DocumentEntry.visible.select_related("collection").get(pk=key) for key in keys]
        reads = [timed(partial(store.read_bytes, entry))[0] for entry in chosen]
    walls, busy = [read.wall * 1000 for read in reads], [read.cpu * 1000 for read in reads]
    return {
        "documents": report.collection.documents,
        "megabytes": size / 1e6,
        "mb_per_second": size / 1e6 / time.wall,
        "mb_per_cpu_second": size / 1e6 / time.cpu,
        "peak_mb_before": before,
        "peak_mb": peak,
        "read_p50_ms": median(walls),
        "read_p99_ms": quantiles(walls, n=100)[98],
        "read_p99_cpu_ms": quantiles(busy, n=100)[98],
    }
