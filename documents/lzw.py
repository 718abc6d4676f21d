"""Files packed by `compress`, as on the original TREC discs, unpacked by the program gzip, which every Unix has."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader, FileIO, RawIOBase
from pathlib import Path
from typing import BinaryIO, cast

SUFFIXES = (".z", ".0z", ".1z", ".2z")
_BUFFER = 256 * 1024


class _Unpacked(BufferedReader):
    """What the program writes; `fileobj` is the packed file, where its place tells how far that is read."""

    fileobj: BinaryIO


def is_lzw(path: str | Path) -> bool:
    """Whether a file is named as those are."""
    return str(path).lower().endswith(SUFFIXES)


def can_unpack() -> bool:
    """Whether the program is there."""
    return shutil.which("gzip") is not None


@contextmanager
def open_lzw(path: Path) -> Iterator[BinaryIO]:
    """The unpacked bytes, in flat memory. OSError where the file is none of these; that one is cut off nobody can tell."""
    with path.open("rb", buffering=0) as packed, _unpacking(packed) as process:
        assert process.stdout is not None
        stream = _Unpacked(cast(RawIOBase, process.stdout), _BUFFER)
        stream.fileobj = cast(BinaryIO, packed)
        yield cast(BinaryIO, stream)
        if not stream.read(1) and process.wait():
            assert process.stderr is not None
            lines = process.stderr.read().decode(errors="replace").split("\n")
            raise OSError(next((line for line in lines if line), "gzip could not unpack it"))


@contextmanager
def _unpacking(packed: FileIO) -> Iterator["subprocess.Popen[bytes]"]:
    command = ["gzip", "--decompress", "--stdout"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=packed, stdout=pipe, stderr=pipe, bufsize=0) as process:
        try:
            yield process
        finally:
            process.kill()


def read_lzw(path: Path, offset: int, length: int) -> bytes:
    """These bytes of the unpacked file; fewer where it ends before. All before them is unpacked: such files are small."""
    with open_lzw(path) as stream:
        while offset and (skipped := len(stream.read(min(offset, _BUFFER)))):
            offset -= skipped
        return stream.read(length)
