"""The search of a collection: its index made while somebody judges, pages of results, and lists for a thousand questions."""

import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

import numpy
import tantivy
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment
from assessment.people.services.accounts import create_account, ensure_member
from bench.beside import Scene
from bench.data import SYLLABLES, write_topics
from bench.site import ROOT, Figures, Time, got, settled_address, timed
from documents.models import Collection, DocumentEntry
from documents.search.embedded import COMPLETE
from documents.search.texts import texts_of
from documents.services import import_collection

DOCUMENTS, DOCUMENTS_FULL = 20_000, 100_000
SIZE = 10_000  # bytes of a document
FILE = 1_000  # documents of a file
WORDS, EXPONENT = 200_000, 1.1  # of the vocabulary, and of the law of Zipf by which it is used
QUESTIONS, ASKED = 1_000, 6  # questions, and words of each
PAGES = 200
PORTION = 2_000  # documents of which the limit is taken


def search() -> Figures:
    """A collection of 200 MB indexed while somebody saves (targets: 5 MB/s, 300 MB of memory, index at most half of the text, p95 of saves under 1 s; limit: tantivy alone given the same texts), then pages of results (target: 100 ms) and the best 1,000 documents for each of 1,000 questions (target: 60 s)."""
    return _searched(DOCUMENTS)


def search_full() -> Figures:
    """The same of 1 GB: 100,000 documents."""
    return _searched(DOCUMENTS_FULL)


def _searched(documents: int) -> Figures:
    from bench.cases import _assessor

    client, assignment = _assessor(200)
    words = _vocabulary()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        size = _write_collection(folder / "wire", documents, words)
        import_collection(folder / "wire", slug="wire", format="newswire")
        figures = _index(client, assignment, size)
        figures |= _pages(words)
        figures |= _lists(folder, words)
        figures |= _limit(figures["cpu_seconds"] * PORTION / documents)
    return {"documents": documents, "megabytes": size / 1e6, **figures}


def _vocabulary() -> "list[str]":
    """Words of two to five syllables, the shortest the most frequent."""
    chance = numpy.random.default_rng(1)
    sizes = numpy.sort(chance.integers(2, 6, WORDS))
    drawn = chance.integers(0, len(SYLLABLES), (WORDS, 5))
    return ["".join(SYLLABLES[n] for n in row[:size]) for row, size in zip(drawn, sizes, strict=True)]


def _write_collection(folder: Path, documents: int, words: list[str]) -> int:
    """Records of newswire of about SIZE bytes each; the bytes of all."""
    folder.mkdir()
    chance, size = numpy.random.default_rng(2), 0
    for begin in range(0, documents, FILE):
        with (folder / f"{begin:06d}.sgm").open("w", encoding="ascii") as file:
            for number in range(begin, min(begin + FILE, documents)):
                text = " ".join(words[n] for n in _drawn(chance, SIZE // 5))[:SIZE]
                file.write(f"<DOC>\n<DOCNO> W-{number:06d} </DOCNO>\n<TEXT>\n{text}\n</TEXT>\n</DOC>\n")
                size += len(text)
    return size


def _drawn(chance: numpy.random.Generator, count: int) -> "list[int]":
    """Places of words, drawn as often as words of their rank are used."""
    return [int(n) for n in (chance.zipf(EXPONENT, count) - 1) % WORDS]


class _Ended(NamedTuple):
    """What a process took, with and without the pages of files that it had mapped, which the system may take back."""

    cpu: float
    peak_mb: float
    own_mb: float


def _index(client: Client, assignment: Assignment, size: int) -> "dict[str, float]":
    """Made by a process of its own while somebody saves in this one."""
    settled_address(client, f"/judge/{assignment.pk}/")  # the first page of a process has to load all others
    scene, ended = Scene(client, assignment), list[_Ended]()
    scene.measure("index", lambda: ended.append(_in_process("index_collection", "wire")))
    files = [path for path in Path(settings.DATA_DIR, "search", "wire").rglob("*") if path.is_file()]
    assert any(path.name == COMPLETE for path in files)
    seconds = float(scene.figures["index_seconds"])
    return {
        "mb_per_second": size / 1e6 / seconds,
        "mb_per_cpu_second": size / 1e6 / ended[0].cpu,
        "cpu_seconds": ended[0].cpu,
        "peak_mb": ended[0].peak_mb,
        "peak_own_mb": ended[0].own_mb,
        "index_to_text": sum(path.stat().st_size for path in files) / size,
        "save_p95_ms": float(scene.figures["index_save_p95_ms"]),
        "save_max_ms": float(scene.figures["index_save_max_ms"]),
    }


def _in_process(*arguments: str) -> _Ended:
    process = subprocess.Popen([sys.executable, "manage.py", *arguments], cwd=ROOT, stdout=subprocess.DEVNULL)
    own, ended = 0.0, 0
    while not ended:
        own = max(own, _own_megabytes(process.pid))
        time.sleep(0.05)
        ended, status, used = os.wait4(process.pid, os.WNOHANG)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{arguments[0]} ended with {process.returncode}")
    return _Ended(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, own)


def _own_megabytes(pid: int) -> float:
    """The memory of a process that is no file's, on Linux; 0 where it has ended."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) / 1024 for line in lines if line.startswith("RssAnon:"))


def _pages(words: list[str]) -> "dict[str, float]":
    """The first page of results for questions of some words, with titles and snippets."""
    reader = create_account(username="ora", password=None, by=None)
    campaign = Campaign.objects.create(
        slug="search", title="Search", track_slug="trec8", collection_slug="wire"
    )
    ensure_member(campaign=campaign, name="ora", roles=["organizer"], by=None, account=reader)
    client = Client()
    client.force_login(reader)
    times = [_page(client, " ".join(asked)) for asked in _questions(words, PAGES + 1)][1:]
    walls = [1000 * one.wall for one in times]
    return {
        "page_ms": median(walls),
        "page_ms_p95": quantiles(walls, n=20)[18],
        "page_cpu_ms": median(1000 * one.cpu for one in times),
    }


def _page(client: Client, asked: str) -> Time:
    taken, answer = timed(partial(client.get, "/campaigns/search/search/", {"q": asked}))
    got(answer)
    return taken


def _questions(words: list[str], count: int) -> "list[list[str]]":
    """Words as texts use them, without the most frequent, which are asked of nobody."""
    chance = numpy.random.default_rng(3)
    return [[words[n] for n in chance.integers(50, 20_000, ASKED)] for _ in range(count)]


def _lists(folder: Path, words: list[str]) -> "dict[str, float]":
    asked = {str(n): [" ".join(one)] for n, one in enumerate(_questions(words, QUESTIONS), 1)}
    call_command(
        "import_questions", "search", str(write_topics(folder / "questions.txt", asked)), verbosity=0
    )
    out = folder / "lists.txt"
    taken, _ = timed(lambda: call_command("document_lists", "search", "--out", str(out)))
    with out.open(encoding="utf-8") as lines:
        return {
            "lists_seconds": taken.wall,
            "lists_cpu_seconds": taken.cpu,
            "lists_lines": sum(1 for _ in lines),
        }


def _limit(ours: float) -> "dict[str, float]":
    """Processor seconds of tantivy given the texts of some documents at once, with its own English."""
    entries = list(DocumentEntry.visible.filter(collection=Collection.visible.get()).order_by("pk")[:PORTION])
    texts = [document.text for document in texts_of(entries)]
    with tempfile.TemporaryDirectory() as name:
        schema = tantivy.SchemaBuilder()
        schema.add_text_field("text", tokenizer_name="en_stem")
        index = tantivy.Index(schema.build(), path=name)
        writer = index.writer(heap_size=50_000_000, num_threads=1)

        def write() -> None:
            for text in texts:
                document = tantivy.Document()
                document.add_text("text", text)
                writer.add_document(document)
            writer.commit()
            writer.wait_merging_threads()

        limit, _ = timed(write)
    return {"limit_cpu_seconds": limit.cpu, "times_the_limit": ours / limit.cpu}
