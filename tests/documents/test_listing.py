"""Which files of a folder are documents, and in what order they are read."""

import tracemalloc
from itertools import islice
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from documents.listing import FileFacts, Listing, documents_under

NAMES = (
    "a-b",
    "a/b",
    "a/.b",
    "a/README",
    "a/é.xml",
    "b/a/c.xml",
    "b/a.xml",
    "B.md",
    "README.d/x",
    "x.TOML",
    ".h/a",
)


def test_files_come_in_the_order_of_their_whole_names(tmp_path: Path) -> None:
    for name in NAMES:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name)
    (tmp_path / "link").symlink_to(tmp_path / "a-b")
    (tmp_path / "gone").symlink_to(tmp_path / "nothing")
    (tmp_path / "folder").symlink_to(tmp_path / "a")
    found = list(documents_under(str(tmp_path)))
    assert [file.name for file in found] == [
        "README.d/x",
        "a-b",
        "a/b",
        "a/é.xml",
        "b/a.xml",
        "b/a/c.xml",
        "link",
    ]
    assert [file.size for file in found[1:3]] == [3, 3]


@given(st.lists(st.builds(FileFacts, st.text("aé /.-", min_size=1), st.integers(0), st.integers(0))))
def test_a_listing_gives_back_what_it_was_given(files: list[FileFacts]) -> None:
    listing = Listing(files)
    first = iter(listing)
    assert [next(first, None) for _ in files[:1]] == files[:1]
    assert list(listing) == files
    assert list(first) == files[1:]
    assert (len(listing), listing.size) == (len(files), sum(file.size for file in files))


def test_a_long_listing_takes_no_memory() -> None:
    tracemalloc.start()
    listing = Listing(FileFacts(f"folder/{number:040}.xml", number, 0) for number in range(100_000))
    assert sum(1 for _ in islice(listing, 50_000, None)) == 50_000
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 3_000_000
