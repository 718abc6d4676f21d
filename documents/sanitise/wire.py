"""How a page and its outcome cross between the site's process and the one that cleans."""

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from documents.sanitise.result import NotClean, Packed
from documents.sanitise.sheets import sheets_of


def packed(head: dict[str, Any], *parts: bytes) -> bytes:
    """A message of a head and some parts: a line that says how long each of them is, and the parts."""
    first = json.dumps([head, [len(part) for part in parts]])
    return b"".join((first.encode(), b"\n", *parts))


def unpacked(message: bytes) -> tuple[dict[str, Any], list[bytes]]:
    """The head and the parts of a message."""
    place = message.index(b"\n") + 1
    head, lengths = json.loads(message[:place])
    parts = list[bytes]()
    for length in lengths:
        parts.append(message[place : place + length])
        place += length
    return head, parts


def serve(answer: Callable[[dict[str, Any], list[bytes]], bytes]) -> None:
    """Answer the messages of the process that started this one, until it goes away."""
    line = Connection(sys.stdin.fileno())
    with suppress(EOFError, OSError):
        while True:
            line.send_bytes(answer(*unpacked(line.recv_bytes())))


def packed_page(page: Packed) -> bytes:
    """A page that came out well, as a message."""
    head = {
        "title": page.title,
        "removed": dict(page.removed),
        "remarks": page.remarks,
        "sheets": page.sheets,
    }
    return packed(head, page.html, page.text, page.nodes)


def read_outcome(message: bytes) -> Packed | NotClean:
    """The page out of a message, or why there is none."""
    head, parts = unpacked(message)
    if "refused" in head:
        return NotClean(str(head["refused"]))
    html, text, nodes = parts
    sheets = sheets_of(head["sheets"])
    return Packed(html, text, nodes, head["title"], head["removed"], tuple(head["remarks"]), sheets)
