"""The offline reader of collections has the very paragraphs that the site has."""

import gzip
from pathlib import Path

import pytest

from documents.readers import xmltext
from documents.readers.shapes import shapes_of
from scoring.__main__ import main
from scoring.formats.paragraph_files import ParagraphFiles, read

COLLECTIONS = Path(__file__).parents[2] / "collections"
FILES = sorted(
    path
    for name in ("halden-acts", "halden-debates", "coast-council")
    for path in (COLLECTIONS / name).rglob("*.xml")
)
SHAPES = shapes_of("respubliqa", {})


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_paragraphs_of_the_samples_are_those_of_the_site(path: Path) -> None:
    data = path.read_bytes()
    there = xmltext.read(SHAPES, path.stem, data).paragraphs
    assert dict(read(data, path.stem)) == dict(there)


ACQUIS = '<TEI.2><teiHeader><p n="1">head</p></teiHeader><text><body>{}</body></text></TEI.2>'


@pytest.mark.parametrize(
    "inside",
    [
        '<p n="1">A &eacute; <hi>b</hi> c &amp;eacute; d</p>',
        '<p n="1"><![CDATA[&eacute; <b>]]> after</p>',
        '<p n="1">one</p><p n="1">two</p><head n="2">t</head><p>none</p>',
        '<p n="1">a<!-- gone -->b<?gone too?></p>',
        '<p n="1">  outer <p n="2">inner</p> tail  </p>',
        '<p n="1">line\r\nline\rline</p>',
        '<p n="1">&#x41;&#66;</p>',
        '<p n="1">&nosuch;</p>',
        '<p n="1">open',
        "",
    ],
)
def test_the_paragraphs_of_strange_files_are_those_of_the_site(inside: str) -> None:
    for start in ("", '<?xml version="1.0"?><!DOCTYPE TEI.2 SYSTEM "tei.dtd" [<!ENTITY a "b">]>\n'):
        data = (start + ACQUIS.format(inside)).encode()
        there = xmltext.read(SHAPES, "jrc31999R0001-en", data).paragraphs
        assert dict(read(data, "jrc31999R0001-en")) == dict(there)


@pytest.mark.parametrize("encoding", ["iso-8859-1", "windows-1252", "utf-8", "utf-16"])
def test_files_in_other_encodings(encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?><doc><p id="1">Händel – é</p></doc>'
    data = text.encode(encoding, "xmlcharrefreplace")
    there = xmltext.read(SHAPES, "EP_CRE-19310112-EN_clean", data).paragraphs
    assert dict(read(data, "EP_CRE-19310112-EN_clean")) == dict(there)


def test_ids_are_known_with_and_without_their_ending() -> None:
    files = ParagraphFiles(COLLECTIONS / "halden-acts")
    ids = ["jrc31931R0007-en", "jrc31931R0007-en.xml", "jrc31931R0007-EN", "jrc31931R9999-en"]
    assert files.known(ids) == set(ids[:2])
    output = files.texts(
        [("jrc31931R0007-en.xml", "2"), ("jrc31931R0007-en", "2"), ("jrc31931R0007-en", "99"), ("x", "1")]
    )
    assert list(output) == [("jrc31931R0007-en.xml", "2"), ("jrc31931R0007-en", "2")]
    assert len(set(output.values())) == 1


def test_the_command_compares_with_the_files_and_with_a_list_of_ids(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, topics, ids = tmp_path / "lake101PSenen.xml", tmp_path / "topics.xml", tmp_path / "ids.gz"
    topics.write_text('<input><q q_id="0001" source_lang="EN" target_lang="EN">Who?</q></input>')
    text = "THE COUNCIL OF THE REED ISLANDS,"
    run.write_text(
        '<output><task_PS><a q_id="0001" run_id="lake101PSenen" answered="YES">'
        f'<passage_string p_id="2" docid="jrc31931R0007-en.xml">{text}</passage_string></a></task_PS></output>'
    )
    ids.write_bytes(gzip.compress(b"jrc31931R0006-en\njrc31931R0007-en\n"))
    arguments = ["check", str(run), "--track", "respubliqa2010", "--questions", str(topics), "--team", "lake"]
    folder = ["--collection", str(COLLECTIONS / "halden-acts")]
    assert main([*arguments, *folder]) == 0
    assert capsys.readouterr().err == ""
    assert main([*arguments, "--docids", str(ids)]) == 0
    assert "paragraphs_unchecked" in capsys.readouterr().err
    run.write_text(run.read_text().replace("REED", "READ"))
    assert main([*arguments, *folder, "--docids", str(ids)]) == 1
    column = run.read_text().index("<passage_string") + 1
    assert f":1: passage_differs: Column {column}: " in capsys.readouterr().err
