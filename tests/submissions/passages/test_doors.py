"""A run of paragraphs is checked alike on the page, by the command and offline, against the texts of a collection."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from assessment.campaigns.models import Campaign, State
from assessment.submissions.models import Response
from scoring.__main__ import main
from tests.client import Client
from tests.submissions import scene
from tests.submissions.passages.conftest import topics

ACTS = Path(__file__).parents[3] / "collections" / "halden-acts"
NAME = "lake101ASenen"
LAMPS = "jrc31931R0007-en.xml"
RUN = f"""<?xml version="1.0" encoding="UTF-8"?>
<output>
<task_AS>
<a q_id="0001" run_id="{NAME}" answered="YES">
<passage_string p_id="9" docid="{LAMPS}">The master of a ferry shall carry, and show upon request, a certificate of lights issued by the harbour office. A certificate is valid for 24 months.</passage_string>
<exact_answer>24 months</exact_answer></a>
<a q_id="0002" run_id="{NAME}" answered="NO">
<passage_string p_id="17" docid="jrc31931R0007-en">Harbour offices that issue certificates: Vell, Sow Rock, Lower Bridge.</passage_string>
<exact_answer>Vell</exact_answer></a>
<a q_id="0003" run_id="{NAME}" answered="NO"><passage_string>NOA</passage_string></a>
<a q_id="0004" run_id="{NAME}" answered="NO"/>
</task_AS>
</output>
"""
Change = Callable[[str], str]
CHANGES: dict[str, tuple[Change, set[str]]] = {
    "nothing": (lambda text: text, set()),
    "a letter": (lambda text: text.replace("valid", "Valid"), {"passage_differs"}),
    "cut short": (
        lambda text: text.replace(" A certificate is valid for 24 months.", ""),
        {"passage_truncated", "exact_not_in_passage"},
    ),
    "white space": (lambda text: text.replace("harbour office", "harbour  office"), {"passage_white_space"}),
    "another paragraph": (lambda text: text.replace('p_id="9"', 'p_id="8"'), {"passage_differs"}),
    "no such paragraph": (lambda text: text.replace('p_id="9"', 'p_id="99"'), {"unknown_paragraph"}),
    "no such document": (lambda text: text.replace("jrc31931R0007", "jrc31931R0008"), {"unknown_document"}),
    "another language": (lambda text: text.replace("-en", "-fr"), {"document_language", "passage_differs"}),
    "a listing": (
        lambda text: text.replace("<a ", "= <a ").replace('docid="', 'docid "'),
        {"stray_text", "xml"},
    ),
    "a declaration": (
        lambda text: text.replace("<output>", '<!DOCTYPE output SYSTEM "a.dtd"><output>'),
        {"doctype"},
    ),
    "everything": (
        lambda text: text.replace('"NO"', '"no"').replace("0001", "0009").replace("Vell<", "Vale<"),
        {"answered", "unknown_question", "missing_question", "exact_not_in_passage"},
    ),
}


class House:
    """A campaign on the acts, reached through all three doors."""

    def __init__(self, folder: Path) -> None:
        self.file, self.questions = folder / f"{NAME}.xml", folder / "questions.xml"
        self.questions.write_text(topics(), encoding="utf-8")
        call_command("import_collection", str(ACTS), stdout=StringIO())
        call_command(
            "create_campaign",
            "acts",
            "--track",
            "respubliqa2010",
            "--collection",
            "halden-acts",
            stdout=StringIO(),
        )
        call_command("import_questions", "acts", str(self.questions), stdout=StringIO())
        Campaign.objects.update(state=State.OPEN)
        scene.team_of(Campaign.objects.get(), "lake", "ann")
        self.client: Client = scene.client_of("olga")

    def page(self, text: str) -> list[str]:
        """What the submit page's full report says."""
        fields = scene.form(data=text.encode(), action="report", team="lake")
        fields["file"] = SimpleUploadedFile(self.file.name, text.encode())
        return self.output(self.client.post("/campaigns/acts/submit/", fields).content.decode())

    def command(self, text: str) -> list[str]:
        """What `submit_run --check` says."""
        self.file.write_text(text, encoding="utf-8")
        said = StringIO()
        try:
            call_command(
                "submit_run", "acts", str(self.file), "--team", "lake", "--check", stdout=said, stderr=said
            )
        except CommandError:
            assert said.getvalue()
        return self.output(said.getvalue())

    def offline(self, text: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
        """What `python -m scoring check` says."""
        self.file.write_text(text, encoding="utf-8")
        capsys.readouterr()
        main(
            [
                "check",
                str(self.file),
                "--track",
                "respubliqa2010",
                "--questions",
                str(self.questions),
                "--collection",
                str(ACTS),
                "--team",
                "lake",
            ]
        )
        return self.output(capsys.readouterr().err)

    def output(self, said: str) -> list[str]:
        """The lines about faults, without what stands before the name of the file."""
        found = [line.partition(self.file.name)[2] for line in said.splitlines()]
        return sorted(line for line in found if line and not line.startswith(": nothing is wrong"))


@pytest.fixture
def house(db: None, tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.mark.parametrize("name", CHANGES)
def test_all_three_say_the_same(house: House, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    change, codes = CHANGES[name]
    offline = house.offline(change(RUN), capsys)
    assert house.command(change(RUN)) == offline
    assert house.page(change(RUN)) == offline
    assert {line.split(": ")[1] for line in offline} >= codes
    assert bool(offline) == bool(codes)


def test_a_sound_run_is_stored_with_its_silence(house: House) -> None:
    house.file.write_text(RUN, encoding="utf-8")
    call_command("submit_run", "acts", str(house.file), "--team", "lake", stdout=StringIO())
    rows = Response.objects.order_by("line").values_list("question__qid", "docid", "passage", "answer", "noa")
    assert list(rows) == [
        ("0001", LAMPS, "9", "24 months", False),
        ("0002", "jrc31931R0007-en", "17", "Vell", True),
        ("0003", "", "", "", True),
        ("0004", "", "", "", True),
    ]


def test_each_document_is_read_once(house: House) -> None:
    house.file.write_text(RUN.replace('jrc31931R0007-en"', f'{LAMPS}"'), encoding="utf-8")
    with CaptureQueriesContext(
        connection,
    ) as output:
        call_command("submit_run", "acts", str(house.file), "--team", "lake", "--check", stdout=StringIO())
    entries = [query["sql"] for query in output.captured_queries if "documents_documententry" in query["sql"]]
    assert len(entries) <= 3
