"""Imports by real processes that are killed at seeded moments, and what they leave in the database."""

import json
import os
import random
import signal
import subprocess
import time
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings

from tests.databases import new_database
from tests.documents.helpers import make_folder, record
from tests.users import users_python

_IMPORT = """
import os, signal, sys, django
django.setup()
from django.core.management import call_command
from django.db import connection
from documents import scanning
scanning.CHUNK, last, count = int(sys.argv[1]), int(sys.argv[3]), 0

def strike(execute, *arguments):
    global count
    count += 1
    if count == last:
        os.kill(os.getpid(), signal.SIGKILL)
    return execute(*arguments)

with connection.execute_wrapper(strike):
    call_command("import_collection", sys.argv[2], slug="wire", format="newswire")
print(count)
"""
_SEEN = """
import django
django.setup()
from documents.selectors import known_docids
print(*known_docids("wire", ["W-00-1", "OLD-1"]))
"""
_SHOW = """
import json, django
django.setup()
from documents.models import Collection, DocumentEntry, Scan
own = ("docid", "file", "offset", "length", "sha256", "date", "source")
print(json.dumps({
    "collections": list(Collection.visible.values_list("slug", "documents", "held")),
    "entries": list(DocumentEntry.visible.order_by("pk").values_list(*own)),
    "hidden": DocumentEntry.objects.count() - DocumentEntry.visible.count(),
    "scans": [
        [list(scan.files.order_by("pk").values_list("name", "size", "mtime", "documents", "problems_found")),
         list(scan.problems.order_by("pk").values_list("file", "line", "code", "message", "offset")),
         scan.documents, scan.problems_found, scan.size]
        for scan in Scan.objects.filter(state="complete")
    ],
}))
"""


class Ran(NamedTuple):
    """What a process wrote, and whether it came to its end."""

    ended: bool
    out: str
    err: str
    statements: int
    seconds: float


class Place:
    """A database of its own, and imports into it."""

    def __init__(self, folder: Path, *, postgres: bool, chunk: int) -> None:
        folder.mkdir(parents=True)
        self.folder = folder
        self.chunk = chunk
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "assize.settings",
            "ASSIZE_SECRET_KEY": "the tests need no secret",
            "ASSIZE_DATA_DIR": str(folder),
            "ASSIZE_DATABASE_URL": new_database(folder, postgres=postgres),
            "ASSIZE_REDIS_URL": "",
        }

    def import_folder(self, source: Path, *, kill_after: float | None = None, kill_at: int = 0) -> Ran:
        """Import, and kill the process after so many seconds, or at a statement of that number, unless it has ended."""
        began = time.monotonic()
        process = self._start(str(users_python()), "-c", _IMPORT, str(self.chunk), str(source), str(kill_at))
        try:
            out, err = process.communicate(timeout=kill_after)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            out, err = process.communicate()
        line, _, count = out.strip().rpartition("\n")
        return Ran(process.returncode == 0, line, err, int(count or 0), time.monotonic() - began)

    def seen(self) -> str:
        """Which of two documents, one of the former index and one of the new, readers see."""
        return self._finish(str(users_python()), "-c", _SEEN).strip()

    def state(self) -> dict[str, Any]:
        """What readers see, what they do not see, and what the scan told."""
        found: dict[str, Any] = json.loads(self._finish(str(users_python()), "-c", _SHOW))
        return found

    def _start(self, *command: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            command,
            cwd=settings.BASE_DIR,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def _finish(self, *command: str) -> str:
        process = self._start(*command)
        out, err = process.communicate()
        assert process.returncode == 0, err
        return out


def write_wire(folder: Path, files: int, records: int) -> Path:
    """A newswire collection with broken and repeated records in many places, its files an hour old."""
    contents = {}
    for number in range(files):
        parts = [record(f"W-{number:02}-{index}", f"Item {index}.") for index in range(records)]
        parts[records // 3] = parts[records // 3].replace(b"</DOC>\n", b"")
        parts.append(record(f"W-{max(number - 1, 0):02}-0", "Once more."))
        contents[f"w{number:02}.sgm"] = b"".join(parts)
    make_folder(folder, contents)
    hour_ago = time.time() - 3600
    for name in contents:
        os.utime(folder / name, (hour_ago, hour_ago))
    return folder


def cut_off_again_and_again(
    folder: Path, *, postgres: bool, kills: int, seed: int, files: int, records: int, chunk: int
) -> str:
    """Kill an import again and again at seeded statements; the last must end like one that nobody disturbed.

    Returns one line of figures.
    """
    dice = random.Random(seed)
    wire = write_wire(folder / "wire", files, records)
    old = make_folder(folder / "old", {"a.sgm": record("OLD-1")})
    calm = Place(folder / "calm", postgres=postgres, chunk=chunk)
    whole = calm.import_folder(wire)
    assert whole.ended, whole.err
    rough = Place(folder / "rough", postgres=postgres, chunk=chunk)
    assert rough.import_folder(old).ended
    struck = 0
    for _ in range(kills):
        cut = rough.import_folder(wire, kill_at=dice.randint(1, 1 + 2 * whole.statements // kills))
        struck += not cut.ended
        assert rough.seen() in ("OLD-1", "W-00-1")
    last = rough.import_folder(wire)
    assert (last.ended, last.err) == (True, whole.err), f"seed {seed}: {last.err[:2000]}"
    assert last.out.partition("wire:")[2] == whole.out.partition("wire:")[2]
    assert rough.state() == calm.state(), f"seed {seed}"
    result = f"seed {seed}: {struck} kills, {files * records:,} records in {whole.seconds:.1f} s without any"
    return f"{result}; the same index and report"
