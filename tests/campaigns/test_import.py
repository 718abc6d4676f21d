"""Bringing questions in: real topics, bad files, and what may be replaced."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from assessment.campaigns import services
from assessment.campaigns.models import Campaign
from assessment.people.models import Event
from assessment.shared.errors import FileRefused, Refused
from tests.api.asking import client_of
from tests.bring import bring_by_page
from tests.campaigns.conftest import BLOCKS, SERIES, TYPES, upload
from tests.client import Client
from tests.factory import make_campaign, make_items, make_member

Enter = Callable[[Campaign | None, str], Client]

DOCTYPE = b'<?xml version="1.0"?>\n<!DOCTYPE trecqa [\n'
BOMB = b"".join(b'<!ENTITY l%d "%s">\n' % (n, b"&l%d;" % (n - 1) * 10 if n else b"lol") for n in range(9))


def _entity(declared: bytes, used: bytes) -> bytes:
    question = b'<qa><q id="1.1" type="FACTOID">%s</q></qa>' % used
    return DOCTYPE + declared + b']>\n<trecqa><target id="1" text="T">' + question + b"</target></trecqa>"


BAD = {
    "empty": (b"", "empty_file", 0),
    "blank": (b" \r\n\n", "empty_file", 0),
    "unclosed tag": (
        SERIES.replace(b"</q></qa>\n</target>\n</trecqa>", b"</qa></target></trecqa>"),
        "xml",
        11,
    ),
    "cut off": (SERIES[:400], "xml", 9),
    "entity bomb": (_entity(BOMB, b"&l8;"), "xml", 13),
    "external entity": (_entity(b'<!ENTITY x SYSTEM "file:///etc/passwd">\n', b"&x;"), "xml", 5),
    "duplicate id": (SERIES.replace(b'"2.1"', b'"1.1"'), "question_duplicate", 10),
    "unknown type": (SERIES.replace(b"LIST", b"ESSAY"), "question_type", 6),
    "no text": (SERIES.replace(b" Who saw it? ", b"  "), "question_text", 6),
    "utf-16": (SERIES.decode().encode("utf-16"), "utf16", 0),
    "wrong encoding": (SERIES.replace(b"ISO-8859-1", b"UTF-8").replace(b"saw", b"s\xe5w"), "xml", 6),
    "gzip": (b"\x1f\x8b\x08\x00" + b"\x00" * 40, "gzip", 0),
    "nul": (SERIES.replace(b"saw", b"s\0w"), "xml", 6),
}

IMPORT = "/campaigns/comet/import-questions/"


@pytest.fixture
def draft(db: None) -> Campaign:
    return services.create_campaign(slug="comet", title="Comet", track="series2004", by=None)


@pytest.mark.parametrize("case", BAD)
def test_a_bad_file_is_told_line_by_line_and_stores_nothing(draft: Campaign, enter: Enter, case: str) -> None:
    data, code, line = BAD[case]
    with pytest.raises(FileRefused) as refused:
        services.import_questions(campaign=draft, topics=services.SourceFile("comet.xml", data), by=None)
    assert (code, line) in {(problem.code, problem.line) for problem in refused.value.problems}
    assert all(problem.message and problem.hint for problem in refused.value.problems)
    answer = enter(draft, "organizer").post(IMPORT, {"file": upload("comet.xml", data)})
    assert answer.status_code == 422
    page = answer.content.decode()
    if data:
        assert code in page
        assert "Nothing was stored." in page
    assert "passwd" not in page.replace("file:///etc/passwd", "")
    assert not draft.questions.exists()
    assert not draft.series.exists()


def test_every_problem_of_both_files_is_listed_at_once(
    draft: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "topics.xml").write_bytes(SERIES.replace(b"LIST", b"ESSAY").replace(b'"2.1"', b'"1.1"'))
    (tmp_path / "types").write_bytes(b"#THING Halden comet\n#FISH Reed\n#ORG Nobody\n#ORG No one\n")
    with pytest.raises(CommandError) as failed:
        call_command(
            "import_questions", "comet", str(tmp_path / "topics.xml"), target_types=str(tmp_path / "types")
        )
    assert failed.value.returncode == 1
    output = capsys.readouterr().err
    for line in (
        "topics.xml:6: question_type:",
        "topics.xml:10: question_duplicate:",
        "types:2: target_type:",
        "types:3: unknown_target:",
    ):
        assert line in output
    assert "Nothing was stored." in str(failed.value)
    assert not draft.questions.exists()


def test_types_taken_by_place_are_named_and_those_of_another_year_refused(
    draft: Campaign, enter: Enter, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    third = b'<target id="3" text="Mill strike">\n<qa><q id="3.1" type="FACTOID">When?</q></qa>\n</target>\n'
    topics = SERIES.replace(b"</trecqa>", third + b"</trecqa>")
    client = enter(draft, "organizer")
    files = {
        "file": upload("c.xml", topics),
        "target_types": upload("types", TYPES + b"#EVENT The strike\n"),
    }
    page = bring_by_page(client, IMPORT, **files).content.decode()
    assert "line 3 &quot;The strike&quot; for &quot;Mill strike&quot;" in page
    assert draft.series.get(key="3").target_type == "EVENT"
    before = list(draft.series.order_by("position").values_list("key", "target_type"))
    other = b"#PERSON Halden\n#PERSON Reed\n#THING The strike\n"
    files = {"file": upload("c.xml", topics), "target_types": upload("types", other)}
    answer = client.post(IMPORT, files)
    assert answer.status_code == 422
    said = "3 of the 3 targets in this file are not in the topics"
    assert said in answer.content.decode()
    (tmp_path / "topics.xml").write_bytes(topics)
    (tmp_path / "types").write_bytes(other)
    with pytest.raises(CommandError):
        call_command(
            "import_questions", "comet", str(tmp_path / "topics.xml"), target_types=str(tmp_path / "types")
        )
    assert said in capsys.readouterr().err
    assert list(draft.series.order_by("position").values_list("key", "target_type")) == before


def test_series_come_in_with_their_types(draft: Campaign, enter: Enter) -> None:
    files = {"file": upload("comet.xml", SERIES), "target_types": upload("types", TYPES)}
    client = enter(draft, "organizer")
    assert "Imported 5 questions in 2 series." in bring_by_page(client, IMPORT, **files).text
    page = client.get("/campaigns/comet/questions/").content.decode()
    assert [(row.key, row.target, row.target_type) for row in draft.series.order_by("position")] == [
        ("1", "Halden comet", "THING"),
        ("2", "Reed & Sons", "ORGANIZATION"),
    ]
    assert [(row.qid, row.type) for row in draft.questions.in_order()][:3] == [
        ("1.1", "FACTOID"),
        ("1.2", "LIST"),
        ("1.3", "OTHER"),
    ]
    assert "ORGANIZATION" in page


def test_text_of_files_is_shown_as_text(draft: Campaign, enter: Enter) -> None:
    nasty = SERIES.replace(b" When was it seen? ", b"&lt;script&gt;alert(1)&lt;/script&gt;")
    services.import_questions(campaign=draft, topics=services.SourceFile("<b>.xml", nasty), by=None)
    page = enter(draft, "organizer").get("/campaigns/comet/questions/").content.decode()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page


def test_an_import_replaces_by_id_while_nothing_was_made_of_the_questions(blocks: Campaign) -> None:
    first = blocks.questions.get(qid="1")
    services.edit_question(question=first, by=None, source="log")
    first.entries.create(kind="class", name="1", text="the warden")
    turned = (
        BLOCKS.replace(b"Number: 2", b"Number: 3")
        .replace(b"Number: 1", b"Number: 2")
        .replace(b"Number: 3", b"Number: 1")
    )
    topics = services.SourceFile("turned.txt", turned)
    imported = services.import_questions(campaign=blocks, topics=topics, by=None)
    assert (imported.questions, imported.replaced) == (2, 2)
    rows = [(row.qid, row.text, row.source) for row in blocks.questions.in_order()]
    assert rows == [("2", "Who rang the harbour clock?", ""), ("1", "Where is Sow Rock?", "log")]
    assert blocks.questions.get(qid="1").entries.get().text == "the warden"
    without = services.SourceFile("less.txt", BLOCKS.replace(b"Number: 1", b"Number: 9"))
    with pytest.raises(Refused) as refused:
        services.import_questions(campaign=blocks, topics=without, by=None)
    assert "known answers: 1." in str(refused.value)
    assert [row.qid for row in blocks.questions.in_order()] == ["2", "1"]


def test_questions_with_a_pool_stay(series: Campaign, enter: Enter) -> None:
    make_items(series.questions.get(qid="1.1"), ("D1", "1910"))
    events = Event.objects.count()
    answer = enter(series, "organizer").post(
        IMPORT,
        {"file": upload("comet.xml", SERIES.replace(b"Halden", b"Other"))},
    )
    assert answer.status_code == 422
    assert "are in use" in answer.content.decode()
    assert series.series.get(key="1").target == "Halden comet"
    assert Event.objects.filter(verb="questions:imported").count() == 1 <= events


def test_a_form_without_a_file_says_so(blocks: Campaign, enter: Enter) -> None:
    answer = enter(blocks, "organizer").post("/campaigns/harbour/import-questions/", {})
    assert answer.status_code == 422
    assert "This field is required" in answer.content.decode()


@override_settings(MAX_RUN_BYTES=200)
def test_a_file_over_the_limit_is_not_read(blocks: Campaign, enter: Enter, tmp_path: Path) -> None:
    big = BLOCKS * 20
    answer = enter(blocks, "organizer").post(
        "/campaigns/harbour/import-questions/", {"file": upload("big.txt", big)}
    )
    assert answer.status_code == 422
    assert "larger than" in answer.content.decode()
    (tmp_path / "big.txt").write_bytes(big)
    with pytest.raises(CommandError, match="file_too_large"):
        call_command("import_questions", "harbour", str(tmp_path / "big.txt"))
    assert blocks.questions.count() == 2


@pytest.mark.parametrize(
    ("track", "topics", "types", "expected"),
    [
        ("trec8", "trec8questions", None, (200, 0)),
        ("trec8", "trec12questions", None, (500, 0)),
        ("series2004", "trec13questions.xml", "trec13targettypes", (351, 65)),
        ("series2004", "trec15questions.xml", "trec15targettypes", (567, 75)),
        ("series2004", "trec16questions.xml", "trec16targettypes", (515, 70)),
    ],
)
def test_real_topics_come_in_whole(
    db: None,
    real_data: Path,
    capsys: pytest.CaptureFixture[str],
    track: str,
    topics: str,
    types: str | None,
    expected: tuple[int, int],
) -> None:
    call_command("create_campaign", "real", "--track", track)
    more = ["--target-types", str(real_data / types)] if types else []
    call_command("import_questions", "real", str(real_data / topics), *more)
    campaign = Campaign.objects.get(slug="real")
    assert (campaign.questions.count(), campaign.series.count()) == expected
    assert f"Imported {expected[0]} questions" in capsys.readouterr().out
    assert not campaign.questions.filter(text="").exists()
    assert not (types and campaign.series.filter(target_type="").exists())
    call_command("import_questions", "real", str(real_data / topics), *more)
    assert campaign.questions.count() == expected[0]
    assert list(campaign.questions.in_order().values_list("position", flat=True)) == list(
        range(1, expected[0] + 1)
    )


OTHER = "<top>\n<num> Number: 901\n<desc> Description:\nWho was first?\n</top>\n"


def test_questions_do_not_go_unasked(blocks: Campaign, enter: Enter, tmp_path: Path) -> None:
    """Neither most of them nor, once teams have seen them, any: a check says which, and a box or an option allows it."""
    before = set(blocks.questions.values_list("qid", flat=True))
    (tmp_path / "other.txt").write_text(OTHER)
    with pytest.raises(CommandError, match="the others would go"):
        call_command("import_questions", blocks.slug, str(tmp_path / "other.txt"))
    organizer, address = enter(blocks, "organizer"), f"/campaigns/{blocks.slug}/import-questions/"
    shown = organizer.post(address, {"file": upload("other.txt", OTHER.encode())}, follow=True)
    for qid in sorted(before):
        assert qid in shown.text.partition("would go")[2]
    assert "Let questions go that the file does not have" in shown.text
    refused = bring_by_page(organizer, address, file=upload("other.txt", OTHER.encode()))
    assert (refused.status_code, "If that is meant, say so" in refused.text) == (422, True)
    assert set(blocks.questions.values_list("qid", flat=True)) == before
    call_command("open_campaign", blocks.slug)
    all_but_one = BLOCKS[BLOCKS.index(b"<top>", 1) :]
    (tmp_path / "fewer.txt").write_bytes(all_but_one)
    with pytest.raises(CommandError, match="would go"):
        call_command("import_questions", blocks.slug, str(tmp_path / "fewer.txt"))
    assert set(blocks.questions.values_list("qid", flat=True)) == before
    check = shown.request["QUERY_STRING"].partition("job=")[2]
    organizer.post(f"{address}{check}/import/", {"replace": "on"})
    assert set(blocks.questions.values_list("qid", flat=True)) == {"901"}


def test_a_check_tells_of_questions_that_would_go_and_asks_nobody(
    blocks: Campaign, enter: Enter, tmp_path: Path, capsys: Any
) -> None:
    (tmp_path / "other.txt").write_text(OTHER)
    call_command("import_questions", blocks.slug, str(tmp_path / "other.txt"), "--check")
    assert "the others would go" in capsys.readouterr().out
    client = client_of(make_member(blocks, "otto", "organizer"))
    sent = {"kind": "questions", "file": upload("other.txt", OTHER.encode()), "check_only": "true"}
    answer = client.post(f"/api/v1/campaigns/{blocks.slug}/imports/", sent)
    assert (answer.status_code, "the others would go" in answer.json()["review"]["loss"]) == (200, True)
    assert blocks.questions.exclude(qid="901").exists()


@pytest.mark.both_databases
def test_cells_of_a_table_that_are_longer_than_what_is_kept_are_told(enter: Enter, db: None) -> None:
    campaign = make_campaign("harbour")
    topics = b"<top>\n<num> Number: 1\n<desc> Description:\nWho rang the bell?\n</top>\n"
    table = b"qid,source,suggested_docid\n1,%s,%s\n" % (b"s" * 201, b"d" * 256)
    files = {"file": upload("q.txt", topics), "target_types": upload("sources.csv", table)}
    page = enter(campaign, "organizer").post("/campaigns/harbour/import-questions/", files, follow=True)
    assert "has more than 200 characters" in page.text
    assert "has more than 255 characters" in page.text
    assert not campaign.questions.exists()
