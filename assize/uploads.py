"""Stops an upload that is larger than any run, or where a page takes them any corpus, may be: before it fills the disk."""

from typing import Any

from django.conf import settings
from django.core.files.uploadhandler import StopUpload, TemporaryFileUploadHandler
from django.http import HttpRequest
from django.urls import ResolverMatch
from rest_framework.parsers import MultiPartParser

from assessment.people.selectors.access import organizes
from assessment.shared.say import say

# What a form may carry besides the file itself: its other fields and the multipart borders.
FORM_ALLOWANCE = 1024 * 1024
CHUNK = 1024 * 1024
# At once: each lies open on the disk until its request is answered, and a process has 1,024 such places.
MOST_FILES = 100


def takes_files(match: ResolverMatch) -> bool:
    """Whether an address is one that files are sent to: a page that says so, or one of the API that reads forms."""
    parsers = getattr(getattr(match.func, "view_class", None), "parser_classes", ())
    return getattr(match.func, "takes_files", False) or MultiPartParser in parsers


def most_bytes(request: HttpRequest | None) -> int:
    """How large a file may be: as a run, or, for a campaign's organizers, as a corpus where the page takes such."""
    match, user = getattr(request, "resolver_match", None), getattr(request, "user", None)
    if match is None or not takes_files(match):
        return 0
    if not (getattr(match.func, "takes_corpora", False) and user and user.is_authenticated):
        return settings.MAX_RUN_BYTES
    is_organizer = organizes(user, match.kwargs.get("slug", ""))
    return settings.MAX_CORPUS_BYTES if is_organizer else settings.MAX_RUN_BYTES


def refusal(most: int) -> str:
    """The sentence shown for a file over the limit."""
    return say(
        "The file is larger than {limit} MB, so it was not read and nothing was stored. "
        "Send a file of at most {limit} MB.",
        limit=str(most // (1024 * 1024)),
    )


def too_many() -> str:
    """The sentence shown for more files than are taken at once."""
    return say(
        "More than {most} files were sent at once, so nothing was stored. Pack them in a ZIP file.",
        most=MOST_FILES,
    )


class LimitedUploadHandler(TemporaryFileUploadHandler):
    """Keeps uploaded files in temporary files; past `most_bytes` drops the file and sets `request.upload_refused`.

    The form's fields that stand before the file are read as usual, so the request reaches its view:
    it sees no file, and the attribute `upload_refused` with a sentence to show.
    """

    def handle_raw_input(
        self, input_data: Any, META: Any, content_length: int, boundary: Any, encoding: str | None = None
    ) -> None:
        self.input_data = input_data
        self.announced = content_length
        self.files = 0

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        self.most = most_bytes(self.request)
        self.files += 1
        if self.announced > self.most + FORM_ALLOWANCE:
            self.refuse()
        if self.files > MOST_FILES:
            self.refuse(too_many())
        super().new_file(*args, **kwargs)
        self.received = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        self.received += len(raw_data)
        if self.received > self.most:
            self.refuse()
        super().receive_data_chunk(raw_data, start)

    def refuse(self, sentence: str = "") -> None:
        """Ends the reading of files; what the browser still sends is thrown away, so that it hears the answer."""
        if self.request is not None:
            self.request.upload_refused = sentence or refusal(self.most)  # type: ignore[attr-defined]  # the view looks for it
        while self.input_data.read(CHUNK):
            pass
        # Without reset Django would drain what is left line by line, which takes seconds where no line ends.
        raise StopUpload(connection_reset=True)
