"""How a page and its outcome cross between the site's process and the one that cleans."""

import json
import struct
from array import array
from typing import Any, BinaryIO

from documents.sanitise.result import Clean, NotClean
from documents.sanitise.sheets import sheets_of

Message = tuple[dict[str, Any], list[bytes]]

_LENGTHS = struct.Struct("<IIII")


def send(stream: BinaryIO, head: dict[str, Any], *parts: bytes) -> None:
    """A head and up to three parts."""
    packed = json.dumps(head).encode()
    padded = [*parts, *(b"",) * (3 - len(parts))]
    stream.write(_LENGTHS.pack(len(packed), *map(len, padded)))
    for part in (packed, *padded):
        stream.write(part)
    stream.flush()


def receive(stream: BinaryIO) -> Message | None:
    """The next message; None at the end of the stream."""
    lengths = stream.read(_LENGTHS.size)
    if len(lengths) < _LENGTHS.size:
        return None
    head, *parts = [stream.read(length) for length in _LENGTHS.unpack(lengths)]
    return json.loads(head), parts


def send_clean(stream: BinaryIO, page: Clean) -> None:
    """A page that came out well."""
    head: dict[str, Any] = {"title": page.title, "removed": dict(page.removed), "remarks": list(page.remarks)}
    head["sheets"] = page.sheets
    send(stream, head, page.html.encode(), page.text.encode(), page.nodes.tobytes())


def read_clean(message: Message) -> Clean:
    """The page out of a message; NotClean where it says so."""
    head, (html, text, nodes) = message
    if "refused" in head:
        raise NotClean(str(head["refused"]))
    positions = array("I")
    positions.frombytes(nodes)
    return Clean(
        html.decode(),
        text.decode(),
        positions,
        head["title"],
        head["removed"],
        tuple(head["remarks"]),
        sheets_of(head["sheets"]),
    )
