"""Files that are no text, or in an encoding that nothing names: each is warned of by what it seems to be, and indexed."""

import io
import zipfile
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from documents.kinds import doubts_about
from documents.models import DocumentEntry
from tests.documents.helpers import make_folder

WORDS = "Tide table\n\nLow water at nine; the café opens at 10.\n"
CHINESE = "海港博物馆\n\n灯塔建于一九三一年，高四十一米，每年六月开放。\n"
RUSSIAN = "Приливы\n\nМалая вода в девять часов утра, а кафе у моста открыто с десяти.\n"
FRENCH = "Marées\n\nL'été où la mer était déjà élevée, le café du port a été fermé à côté de l'hôtel.\n" * 3


def packed(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name in names:
            file.writestr(name, "<x/>")
    return out.getvalue()


def warnings(folder: Path, files: dict[str, bytes], format: str, manifest: str = "") -> list[str]:
    """What the command says on its second channel, without the meter; every file must be indexed."""
    err = StringIO()
    path = make_folder(folder, files, f'slug = "c"\nformat = "{format}"\n{manifest}')
    call_command("import_collection", str(path), stdout=StringIO(), stderr=err)
    assert DocumentEntry.visible.count() == len(files)
    return [line for line in err.getvalue().splitlines() if line.startswith("warning: ")]


DOUBTFUL = {
    "pdf": (
        b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\nstream\n\x00\x01\xff binary\nendstream",
        "to be PDF, not text",
    ),
    "docx": (packed("[Content_Types].xml", "word/document.xml"), "to be DOCX, not text"),
    "zip": (packed("a.txt"), "to be ZIP, not text"),
    "doc": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "to be Microsoft Office 97–2003, not text"),
    "rtf": (b"{\\rtf1\\ansi Tides}", "to be RTF, not text"),
    "png": (b"\x89PNG\r\n\x1a\n" + bytes(60), "to be PNG, not text"),
    "utf16": (WORDS.encode("utf-16-le"), "to be in UTF-16"),
    "utf16be": (WORDS.encode("utf-16-be"), "to be in UTF-16"),
    "utf16zh": (CHINESE.encode("utf-16-le"), "to be in UTF-16"),
    "utf32": (WORDS.encode("utf-32-le"), "to be in UTF-32"),
    "utf32be": (CHINESE.encode("utf-32-be"), "to be in UTF-32"),
    "utf32mark": (WORDS.encode("utf-32"), "to be in UTF-32"),
    "gb": (CHINESE.encode("gb18030"), "to be in GB18030"),
    "empty": (b"", "The file is empty."),
    "blank": (b" \r\n\n", "The file is empty."),
    "nul": (WORDS.encode() * 20 + b"\x00\x01\x02\x00\x00", "holds NUL bytes"),
}
SOUND = {
    "utf8": WORDS.encode(),
    "mark": WORDS.encode("utf-16"),
    "western": WORDS.encode("windows-1252"),
    "french": FRENCH.encode("windows-1252"),
    "koi8": RUSSIAN.encode("koi8-r"),
    "cyrillic": RUSSIAN.encode("windows-1251"),
    "chinese": CHINESE.encode(),
    "about-pdf": b"A note on files\n\nA file that begins with %PDF-1.4 is none.",
}


@pytest.mark.django_db
@pytest.mark.parametrize(("format", "suffix"), [("text", ".txt"), ("html", ".html")])
def test_each_file_that_is_no_text_is_named_with_what_it_seems_to_be(
    tmp_path: Path, format: str, suffix: str
) -> None:
    files = {f"{name}{suffix}": data for name, (data, _) in DOUBTFUL.items()}
    files |= {f"{name}{suffix}": data for name, data in SOUND.items()}
    said = warnings(tmp_path, files, format)
    assert len(said) == len(DOUBTFUL)
    for name, (_, sentence) in DOUBTFUL.items():
        (line,) = [line for line in said if f" {name}{suffix}" in line]
        assert sentence in line


@pytest.mark.django_db
def test_what_the_collection_names_is_not_doubted(tmp_path: Path) -> None:
    files = {"a.txt": WORDS.encode("utf-16-le"), "b.txt": CHINESE.encode("utf-16-le")}
    assert warnings(tmp_path / "wide", files, "text", 'encoding = "utf-16-le"\n') == []


@pytest.mark.django_db
def test_what_a_page_names_is_not_doubted(tmp_path: Path) -> None:
    pages = {"a.html": b"<meta charset=gb2312>" + CHINESE.encode("gb18030")}
    assert warnings(tmp_path, pages, "html") == []
    files = {"a.txt": CHINESE.encode("gb18030")}
    DocumentEntry.objects.all().delete()
    assert warnings(tmp_path / "named", files, "text", 'encoding = "gb18030"\n') == []


@given(st.binary(max_size=80) | st.text(max_size=40).map(lambda text: text.encode("utf-16-le", "replace")))
def test_any_bytes_have_one_warning_at_most(data: bytes) -> None:
    for is_page in (True, False):
        assert len(list(doubts_about("a", data, "", is_page=is_page))) <= 1


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1))
def test_utf8_is_never_doubted(text: str) -> None:
    found = [problem.code for problem in doubts_about("a", f"A note\n{text}".encode(), "", is_page=False)]
    assert found == []
