"""Uploaded files that wait in the data folder until a job has read them."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.db import InterfaceError, OperationalError, transaction
from django.utils.text import get_valid_filename

from assessment.jobs.errors import LeaseLostError


def keep_upload(upload: "UploadedFile[bytes]") -> Path:
    """Write an upload to a file that keeps its name as far as it is safe. Workers find it in the same data folder."""
    file: Path = settings.DATA_DIR / "uploads" / token_hex(8) / _file_name(upload)
    file.parent.mkdir(parents=True)
    with file.open("wb") as out:
        for chunk in upload.chunks():
            out.write(chunk)
    return file


def keep_file(name: str, data: bytes) -> Path:
    """Keep the bytes of a file that a command read in the same way."""
    return keep_upload(SimpleUploadedFile(name, data))


def keep_link(file: Path) -> Path:
    """Keep a name for a file that a command reads, in the same way: it may be too large to be copied."""
    link: Path = (
        settings.DATA_DIR
        / "uploads"
        / token_hex(8)
        / get_valid_filename(file.name[-80:].lstrip(". ") or "file")
    )
    link.parent.mkdir(parents=True)
    link.symlink_to(file.resolve())
    return link


def forget_upload(file: Path) -> None:
    """Delete an upload that is not needed any more. A path that leads out of the folder of uploads is left alone."""
    folder = _found(file).parent
    if folder.parent == settings.DATA_DIR / "uploads":
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def read_once(file: Path) -> Iterator[Path]:
    """Delete an upload once the work inside is kept, or has failed for good; another attempt finds it still there."""
    file = _found(file)
    try:
        yield file
    except (LeaseLostError, OperationalError, InterfaceError):
        raise  # another attempt reads it
    except Exception:
        forget_upload(file)
        raise
    transaction.on_commit(lambda: forget_upload(file))


def _found(file: Path) -> Path:
    """The upload in this data folder, where the job was asked for in another: before a restore, or on another machine."""
    here = settings.DATA_DIR / "uploads" / file.parent.name / file.name
    return here if here.is_file() else file


def _file_name(upload: "UploadedFile[bytes]") -> str:
    return get_valid_filename((upload.name or "file")[-80:].lstrip(". ") or "file")
