"""How a file of any kind is written, and what stands in its cells: it says the same, or is refused with its line."""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.checked_files import (
    check_here,
    import_here,
)
from assessment.shared.errors import AssizeError, FileRefused, Refused
from tests.conftest import ON_POSTGRES
from tests.imports.kind_scenes import Rows, as_csv
from tests.imports.kinds import FILE, Kind, every_kind
from tests.imports.stored import (
    HISTORY,
    RECORDS,
    Stored,
    stored,
    told,
    too_long,
    tried,
)
from tests.sizes import FULL

pytestmark = pytest.mark.django_db


def json_lines(rows: Rows) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def as_numbers(rows: Rows) -> bytes:
    """The same with the long number as one, and no text."""
    return json_lines(rows).replace(f'"{LONG_NUMBER}"'.encode(), LONG_NUMBER.encode())


@every_kind
def test_however_a_file_is_written_it_says_the_same(kind: Kind, tmp_path: Path) -> None:
    campaign = kind.scene(tmp_path)
    ways = [b"\xef\xbb\xbf" + kind.data, kind.data.replace(b"\n", b"\r\n")]
    if kind.is_table:
        ways += [as_csv(kind.rows, ";"), as_csv(kind.rows, "\t")]
        ways += [json_lines(kind.rows), json.dumps(kind.rows).encode()]
    with tried():
        kind.bring(campaign)
        plain = told(RECORDS)
    for way in ways:
        with tried():
            kind.bring(campaign, way)
            assert told(RECORDS) == plain, way[:80]


def no_rows(kind: Kind) -> bytes:
    columns = list(kind.rows[0])
    return as_csv([], columns=columns) if kind.is_table else kind.write([])


FOREIGN: dict[str, Callable[[Kind], bytes]] = {
    "UTF-16": lambda kind: kind.data.decode().encode("utf-16"),
    "another JSON": lambda kind: b'{"hello": ["a", 1]}\n',
    "another XML": lambda kind: b'<?xml version="1.0"?>\n<notes><note day="1">Nothing</note></notes>\n',
    "a web page": lambda kind: b"<!doctype html>\n<html><body><p>Nothing</p></body></html>\n",
    "a text": lambda kind: b"Dear all,\nplease find the file attached.\n",
    "Latin-1": lambda kind: (
        kind.write([{name: f"{cell}\xe9" for name, cell in row.items()} for row in kind.rows])
        .decode()
        .encode("latin-1")
    ),
    "empty": lambda kind: b"",
    "blanks": lambda kind: b" \r\n\n",
    "no rows": no_rows,
    "binary": lambda kind: b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4,
    "packed": lambda kind: b"\x1f\x8b\x08\x00" + b"\0" * 40,
}


@every_kind
def test_what_is_no_such_file_is_refused_with_its_name_and_a_remedy(kind: Kind, tmp_path: Path) -> None:
    campaign = kind.scene(tmp_path)
    before = stored()
    for name, write in FOREIGN.items():
        if name == "no rows" and kind.empty:
            assert "Nothing changed, so no import was made." in kind.bring(campaign, write(kind))
            continue
        for act in (check_here, lambda intake, sent: import_here(intake.kind, sent)):
            with pytest.raises((FileRefused, Refused)) as refused:
                act(kind.intake, kind.sends(campaign, write(kind)))
            assert_told(refused.value, name)
    assert stored() == before


def assert_told(error: AssizeError, name: str) -> None:
    """That a refusal says of which file, and what to do, in our words."""
    if isinstance(error, FileRefused):
        assert not any("Exceeds the limit" in problem.message for problem in error.problems), name
        assert {problem.file for problem in error.problems} == {FILE}, name
        assert all(len(problem.message) < 1_000 for problem in error.problems), name
        assert error.hint or all(problem.hint for problem in error.problems), (name, error.problems)
    else:
        assert error.code != "job_broken", (name, error)
        assert FILE in error.message, (name, error)
        assert error.hint, (name, error)


# What stands in a cell


LONG_NUMBER = "9" * 5_000  # Python reads no more than 4,300 digits, and speaks of its settings then
HOSTILE = {
    "a NUL": "a\0b",
    "half a character": "a\ud800b",
    "very long": "x" * 100_000,
    "a long address": "x" * 260 + "@example.org",
    "a formula": '=HYPERLINK("https://evil.test","here")',
    "another direction": "a\u202eb",
    "two lines": "a\nb",
    "a quote": 'a"b',
    "a long number": LONG_NUMBER,
}
NO_TEXT = ("a\0b", "a\ud800b")
# What PostgreSQL stores otherwise than SQLite, or not at all: no NUL, no half character, nothing that is too long.
STRICT = ("a NUL", "half a character", "very long", "a long address", "a long number")
CELLS = {name: HOSTILE[name] for name in (STRICT if ON_POSTGRES and not FULL else HOSTILE)}
# Of them for each column, so that three columns are sent all; `make proof` sends all to each.
SHARE = 1 if FULL or ON_POSTGRES else 3
OTHERWISE = {**dict.fromkeys(NO_TEXT, (json_lines,)), LONG_NUMBER: (as_numbers,)}


@pytest.mark.both_databases
@every_kind
def test_whatever_stands_in_a_cell_is_stored_as_it_is_or_refused_with_its_line(
    kind: Kind, tmp_path: Path
) -> None:
    campaign = kind.scene(tmp_path)
    before = stored()
    for place, column in enumerate(kind.rows[0]):
        for name, cell in list(CELLS.items())[place % SHARE :: SHARE]:
            rows = [{**kind.rows[0], column: cell}, *kind.rows[1:]]
            for write in (kind.write, *(OTHERWISE.get(cell, ()) if kind.is_table else ())):
                if refused := refusal(kind, campaign, write(rows), cell):
                    assert_told(refused, f"{name} in {column}")
                    assert any(problem.line for problem in refused.problems), (name, refused.problems)
                assert refused or cell not in NO_TEXT
        assert stored() == before, column


def refusal(kind: Kind, campaign: Campaign, data: bytes, cell: str) -> FileRefused | None:
    """Why a file is refused; what it stores, with this cell, is taken back."""
    with transaction.atomic():
        try:
            kind.bring(campaign, data)
        except FileRefused as refused:
            return refused
        now = stored(RECORDS, HISTORY)
        assert is_kept(cell, now), data[:300]
        assert not too_long(now)
        transaction.set_rollback(True)
    return None


@every_kind
def test_no_bytes_bring_the_reading_down(kind: Kind, tmp_path: Path) -> None:
    campaign = kind.scene(tmp_path)
    cells = sorted({cell for row in kind.rows for cell in row.values()} | {'"', "a\0b", "\u00e9", "{", "<"})
    rows = st.lists(st.lists(st.sampled_from(cells), max_size=9).map(",".join), max_size=6)

    @settings(max_examples=100 if FULL else 10)
    @given(data=st.binary(max_size=100) | rows.map(lambda them: no_rows(kind) + "\n".join(them).encode()))
    def read(data: bytes) -> None:
        with tried(), suppress(FileRefused, Refused):
            kind.bring(campaign, data)

    before = stored()
    read()
    assert stored() == before


def is_kept(cell: str, rows: Stored) -> bool:
    """Whether a text is stored to the letter, but for where its line ends."""
    texts = [value for row in rows.values() for value in row.values() if isinstance(value, str)]
    return any(cell in text or " ".join(cell.split()) in text for text in texts)
