"""Old copies of documents go by a command, but for those that stood beside a judgment, and for recent ones."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone

from assessment.people.models import Event
from documents import snapshots
from documents.models import Snapshot
from documents.selectors import find_entry
from documents.services import import_collection
from tests.documents.helpers import make_folder
from tests.judging.room import Room

pytestmark = pytest.mark.django_db


def copied(folder: Path, *texts: str) -> None:
    """Two documents, copied once for each text."""
    for text in texts:
        files = {f"{name}.html": f"<p>{text}".encode() for name in ("A-1", "B-1")}
        import_collection(make_folder(folder, files), slug="pages", format="html")
        for name in ("A-1", "B-1"):
            snapshots.snapshot_of(find_entry("pages", name))


def age(days: int) -> None:
    Snapshot.objects.update(made_at=timezone.now() - timedelta(days=days))


def there() -> list[tuple[str, int]]:
    return list(Snapshot.objects.order_by("docid", "revision").values_list("docid", "revision"))


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """Three copies of each document; the first of one stood beside a judgment that was then undone."""
    copied(tmp_path, "One.", "Two.", "Three.")
    room = Room(collection_slug="pages")
    room.judge(0, "correct", document=1)
    room.undo()
    room.judge(2, "correct", document=3)
    age(3)
    return room


def test_only_copies_that_nobody_refers_to_go(room: Room, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("remove_old_copies")
    output = capsys.readouterr().out
    assert there() == [("A-1", 1), ("A-1", 3), ("B-1", 3)]
    assert output.startswith("Removed 3 old copies of documents, ")
    assert output.endswith("bytes. 1 more stood beside judgments and stay.\n")
    assert Event.objects.filter(verb="documents:old_copies_removed").count() == 1
    call_command("remove_old_copies")
    assert capsys.readouterr().out.startswith("Removed 0 old copies of documents, 0 bytes.")
    assert Event.objects.filter(verb="documents:old_copies_removed").count() == 1


@pytest.mark.both_databases
def test_a_dry_run_tells_what_would_go(room: Room, capsys: pytest.CaptureFixture[str]) -> None:
    before = there()
    call_command("remove_old_copies", "--dry-run")
    *lines, sentence = capsys.readouterr().out.splitlines()
    assert there() == before
    assert [line.rpartition(":")[0] for line in lines] == [
        "pages A-1 revision 2",
        "pages B-1 revision 1",
        "pages B-1 revision 2",
    ]
    sizes = [int(line.split()[-2]) for line in lines]
    assert sentence.startswith(f"Would remove 3 old copies of documents, {sum(sizes):,} bytes.")
    assert all(size > 20 for size in sizes)


def test_copies_that_somebody_may_have_open_stay(room: Room) -> None:
    age(1)
    before = there()
    call_command("remove_old_copies")
    assert there() == before


@pytest.mark.both_databases
def test_ids_with_the_ending_of_their_format_count_too(tmp_path: Path) -> None:
    page = "<TEI.2 id='jrc31999R0001-en' lang='en'><text><body><p n='1'>{}</p></body></text></TEI.2>"
    for text in ("One.", "Two."):
        files = {"en/1999/jrc31999R0001-en.xml": page.format(text).encode()}
        import_collection(make_folder(tmp_path, files), slug="acts", format="acquis")
        snapshots.snapshot_of(find_entry("acts", "jrc31999R0001-en"))
    room = Room(("jrc31999R0001-en.xml", "Halden"), collection_slug="acts")
    room.judge(0, "correct", document=1)
    age(3)
    call_command("remove_old_copies")
    assert there() == [("jrc31999R0001-en", 1), ("jrc31999R0001-en", 2)]
