"""The question series of 2004, 2006 and 2007 from NIST's files to scores, held against a plain computation."""

import json
from pathlib import Path
from typing import Any

import pytest

from assessment.judging.models import Assignment, Judgment, Nugget, NuggetMatch, NuggetVote
from scoring.__main__ import main
from tests.client import Client
from tests.databases import new_database
from tests.factory import make_member
from tests.real import plain
from tests.real.series import YEARS, Journey
from tests.real.site import Site
from tests.results.golden import contents
from tests.scoring.realdata import path
from tests.sizes import FULL

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("year", YEARS if FULL else [2004])  # half a minute each
def test_a_year_of_question_series_from_files_to_scores(
    year: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journey = Journey(YEARS[year], path(""), tmp_path)
    with capsys.disabled():
        print(f"\n{year}")
        journey.submit()
        journey.judge()
        report = journey.score()
        tell(journey, report)
    hold_against_plain(journey, report)
    bundle = tmp_path / "bundle"
    journey.command("export", journey.year.slug, str(bundle))
    hold_scores_of_files(bundle, tmp_path)
    hold_pyramid(journey, bundle)
    hold_pages(journey)
    again = Site(tmp_path, path(""), new_database(tmp_path, postgres=False))
    again.command("import_bundle", str(bundle))
    assert contents(again.export(journey.year.slug)) == contents(bundle)


def tell(journey: Journey, report: dict[str, Any]) -> None:
    """Print the figures of a journey."""
    counts = {
        "judgments": Judgment.objects.count(),
        "nuggets": Nugget.objects.count(),
        "votes": NuggetVote.objects.count(),
        "marks": NuggetMatch.objects.count(),
        "finished": Assignment.objects.filter(finished_at__isnull=False).count(),
    }
    print(" ", ", ".join(f"{number:,} {name}" for name, number in counts.items()))
    for tag, run in report["runs"].items():
        result = ", ".join(
            f"{name} {value:.4f}" for name, value in run["measures"].items() if value is not None
        )
        print(f"  {tag}: score {run['score']:.4f}, {result}; unjudged {run['unjudged']}")
    print("  " + "\n  ".join(report["warnings"]))


def hold_against_plain(journey: Journey, report: dict[str, Any]) -> None:
    """Every question, series and run scores what the plain computation says, to nine digits."""
    runs: dict[str, dict[str, Any]] = report["runs"]
    result = plain.scores(journey.facts(), *journey.year.weights)
    assert runs.keys() == result.keys()
    for tag, expected in result.items():
        found = {qid: value for qid, values in runs[tag]["questions"].items() for value in values.values()}
        assert found == pytest.approx(expected.questions, abs=1e-9)
        assert {name: values["score"] for name, values in runs[tag]["series"].items()} == pytest.approx(
            expected.series, abs=1e-9
        )
        assert runs[tag]["score"] == pytest.approx(expected.score, abs=1e-9)


def hold_scores_of_files(bundle: Path, folder: Path) -> None:
    """The bundle alone gives the same bytes of scores."""
    assert main(["score", str(bundle), "--json", str(folder / "files.json")]) == 0
    assert (folder / "files.json").read_bytes() == (folder / "scores.json").read_bytes()


def hold_pyramid(journey: Journey, bundle: Path) -> None:
    """NIST's pyramid comes back: each question's lines byte for byte, in the order of the questions."""
    if not journey.year.pyramid:
        return
    given = journey.file(journey.year.pyramid).read_bytes().splitlines(keepends=True)
    order = {qid: number for number, qid in enumerate(journey.kinds)}
    given.sort(key=lambda line: order[line.split(b"\t")[0].decode()])
    assert (bundle / "nist" / "pyramid.txt").read_bytes() == b"".join(given)


def hold_pages(journey: Journey) -> None:
    """The breakdown of every kind of question is there, and a series, for people who may see it."""
    client = Client()
    client.force_login(make_member(journey.campaign, f"olga{journey.year.slug}", "organizer"))
    results = f"/campaigns/{journey.year.slug}/results/"
    kinds = {kind: qid for qid, kind in reversed(journey.kinds.items())}
    addresses = [f"1/questions/{qid}/" for qid in kinds.values()]
    addresses += ["", "1/runs/lexa1/", "1/series/", f"1/series/{next(iter(journey.series))}/"]
    for address in addresses:
        assert client.get(results + address).status_code == 200, address
    report = json.loads((journey.folder / "scores.json").read_bytes())
    page = client.get(f"{results}1/runs/lexa1/").content.decode()
    assert f"{report['runs']['lexa1']['score']:.3f}".removeprefix("0") in page
