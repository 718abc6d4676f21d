"""Every table and figure of the papers has the page that docs/report.md names, and it holds what the list says."""

import csv
import html
import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.management import call_command

from assessment.campaigns.models import Campaign
from assessment.people.models import Account
from tests.client import Client
from tests.scoring.overview.latex import problems

PAGE = Path(__file__).parents[4] / "docs" / "report.md"
ROW = re.compile(
    r"^\| (?P<what>[^|]+) \| [^|]+ \| `(?P<address>/[^`|]+)` \| (?P<says>[^|]+) \|$", re.MULTILINE
)
PUBLISHED = {  # the tables and figures of the papers; guidelines have none
    "TREC-8": {"Table 1", "Table 2", "Table 3", "Table 4", "Figure 1", "Figure 2"},
    "Natural Questions": {"Table 1", "Table 2", "Table 3", *(f"Figure {number}" for number in range(1, 7))},
    "TREC 2004": {f"Figure {number}" for number in range(1, 5)},
}


class Listed(NamedTuple):
    """A line of the list."""

    what: str
    address: str
    says: str


def listed() -> Iterator[Listed]:
    for row in ROW.finditer(PAGE.read_text(encoding="utf-8")):
        yield Listed(row["what"], row["address"], row["says"].strip())


def organizer() -> Client:
    client = Client()
    client.force_login(Account.objects.get(username="olga"))
    return client


def test_the_list_names_every_table_and_figure_of_the_papers() -> None:
    text = PAGE.read_text(encoding="utf-8")
    lines = [line.split("|")[1].strip() for line in text.splitlines() if line.count("|") == 5]
    for paper, names in PUBLISHED.items():
        of_paper = " ".join(line for line in lines if line.startswith(paper))
        of_paper = re.sub(r"Figures ([\d, and]+)", lambda found: _each(found[1]), of_paper)
        assert {name for name in names if not re.search(rf"\b{name}\b", of_paper)} == set(), paper


def _each(numbers: str) -> str:
    return "".join(f"Figure {number} " for number in re.findall(r"\d+", numbers))


def test_each_page_of_the_list_holds_what_it_says(demo: None) -> None:
    client, read = organizer(), dict[str, str]()
    rows = list(listed())
    assert len(rows) > 20
    for one in rows:
        if one.address not in read:
            answer = client.get(one.address)
            assert answer.status_code == 200, one
            read[one.address] = " ".join(html.unescape(answer.text).split())
        assert one.says in read[one.address], one


def test_tables_of_the_demo_hold_numbers_and_every_file_is_whole(demo: None) -> None:
    client = organizer()
    for address in sorted({one.address for one in listed() if one.address.endswith("report.html")}):
        answer = client.get(address.removesuffix("html") + "zip")
        with zipfile.ZipFile(io.BytesIO(answer.getvalue())) as archive:
            files = {name: archive.read(name).decode() for name in archive.namelist()}
        page = html.unescape(files["report.html"])
        for name, text in files.items():
            if name.endswith(".csv"):
                rows = list(csv.reader(io.StringIO(text, newline="")))
                assert len(rows) > 1, name
                assert {len(row) for row in rows} == {len(rows[0])}, name
                assert rows[0][0] in page, name
            if name.endswith(".tex"):
                assert problems(text) == [], name
        assert any(name.startswith("figures/") for name in files), address


def test_scores_in_the_report_are_those_of_the_leaderboard(demo: None) -> None:
    client = organizer()
    for campaign in Campaign.objects.filter(slug__in=["coast-facts", "page-answers"]):
        version = campaign.qrels.order_by("-version").first()
        assert version
        base = f"/campaigns/{campaign.slug}/results/{version.version}/"
        board = list(csv.DictReader(io.StringIO(client.get(f"{base}leaderboard.csv").text, newline="")))
        answer = client.get(f"{base}report.zip")
        with zipfile.ZipFile(io.BytesIO(answer.getvalue())) as archive:
            text = archive.read("tables/runs.csv").decode()
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        label = next(name for name in rows[0] if name not in ("Rank", "Run", "Team", "Kind", "Length"))
        found = [(row["Run"], float(row[label]), row["Rank"]) for row in rows]
        assert found == [(row["run_id"], float(row["score"]), row["rank"]) for row in board]


def test_the_filters_of_questions_are_counted_by_the_command(
    demo: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log.txt"
    log.write_text("who was the first person to climb mount corvane\t3\n", encoding="utf-8")
    call_command("query_log", "page-answers", str(log), "--check")
    assert "1b" in capsys.readouterr().out
