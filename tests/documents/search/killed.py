"""Indexing killed with SIGKILL at one moment after another: `python -m tests.documents.search.killed FOLDER SEED`.

Needs a database without rows. An edition of 12 documents is indexed, the next of 30 is imported, and its indexing is
killed at each of many lines of the code. After each kill somebody searches, then the index is made, and they search
again; what they find is printed as JSON: how often a kill left the former edition, how often the new one.
"""

import json
import os
import random
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import django

FORMER, NEXT = 12, 30
CODE = ("documents/search/embedded.py", "documents/search/indexes.py")


def in_child(work: Callable[[], Any]) -> tuple[int, Any]:
    """The signal that ended a child process which did some work, and what the work returned."""
    ear, mouth = os.pipe()
    if not (child := os.fork()):
        os.write(mouth, json.dumps(work()).encode())
        os._exit(0)
    _, status = os.waitpid(child, 0)
    os.close(mouth)
    with open(ear, "rb") as said:
        return os.waitstatus_to_exitcode(status), json.loads(said.read() or "null")


def lines_until(end: int) -> Callable[[], int]:
    """Makes the index and counts the lines that are carried out; killed at the line with the number `end`."""

    def work() -> int:
        count = 0

        def trace(frame: FrameType, event: str, _: Any) -> Any:
            nonlocal count
            if not frame.f_code.co_filename.endswith(CODE):
                return None
            count += event == "line"
            if count == end:
                os.kill(os.getpid(), signal.SIGKILL)
            return trace

        sys.settrace(trace)
        make()
        sys.settrace(None)
        return count

    return work


def make() -> int:
    """Make the index in small steps."""
    from documents.models import Collection
    from documents.search import embedded, indexes

    indexes._BATCH = 7
    embedded._COMMIT = 500
    return indexes.build(Collection.visible.get(slug="wire")).documents


def looked() -> list[Any]:
    """What somebody finds who searches, and how many indexes there are."""
    from django.conf import settings

    from documents.models import Collection
    from documents.search.finding import search

    results = search(Collection.visible.get(slug="wire"), "tide", shown=False)
    there = list(Path(settings.DATA_DIR, "search", "wire").iterdir())
    return [results.total, results.is_current, len(there)]


def main(folder: Path, seed: int) -> None:
    """Kill it again and again."""
    django.setup()
    from django.conf import settings
    from django.db import connection

    from tests.documents.helpers import import_records, record
    from tests.sizes import FULL, examples

    def imported(documents: int) -> None:
        import_records(folder / "wire", *(record(f"A-{n}", f"tide {n}") for n in range(documents)))
        connection.close()

    imported(FORMER)
    assert in_child(make) == (0, FORMER)
    imported(NEXT)
    place, kept = Path(settings.DATA_DIR, "search"), folder / "kept"
    shutil.copytree(place, kept)
    _, lines = in_child(lines_until(-1))
    ending = lines - 100
    moments = [
        *random.Random(seed).sample(range(1, ending), examples(40)),
        *range(ending, lines + 1, 3 if FULL else 9),
    ]
    after = Counter[str]()
    for moment in moments:
        shutil.rmtree(place)
        shutil.copytree(kept, place)
        signal_of, _ = in_child(lines_until(moment))
        assert signal_of == -signal.SIGKILL, (moment, signal_of)
        _, found = in_child(looked)
        assert found[:2] in ([FORMER, False], [NEXT, True]), (moment, found)
        after["next" if found[1] else "former"] += 1
        assert in_child(make) == (0, NEXT), moment
        assert in_child(looked) == (0, [NEXT, True, 1]), moment
    print(json.dumps(after))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
