"""Queries of a log become candidates: by the filters of Natural Questions, a sample by its seed, with a page each."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from assessment.campaigns.models import Campaign, Candidate
from assessment.campaigns.services import create_campaign
from assessment.development.services.query_filters import FILTERS, fitting
from assessment.development.services.query_logs import Query, enter_queries
from documents.models import Collection
from tests.documents.helpers import import_records, record

LOG = """\
where does the halden observatory get its money\t3
who is the comet of the harbour named after\t2
Who  owned most of the tide mills in the 1800s\t5
how far is sow rock from the halden harbour\t4\t3
american comedian on have i got news for you\t9\t4,5
who is the king of the united kingdom now\t9
who owned most of the tide mills in the 1800s
who wrote the song of the harbour bell first\t1
short one\t100
"""


@pytest.fixture
def quest(db: None) -> Campaign:
    """A campaign of single questions without any."""
    return create_campaign(slug="quest", title="Quest", track="trec8", by=None)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log with repeats, tags, capitals, and queries too short or too rare."""
    file = tmp_path / "log.tsv"
    file.write_text(LOG)
    return file


def run(capsys: pytest.CaptureFixture[str], *arguments: Any) -> dict[str, Any]:
    capsys.readouterr()
    call_command("query_log", "quest", *map(str, arguments), "--json")
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


@pytest.mark.parametrize(
    ("query", "names"),
    [
        # Kwiatkowski et al. 2019, table 1, but for the rows that need a tagger.
        ("where does the nature conservancy get its funding", ("1a",)),
        ("who is the song killing me softly written about", ("1b",)),
        ("who owned most of the railroads in the 1800s", ("2",)),
        ("how far is chardon ohio from cleveland ohio", ()),
        ("american comedian on have i got news for you", ()),
        ("who would win in a fight of the two", ("1a", "2")),
        ("when was the king of the united kingdom", ()),
        ("who", ()),
        ("", ()),
    ],
)
def test_which_filters_a_query_fits(query: str, names: tuple[str, ...]) -> None:
    assert fitting(query) == names


@given(st.text())
def test_every_text_is_a_query_of_some_or_no_filter(text: str) -> None:
    assert set(fitting(text)) <= set(FILTERS)


def test_what_a_check_says_is_what_is_done(
    quest: Campaign, log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checked = run(capsys, log, "--check")
    assert not Candidate.objects.exists()
    assert (checked["log"]["queries"], checked["log"]["considered"], checked["log"]["fitting"]) == (8, 6, 5)
    counts = {one["name"]: (one["queries"], one["alone"]) for one in checked["log"]["counts"]}
    assert counts == {"1a": (1, 1), "1b": (1, 1), "2": (1, 1), "3": (1, 1), "4": (1, 0), "5": (1, 0)}
    done = run(capsys, log)
    assert done["chosen"] == checked["chosen"]
    rows = [row.questions.get() for row in quest.candidates.all()]
    assert sorted(row.text for row in rows) == [
        "american comedian on have i got news for you",
        "how far is sow rock from the halden harbour",
        "where does the halden observatory get its money",
        "who is the comet of the harbour named after",
        "who owned most of the tide mills in the 1800s",
    ]
    assert {row.source for row in rows} == {"question log"}


def test_a_sample_is_the_same_for_its_seed(
    quest: Campaign, log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = [run(capsys, log, "--check", "--sample", 3, "--seed", seed)["chosen"] for seed in (7, 7, 8)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert [len(one) for one in drawn] == [3, 3, 3]
    log.write_text("".join(sorted(LOG.splitlines(keepends=True))))
    assert run(capsys, log, "--check", "--sample", 3, "--seed", 7)["chosen"] == drawn[0]


def test_filters_are_chosen_and_brought(
    quest: Campaign, log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run(capsys, log, "--check", "--filters", "1a", "--own", "far=^how (far|long)", "--people", 1)
    assert [one["name"] for one in found["log"]["counts"]] == ["1a", "far"]
    assert {query[0].split()[0] for query, _ in found["chosen"]} == {"where", "how"}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--filters", "9"], "no filter 9"),
        (["--own", "2=x"], "name of another filter"),
        (["--own", "far"], "a name and a pattern"),
        (["--own", "far=("], "no regular expression"),
        (["--own", "far=x", "--own", "far=y"], "name of another filter"),
        (["--sample", "-1"], '"-1" is not a whole number'),
        (["--words", "-1"], '"-1" is not a whole number'),
        (["--people", "-1"], '"-1" is not a whole number'),
        (["--top", "0"], '"0" is not a whole number'),
    ],
)
def test_what_cannot_be_wanted_is_refused(
    quest: Campaign, log: Path, arguments: list[str], says: str
) -> None:
    with pytest.raises(CommandError, match=says):
        call_command("query_log", "quest", str(log), *arguments)
    assert not Candidate.objects.exists()


@pytest.mark.both_databases
def test_a_long_source_is_refused(quest: Campaign, log: Path) -> None:
    with pytest.raises(CommandError, match="more than 200 characters"):
        call_command("query_log", "quest", str(log), "--source", "s" * 300)
    assert not Candidate.objects.exists()


def test_a_log_makes_its_candidates_once(
    quest: Campaign, log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, log, "--filters", "1a")["entered"] == 1
    done = run(capsys, log)
    assert (done["entered"], done["known"]) == (4, 1)
    call_command("query_log", "quest", str(log))
    assert "5 queries are passed over" in capsys.readouterr().out
    assert quest.candidates.count() == 5


def test_a_query_may_hold_what_joins_and_parts_letters(
    quest: Campaign, log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = "who is the comet of \u0645\u06cc\u200c\u0631\u0648\u0645 named after\t2\n"
    log.write_text(asked)
    assert run(capsys, log, "--words", 1)["entered"] == 1


def test_each_query_has_a_page_of_its_own(
    log: Path, tmp_path: Path, settings: Settings, capsys: pytest.CaptureFixture[str], db: None
) -> None:
    """In Natural Questions: queries that find none are left out, and of two that find one page the first gets it."""
    quest = create_campaign(slug="quest", title="Quest", track="nq", by=None)
    with pytest.raises(CommandError, match="has no collection"):
        call_command("query_log", "quest", str(log))
    settings.DATA_DIR = tmp_path / "data"
    texts = (
        "The Halden observatory and its money.",
        "Tide mills of the 1800s.",
        "Halden observatory, again.",
    )
    no_id = record("halden", "Where the Halden observatory gets its money.")
    import_records(tmp_path, no_id, *(record(f"-{n + 1}", text) for n, text in enumerate(texts)))
    quest.collection_slug = Collection.visible.get().slug
    quest.save()
    call_command("index_collection", "wire")
    chosen = run(capsys, log, "--filters", "1a", "2")["chosen"]
    expected = {
        "where does the halden observatory get its money": "-1",
        "who owned most of the tide mills in the 1800s": "-2",
    }
    assert {query[0]: page for query, page in chosen} == expected
    rows = [row.questions.get() for row in quest.candidates.all()]
    assert {row.text: row.page for row in rows} == expected
    log.write_text(
        "who owned all of the tide mills in the 1800s\t2\nwhere does halden observatory money come from\t2\n"
    )
    more = run(capsys, log, "--filters", "1a", "2", "--words", 1)
    assert [page for _, page in more["chosen"]] == ["-3"]


@pytest.mark.parametrize("line", ["\xff", "a\tb", "a\t1\t9", "a\t1\t3\tx", "a\t-1", "a\x00b"])
def test_a_line_that_is_no_query_is_named(
    quest: Campaign, log: Path, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    log.write_bytes(LOG.encode() + line.encode("latin-1") + b"\n")
    with pytest.raises(CommandError, match="lines that are no queries"):
        call_command("query_log", "quest", str(log))
    assert "log.tsv:10: query_line" in capsys.readouterr().err
    assert not Candidate.objects.exists()


def test_a_campaign_in_series_takes_none(log: Path, db: None) -> None:
    create_campaign(slug="quest", title="Series", track="series2004", by=None)
    with pytest.raises(CommandError, match="outside of series"):
        call_command("query_log", "quest", str(log))


def test_two_that_enter_one_log_at_once_make_each_candidate_once(quest: Campaign) -> None:
    """Both read it before either entered anything."""
    read = [(Query("who owned most of the tide mills in the 1800s", 5), "")]
    entered = [enter_queries(campaign=quest, queries=read, source="log", by=None) for _ in range(2)]
    assert entered == [1, 0]
    assert quest.candidates.count() == 1
