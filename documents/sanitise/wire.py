"""How a page and its outcome cross between the site's process and the one that cleans."""

import json
import struct
from typing import Any, BinaryIO

from documents.sanitise.result import NotClean, Packed
from documents.sanitise.sheets import sheets_of

Message = tuple[dict[str, Any], list[bytes]]

_LENGTHS = struct.Struct("<IIII")


def packed(head: dict[str, Any], *parts: bytes) -> bytes:
    """A message of a head and up to three parts."""
    first = json.dumps(head).encode()
    lengths = [len(part) for part in (first, *parts)] + [0] * (3 - len(parts))
    return b"".join((_LENGTHS.pack(*lengths), first, *parts))


def split(data: bytearray) -> list[bytes]:
    """The whole messages that some data begins with; they are taken out of it."""
    messages, place = list[bytes](), 0
    while place + _LENGTHS.size <= len(data):
        end = place + _LENGTHS.size + sum(_LENGTHS.unpack_from(data, place))
        if end > len(data):
            break
        messages.append(bytes(data[place:end]))
        place = end
    del data[:place]
    return messages


def unpacked(data: bytes) -> Message:
    """A whole message in its parts."""
    place, pieces = _LENGTHS.size, list[bytes]()
    for length in _LENGTHS.unpack_from(data):
        pieces.append(data[place : place + length])
        place += length
    return json.loads(pieces[0]), pieces[1:]


def send(stream: BinaryIO, head: dict[str, Any], *parts: bytes) -> None:
    """Write a message, at once: each piece would wake the reader."""
    stream.write(packed(head, *parts))
    stream.flush()


def receive(stream: BinaryIO) -> Message | None:
    """The next message; None at the end of the stream."""
    lengths = stream.read(_LENGTHS.size)
    if len(lengths) < _LENGTHS.size:
        return None
    head, *parts = [stream.read(length) for length in _LENGTHS.unpack(lengths)]
    return json.loads(head), parts


def send_clean(stream: BinaryIO, page: Packed) -> None:
    """A page that came out well."""
    head: dict[str, Any] = {"title": page.title, "removed": dict(page.removed), "remarks": list(page.remarks)}
    head["sheets"] = page.sheets
    send(stream, head, page.html, page.text, page.nodes)


def read_outcome(message: Message) -> Packed | NotClean:
    """The page out of a message, or why there is none."""
    head, (html, text, nodes) = message
    if "refused" in head:
        return NotClean(str(head["refused"]))
    sheets = sheets_of(head["sheets"])
    return Packed(html, text, nodes, head["title"], head["removed"], tuple(head["remarks"]), sheets)
