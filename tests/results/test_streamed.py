"""Downloads that are sent while they are made: begun at once, whole, and in the log as what they were."""

import hashlib
import io
import zipfile
from typing import Any

import pytest

from assessment.people.models import Event
from assessment.results.services import exported_files
from assessment.shared.errors import Refused
from assessment.shared.zips import begun, stream_zip
from tests.client import Client
from tests.factory import make_member
from tests.results.golden import imported

pytestmark = pytest.mark.django_db
RUNS = "/campaigns/trec8_small/exports/runs.zip"


@pytest.fixture
def organizer(client: Client) -> Client:
    client.force_login(make_member(imported("trec8_small"), "olga", "organizer"))
    return client


def noted() -> Any:
    """What the log says of the newest export."""
    return Event.objects.filter(verb="campaign:exported").latest("pk").data


def test_each_part_is_made_when_it_is_sent_and_the_first_before() -> None:
    made = []

    def parts() -> Any:
        for number in range(3):
            made.append(number)
            yield f"{number}.txt", b"x" * 100_000

    pieces = begun(stream_zip(parts()))
    assert made == [0]
    whole = b"".join(pieces)
    assert made == [0, 1, 2]
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["0.txt", "1.txt", "2.txt"]


def test_an_archive_of_nothing_is_one() -> None:
    with zipfile.ZipFile(io.BytesIO(b"".join(begun(stream_zip([]))))) as archive:
        assert archive.namelist() == []


def test_a_whole_download_is_noted_with_its_checksum(organizer: Client) -> None:
    whole = b"".join(organizer.get(RUNS).streaming_content)  # type: ignore[attr-defined]  # the stubs know one kind of response
    assert noted() == {"sha256": hashlib.sha256(whole).hexdigest()}


def test_one_that_is_broken_off_is_noted_without(organizer: Client) -> None:
    pieces: Any = organizer.get(RUNS)._iterator  # type: ignore[attr-defined]  # what a server reads and closes
    assert next(pieces)
    pieces.close()  # as a server does when the reader is gone
    assert noted() == {}


def test_what_cannot_be_made_is_a_page_and_not_half_a_file(
    organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(campaign: object) -> Any:
        yield from ()
        raise Refused("The run cannot be read.", "unreadable")

    monkeypatch.setattr(exported_files, "trec_eval_runs", fails)
    page = organizer.get(RUNS, follow=True)
    assert "The run cannot be read." in page.text
    assert not Event.objects.filter(verb="campaign:exported").exists()
