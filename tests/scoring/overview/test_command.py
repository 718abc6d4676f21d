"""`python -m scoring overview`: the tables of a bundle as files."""

from pathlib import Path

import pytest

from scoring.__main__ import main
from tests.scoring.overview.test_tables import tables
from tests.scoring.test_golden import GOLDEN, scorer


def test_a_bundle_gives_its_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "overview"
    assert main(["overview", str(GOLDEN / "trec8_small"), str(folder), "--rule", "union"]) == 0
    names = set(tables(scorer("trec8_small").evaluation, "union"))
    files = {path.name for path in (folder / "tables").iterdir()}
    assert files == {f"{name}.{ending}" for name in names for ending in ("csv", "tex")}
    assert f"{len(names)} tables" in capsys.readouterr().out
    page = (folder / "overview.html").read_text(encoding="utf-8")
    assert "<caption>Agreement per question</caption>" in page
    assert "ann" not in (folder / "tables" / "judged-by.csv").read_text()


def test_what_is_wrong_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    golden = str(GOLDEN / "trec8_small")
    assert main(["overview", "nowhere", str(tmp_path / "new")]) == 1
    assert main(["overview", golden, str(tmp_path / "new"), "--rule", "majority"]) == 1
    (tmp_path / "file").touch()
    assert main(["overview", golden, str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert "nowhere: bundle" in said
    assert "majority: no_majority" in said
    assert "is not empty" in said
