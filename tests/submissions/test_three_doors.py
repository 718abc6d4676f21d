"""The submit page, `submit_run --check` and `python -m scoring check` say the same of every file, word for word."""

import random
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign, State
from assessment.submissions.models import Run
from scoring.__main__ import main
from tests.client import Client
from tests.submissions import scene

SERIES = b"""<?xml version="1.0" encoding="ISO-8859-1"?>
<trecqa year="2004" task="main">
<target id="1" text="Halden comet"><qa>
<q id="1.1" type="FACTOID">When was it found?</q><q id="1.2" type="LIST">Which observatories saw it?</q>
<q id="1.3" type="OTHER">Other</q></qa></target></trecqa>
"""
OPINIONS = b"""<?xml version="1.0" encoding="ISO-8859-1"?>
<trecqa year="2008" task="opinion">
<target id="1" text="Tolm ferry"><qa>
<q id="1.1" type="RigidList">Who likes it?</q><q id="1.2" type="SquishyList">Why do people like it?</q>
</qa></target></trecqa>
"""
PAGE = "BLOG06-20060105-012-0034567890"
SOUND_SERIES = [
    "1.1 lkg1 HRLD-1 in 1926",
    "1.2 lkg1 HRLD-1 Orrin",
    "1.2 lkg1 HRLD-2 Halden",
    "1.3 lkg1 HRLD-2 it shone",
]
SOUND_OPINIONS = [f"1.1 lkg1 {PAGE} sailors", f"1.2 lkg1 {PAGE} it is cheap", f"1.2 lkg1 {PAGE} it is fast"]  # fmt: skip  # a table of cases, read by the row


class Door(NamedTuple):
    """A track with a campaign of it, and a sound run."""

    track: str
    topics: bytes
    docids: tuple[str, ...]
    sound: list[str]


DOORS = {
    "series2004": Door("series2004", SERIES, ("HRLD-1", "HRLD-2"), SOUND_SERIES),
    "tac2008": Door("tac2008", OPINIONS, (PAGE,), SOUND_OPINIONS),
}
LONG = "x" * 3500

# Name of the fault -> track, lines after change, what is declared, settings; the codes that must be among those found.
Case = tuple[str, bytes, dict[str, Any], dict[str, str], set[str]]


def lines(track: str, *more: str, without: int | None = None, end: str = "\n") -> bytes:
    kept = [line for place, line in enumerate(DOORS[track].sound) if place != without]
    return "".join(line + end for line in [*kept, *more]).encode()


CASES: dict[str, Case] = {
    "sound series": ("series2004", lines("series2004"), {}, {}, set()),
    "sound opinions": ("tac2008", lines("tac2008", end="\r\n"), {}, {}, set()),
    "no file": ("series2004", b" \n", {}, {}, {"empty_file"}),
    "columns": ("series2004", lines("series2004", "1.2 lkg1"), {}, {}, {"columns"}),
    "empty answer": ("series2004", lines("series2004", "1.2 lkg1 HRLD-1"), {}, {}, {"answer_empty"}),
    "unknown question": ("series2004", lines("series2004", "9.1 lkg1 HRLD-1 x"), {}, {}, {"unknown_question"}),
    "unknown document": ("series2004", lines("series2004", "1.2 lkg1 HRLD-9 x"), {}, {}, {"unknown_document"}),
    "unknown document let pass": ("series2004", lines("series2004", "1.2 lkg1 HRLD-9 x"), {}, {"unknown_docids": "yes"}, {"unknown_document"}),
    "two answers to a factoid": ("series2004", lines("series2004", "1.1 lkg1 HRLD-2 1927"), {}, {}, {"factoid_many"}),
    "the first of two counts": ("series2004", lines("series2004", "1.1 lkg1 HRLD-2 1927"), {}, {"many_per_factoid": "first"}, {"factoid_many"}),
    "any of two counts": ("series2004", lines("series2004", "1.1 lkg1 HRLD-2 1927"), {}, {"many_per_factoid": "any"}, {"factoid_many"}),
    "NIL with a string": ("series2004", lines("series2004", "1.1 lkg1 NIL none", without=0), {}, {}, {"nil_with_answer"}),
    "NIL": ("series2004", lines("series2004", "1.1 lkg1 NIL", without=0), {}, {}, set()),
    "NIL in a list": ("series2004", lines("series2004", "1.2 lkg1 NIL"), {}, {}, {"nil_not_allowed"}),
    "NIL in Other": ("series2004", lines("series2004", "1.3 lkg1 NIL"), {}, {}, {"nil_not_allowed"}),
    "missing question": ("series2004", lines("series2004", without=0), {}, {}, {"missing_question"}),
    "missing question let pass": ("series2004", lines("series2004", without=0), {}, {"missing_questions": "yes"}, {"missing_question"}),
    "tag of another team": ("series2004", lines("series2004").replace(b"lkg1", b"abc1"), {}, {}, {"run_tag_team"}),
    "free tag": ("series2004", lines("series2004").replace(b"lkg1", b"abc1"), {}, {"free_run_tag": "yes"}, {"run_tag_team"}),
    "two tags": ("series2004", lines("series2004", "1.2 lkg2 HRLD-1 x"), {}, {}, {"run_tag_mixed"}),
    "tag of dots": ("series2004", lines("series2004").replace(b"lkg1", b".."), {}, {"free_run_tag": "yes"}, {"run_tag_form", "run_tag_team"}),
    "tag that is no id": ("series2004", lines("series2004").replace(b"lkg1", b"lkg/1"), {}, {}, {"run_tag_form"}),
    "bytes that are not text": ("series2004", lines("series2004") + b"1.2 lkg1 HRLD-1 M\xfcnster\n", {}, {}, {"encoding"}),
    "declared as Latin-1": ("series2004", lines("series2004") + b"1.2 lkg1 HRLD-1 M\xfcnster\n", {"encoding": "iso8859-1"}, {}, set()),
    "unknown encoding": ("series2004", lines("series2004"), {"encoding": "klingon"}, {}, {"encoding_unknown"}),
    "document type": ("series2004", b"<!DOCTYPE a>\n" + lines("series2004"), {}, {}, {"file_kind"}),
    "NUL": ("series2004", lines("series2004", "1.2 lkg1 HRLD-1 a\0b"), {}, {}, {"nul_byte"}),
    "columns parted by no-break spaces": ("series2004", lines("series2004", "1.2\u00a0lkg1\u00a0HRLD-1\u00a0x"), {}, {}, {"columns"}),
    "an answer of white space": ("tac2008", lines("tac2008", f"1.2 lkg1 {PAGE} \u00a0\u2003"), {}, {}, {"answer_empty"}),
    "a break inside a string": ("tac2008", lines("tac2008", f"1.2 lkg1 {PAGE} a\rb"), {}, {}, {"line_break"}),
    "two carriage returns a line": ("tac2008", lines("tac2008", end="\r\r\n"), {}, {}, {"line_break"}),
    "lines of old computers": ("series2004", lines("series2004", end="\r"), {}, {}, {"carriage_returns"}),
    "lines of old computers, opinions": ("tac2008", lines("tac2008", end="\r"), {}, {}, {"carriage_returns"}),
    "JSON": ("series2004", b'{"predictions": []}\n', {}, {}, {"file_kind"}),
    "a table": ("tac2008", b"qid,tag,docid,answer\n1.1,lkg1,X,y\n", {}, {}, {"file_kind"}),
    "another layout": ("series2004", b"1 Q0 HRLD-1 1 0.5 lkg1 in 1926\n", {}, {}, {"file_kind"}),
    "last year's": ("series2004", b"66.1 lkg1 HRLD-1 x\n66.2 lkg1 HRLD-1 y\n", {}, {}, {"other_questions"}),
    "XML after a mark": ("series2004", b"\xef\xbb\xbf<?xml version='1.0'?><a/>\n", {}, {}, {"file_kind"}),
    "UTF-8 declared as Latin-1": ("series2004", b"\xef\xbb\xbf" + lines("series2004"), {"encoding": "iso8859-1"}, {}, {"byte_order_mark"}),
    "manual series without a word": ("series2004", lines("series2004"), {"manual": " "}, {}, {"manual_undescribed"}),
    "manual series": ("series2004", lines("series2004"), {"manual": "by hand"}, {}, set()),
    "every fault at once": ("series2004", b"1.1 lkg1\n9.9 abc HRLD-9\n1.2 x NIL y\n1.1 lkg1 HRLD-1 a\n1.1 lkg1 HRLD-1 b\n", {}, {}, {"columns", "unknown_question", "run_tag_mixed", "nil_not_allowed", "factoid_many"}),
    "no line for a question": ("tac2008", lines("tac2008", without=0), {}, {}, {"missing_question"}),
    "empty line": ("tac2008", lines("tac2008", ""), {}, {}, {"empty_line"}),
    "no break at the end": ("tac2008", lines("tac2008").rstrip(b"\n"), {}, {}, {"no_last_break"}),
    "a feed": ("tac2008", lines("tac2008", "1.2 lkg1 BLOG06-feed-012345 x"), {}, {}, {"not_permalink", "unknown_document"}),
    "NIL in an opinion": ("tac2008", lines("tac2008", "1.1 lkg1 NIL"), {}, {}, {"nil_not_allowed"}),
    "7001 characters": ("tac2008", lines("tac2008", *[f"1.1 lkg1 {PAGE} {LONG}" for _ in "ab"]), {}, {}, {"question_too_long"}),
    "7000 characters and white space": ("tac2008", lines("tac2008", f"1.1 lkg1 {PAGE} {LONG}\u2003", f"1.1 lkg1 {PAGE} {LONG[:-7]}"), {}, {}, set()),
    "priority of the tag": ("tac2008", lines("tac2008"), {"priority": 2}, {}, {"run_tag_team"}),
    "priority 4": ("tac2008", lines("tac2008").replace(b"lkg1", b"lkg4"), {"priority": 4}, {}, {"priority"}),
    "priority 0": ("tac2008", lines("tac2008"), {"priority": 0}, {}, {"priority", "run_tag_team"}),
    "manual first": ("tac2008", lines("tac2008"), {"manual": "by hand"}, {}, {"first_manual"}),
    "manual without a word": ("tac2008", lines("tac2008").replace(b"lkg1", b"lkg2"), {"priority": 2, "manual": ""}, {}, {"manual_undescribed"}),
    "manual second": ("tac2008", lines("tac2008").replace(b"lkg1", b"lkg2"), {"priority": 2, "manual": "by hand"}, {}, set()),
    "top 50 without lists": ("tac2008", lines("tac2008"), {"top50": True}, {}, {"lists_unchecked"}),
    "tag of another opinion team": ("tac2008", lines("tac2008").replace(b"lkg1", b"abc1"), {}, {"free_run_tag": "yes"}, {"run_tag_team"}),
}  # fmt: skip  # a table of cases, read by the row


# What the page's form refuses before the file is looked at.
FORM_REFUSES = {"unknown encoding": "encoding", "priority 0": "priority"}


class House:
    """A campaign of a track, reached through all three doors."""

    def __init__(
        self, folder: Path, track: str, settings: dict[str, str], doors: dict[str, Door] = DOORS
    ) -> None:
        self.folder, self.door, self.settings = folder, doors[track], settings
        (folder / "questions.xml").write_bytes(self.door.topics)
        (folder / "docids.txt").write_text("".join(f"{docid}\n" for docid in self.door.docids))
        call_command(
            "import_collection", "--ids-only", str(folder / "docids.txt"), "--slug", "ids", stdout=StringIO()
        )
        options = [part for name, value in settings.items() for part in ("--set", f"{name}={value}")]
        call_command(
            "create_campaign", "trial", "--track", track, "--collection", "ids", *options, stdout=StringIO()
        )
        call_command("import_questions", "trial", str(folder / "questions.xml"), stdout=StringIO())
        Campaign.objects.update(state=State.OPEN)
        scene.team_of(Campaign.objects.get(), "lkg", "ann")
        self.client: Client = scene.client_of("ann")
        self.file = folder / "run.txt"

    def page(self, data: bytes, declared: dict[str, Any]) -> list[str]:
        """What the page's full report says."""
        answer = self.client.post("/campaigns/trial/submit/", self.form(data, declared))
        return output(answer.content.decode())

    def page_errors(self, data: bytes, declared: dict[str, Any]) -> set[str]:
        """The fields of the page's form that are refused."""
        answer = self.client.post(
            "/campaigns/trial/submit/", self.form(data, declared) | {"action": "submit"}
        )
        assert answer.status_code == 422
        return set(answer.context["form"].errors)

    def form(self, data: bytes, declared: dict[str, Any]) -> dict[str, Any]:
        """What the page sends."""
        fields = {
            "priority": str(declared.get("priority", 1)),
            "automatic": "no" if "manual" in declared else "yes",
            "description": declared.get("manual", ""),
            "scope": "top50" if declared.get("top50") else "all",
            "encoding": declared.get("encoding", "utf-8"),
            "action": "report",
        }
        return scene.form(data=data, **fields)

    def command(self, data: bytes, declared: dict[str, Any]) -> list[str]:
        """What `submit_run --check` says."""
        self.file.write_bytes(data)
        said = StringIO()
        arguments = ["submit_run", "trial", str(self.file), *options_of(declared), "--check"]
        try:
            call_command(*arguments, stdout=said, stderr=said)
        except CommandError:
            assert said.getvalue()
        return output(said.getvalue())

    def offline(self, data: bytes, declared: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> list[str]:
        """What `python -m scoring check` says."""
        self.file.write_bytes(data)
        capsys.readouterr()
        options = [part for name, value in self.settings.items() for part in ("--set", f"{name}={value}")]
        code = main([
            "check", str(self.file), "--track", self.door.track, "--questions", str(self.folder / "questions.xml"),
            "--docids", str(self.folder / "docids.txt"), *options, *options_of(declared),
        ])  # fmt: skip  # a table of cases, read by the row
        said = output(capsys.readouterr().err)
        assert code == int(any(not line.startswith("warning") for line in said))
        return said


def options_of(declared: dict[str, Any]) -> list[str]:
    options = ["--team", "lkg", "--priority", str(declared.get("priority", 1))]
    options += ["--manual", declared["manual"]] if "manual" in declared else []
    options += ["--top50"] if declared.get("top50") else []
    return [*options, "--encoding", declared.get("encoding", "utf-8")]


def output(said: str) -> list[str]:
    """The lines about faults and warnings, without what stands before the name of the file; no summary by rule."""
    found = []
    for line in said.splitlines():
        if line.startswith("  "):
            continue
        before, name, after = line.partition("run.txt")
        if name and not after.startswith(": nothing is wrong") and ", no errors" not in after:
            found.append(("warning: " if before.startswith("warning") else "") + after)
    return sorted(found)


@pytest.mark.django_db
@pytest.mark.parametrize("name", CASES)
def test_all_three_say_the_same(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    track, data, declared, chosen, codes = CASES[name]
    house = House(tmp_path, track, chosen)
    offline = house.offline(data, declared, capsys)
    assert house.command(data, declared) == offline
    if name in FORM_REFUSES:
        assert FORM_REFUSES[name] in house.page_errors(data, declared)
    else:
        assert house.page(data, declared) == offline
    assert codes <= {word.strip(":") for line in offline for word in line.split()}
    assert bool(codes) == bool(offline)
    assert not Run.objects.exists()


PIECES = ("1.1", "1.2", "9", "lkg1", "lkg2", "NIL", "HRLD-1", PAGE, "BLOG06-feed-1", "x", "a b", "\t", "\x07", "\u2003", "é", "")  # fmt: skip  # a table of cases, read by the row


@pytest.mark.django_db
@pytest.mark.parametrize("track", DOORS)
def test_all_three_say_the_same_of_any_lines(
    track: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house, chance = House(tmp_path, track, {}), random.Random(6)
    for _ in range(25):
        made = [" ".join(chance.choices(PIECES, k=chance.randrange(7))) for _ in range(chance.randrange(9))]
        data = lines(track, *made, without=chance.choice([None, 0, 1]))
        data = data.replace(b"x", b"\xff") if chance.random() < 0.2 else data
        offline = house.offline(data, {}, capsys)
        assert house.page(data, {}) == house.command(data, {}) == offline, data
