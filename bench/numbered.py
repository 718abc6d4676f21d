"""JRC-Acquis at its size: 96,300 made-up acts in nine languages, indexed, and single paragraphs of them read."""

import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

from bench.passages import checked
from bench.site import Figures, peak_megabytes, timed
from documents.paragraphs import paragraph
from documents.readers import xmltext
from documents.selectors import open_document
from documents.services import import_collection

LANGUAGES = ("bg", "de", "en", "es", "fr", "it", "nl", "pt", "ro")
ACTS, READS = 10_700, 2000
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<TEI.2 lang="{lang}"><teiHeader><title>JRC-ACQUIS</title></teiHeader>\n'


def paragraphs() -> Figures:
    """Index 96,300 acts of JRC-Acquis's shape (mean 13 kB), then read paragraphs and pages of acts by chance.

    Targets: 60 MB/s, three minutes for all of it, memory that does not grow, and p99 20 ms for a paragraph.
    """
    with tempfile.TemporaryDirectory(prefix="assize-acts-") as folder:
        size = _write(Path(folder))
        before = peak_megabytes()
        time, report = timed(lambda: import_collection(Path(folder), slug="acts", format="acquis"))
        after = peak_megabytes()
        read = _each(lambda docid: paragraph("acts", f"{docid}.xml", "9"))
        opened = _each(lambda docid: open_document("acts", docid))
        run = checked(Path(folder), "acts", [_docid(act, "en") for act in range(ACTS)])
    walls, pages = sorted(wall for wall, _ in read), sorted(wall for wall, _ in opened)
    return {
        "documents": report.collection.documents,
        "megabytes": size / 1e6,
        "index_seconds": time.wall,
        "index_cpu_seconds": time.cpu,
        "index_mb_per_second": size / 1e6 / time.wall,
        "index_mb_per_cpu_second": size / 1e6 / time.cpu,
        "peak_mb_before": before,
        "peak_mb": after,
        "paragraph_p50_ms": walls[READS // 2],
        "paragraph_p99_ms": walls[READS * 99 // 100],
        "paragraph_p99_cpu_ms": sorted(cpu for _, cpu in read)[READS * 99 // 100],
        "page_p50_ms": pages[READS // 2],
        "page_p99_ms": pages[READS * 99 // 100],
        "page_p99_cpu_ms": sorted(cpu for _, cpu in opened)[READS * 99 // 100],
        **run,
    }


def _docid(act: int, language: str) -> str:
    return f"jrc3{1950 + act % 57}R{act:04d}-{language}"


def _write(folder: Path) -> int:
    rng, size = random.Random(3), 0
    words = [f"{start}{end}" for start in ("régl", "decis", "mar", "Vell", "annex") for end in "abcdefghij"]
    text = " ".join(rng.choices(words, k=5000))
    for act in range(ACTS):
        lengths = [rng.randint(2, 60) for _ in range(min(1200, int(rng.lognormvariate(3.6, 0.9)) + 9))]
        for language in LANGUAGES:
            body = "".join(
                f'<p n="{n}">{text[(at := rng.randrange(len(text) // 2)) : at + 6 * k]}</p>\n'
                for n, k in enumerate(lengths, 2)
            )
            xml = f'{_HEAD.format(lang=language)}<text><body><head n="1">Act {act}</head><div type="body">{body}</div></body></text></TEI.2>\n'
            file = folder / language / str(1950 + act % 57) / f"{_docid(act, language)}.xml"
            file.parent.mkdir(parents=True, exist_ok=True)
            size += file.write_bytes(xml.encode())
    return size


def _each(read: Callable[[str], object]) -> list[tuple[float, float]]:
    """Milliseconds, on the clock and of the processor, of many readings of acts chosen by chance, none of them kept."""
    rng, taken = random.Random(4), []
    for _ in range(READS):
        docid = _docid(rng.randrange(ACTS), rng.choice(LANGUAGES))
        xmltext.read.cache_clear()
        start, busy = perf_counter(), process_time()
        found = read(docid)
        taken.append((1000 * (perf_counter() - start), 1000 * (process_time() - busy)))
        assert found
    return taken
