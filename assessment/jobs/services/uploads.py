"""Uploaded files that wait in the data folder until a job has read them."""

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import InterfaceError, OperationalError, transaction
from django.utils.text import get_valid_filename

from assessment.jobs.errors import LeaseLostError


def keep_upload(upload: "UploadedFile[bytes]") -> Path:
    """Write an upload to a file that keeps its name as far as it is safe. Workers find it in the same data folder."""
    return keep_stream(upload.name or "", upload.chunks())


def keep_file(name: str, data: bytes) -> Path:
    """Keep the bytes of a file that a command read in the same way."""
    return keep_stream(name, [data])


def keep_stream(name: str, chunks: Iterable[bytes]) -> Path:
    """Keep a file of this name that comes in pieces in the same way."""
    file = _new_place(name)
    with file.open("wb") as out:
        out.writelines(chunks)
    return file


def keep_link(file: Path) -> Path:
    """Keep a name for a file that a command reads, in the same way: it may be too large to be copied."""
    link = _new_place(file.name)
    link.symlink_to(file.resolve())
    return link


def is_kept(file: Path) -> bool:
    """Whether a file waits in the folder of uploads."""
    place = found_upload(file)
    return place.parent.parent == settings.DATA_DIR / "uploads" and place.is_file()


def is_any_kept() -> bool:
    """Whether any file waits: whoever looks for one of theirs need not ask the database where none does."""
    folder = settings.DATA_DIR / "uploads"
    return folder.is_dir() and any(folder.iterdir())


def forget_upload(file: Path) -> None:
    """Delete an upload that is not needed any more. A path that leads out of the folder of uploads is left alone."""
    folder = found_upload(file).parent
    if folder.parent == settings.DATA_DIR / "uploads":
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def read_once(file: Path, *, stays: bool = False) -> Iterator[Path]:
    """Delete an upload once the work inside is kept, or has failed for good; another attempt finds it still there.

    One that `stays` is left where the work fails: somebody may ask for it again.
    """
    file = found_upload(file)
    try:
        yield file
    except (LeaseLostError, OperationalError, InterfaceError):
        raise  # another attempt reads it
    except Exception:
        if not stays:
            forget_upload(file)
        raise
    transaction.on_commit(lambda: forget_upload(file))


def found_upload(file: Path) -> Path:
    """The upload in this data folder, where the job was asked for in another: before a restore, or on another machine."""
    here = settings.DATA_DIR / "uploads" / file.parent.name / file.name
    return here if here.is_file() else file


def _new_place(name: str) -> Path:
    """A file in a new folder of its own, named as far as that is safe."""
    place: Path = (
        settings.DATA_DIR / "uploads" / token_hex(8) / get_valid_filename(name[-80:].lstrip(". ") or "file")
    )
    place.parent.mkdir(parents=True)
    return place
