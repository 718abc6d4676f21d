"""Every fault of a run file is told with its line, rule and remedy; nothing is stored; what was typed is kept."""

import gzip
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign
from assessment.submissions.models import Response, Run, RunFile
from tests.submissions import scene

GOOD = scene.whole_run()


def _changed(line: int, text: str) -> bytes:
    return scene.as_bytes([*GOOD[: line - 1], text, *GOOD[line:]])


FAULTS: dict[str, tuple[bytes, str, int]] = {
    "empty": (b"", "empty_file", 0),
    "blank": (b" \n\n", "empty_file", 0),
    "columns": (_changed(2, "2 Q0 FT911-3"), "columns", 2),
    "no answer": (_changed(2, "2 Q0 FT911-3 1 0.5 lkg1"), "answer_empty", 2),
    "question": (_changed(3, "77 Q0 FT911-30 1 0.5 lkg1 x"), "unknown_question", 3),
    "document": (_changed(4, "10 Q0 FT000-0 1 0.5 lkg1 x"), "unknown_document", 4),
    "tags": (_changed(2, "2 Q0 FT911-3 1 0.5 lkg2 x"), "run_tag_mixed", 2),
    "rank": (_changed(1, "1 Q0 AP-9 6 0.5 lkg1 x"), "rank_range", 1),
    "duplicate rank": (scene.as_bytes([*GOOD, "1 Q0 AP-9 1 0.5 lkg1 x"]), "rank_duplicate", 5),
    "length": (_changed(2, f"2 Q0 FT911-3 1 0.5 lkg1 {'x' * 251}"), "answer_too_long", 2),
    "nul": (_changed(2, "2 Q0 FT911-3 1 0.5 lkg1 a\0b"), "nul_byte", 2),
    "latin-1": (
        _changed(2, "2 Q0 FT911-3 1 0.5 lkg1 M").replace(b"M", "Münster".encode("latin-1")),
        "encoding",
        2,
    ),
    "utf-16": ("\n".join(GOOD).encode("utf-16"), "utf16", 0),
    "missing question": (scene.as_bytes(GOOD[:3]), "missing_question", 0),
    "gzip": (gzip.compress(scene.as_bytes(GOOD)), "gzip", 0),
    "gzip bomb": (gzip.compress(bytes(20_000_000)), "gzip", 0),
    "doctype": (b'<!DOCTYPE a [<!ENTITY x "y">]>\n' + scene.as_bytes(GOOD), "file_kind", 0),
    "long document id": (_changed(2, f"2 Q0 {'D' * 300} 1 0.5 lkg1 x"), "docid_too_long", 2),
}


@pytest.mark.parametrize("name", FAULTS)
def test_page_tells_rule_line_and_remedy(campaign: Campaign, name: str) -> None:
    data, code, line = FAULTS[name]
    client = scene.client_of("ann")
    fields = scene.form(data=data, run_id="kept-id", description="typed with care", priority="3")
    answer = client.post(f"/campaigns/{campaign.slug}/submit/", fields)
    assert answer.status_code == 422
    found = [(rule.code, problem.line) for rule in answer.context["broken"] for problem in rule.problems]
    assert (code, line) in found
    page = answer.content.decode()
    assert code in page
    assert all(problem.message for rule in answer.context["broken"] for problem in rule.problems)
    assert "kept-id" in page
    assert "typed with care" in page
    assert not Run.objects.exists()
    assert not RunFile.objects.exists()
    assert not Response.objects.exists()


@pytest.mark.parametrize("name", FAULTS)
def test_command_lists_the_same_and_stores_nothing(campaign: Campaign, tmp_path: Path, name: str) -> None:
    data, code, line = FAULTS[name]
    file = tmp_path / "run.txt"
    file.write_bytes(data)
    errors = StringIO()
    with pytest.raises(CommandError, match="Nothing was stored") as raised:
        call_command(
            "submit_run", campaign.slug, str(file), "--team", "lkg", "--length", "250", stderr=errors
        )
    assert raised.value.returncode == 1
    place = f"run.txt:{line}" if line else "run.txt"
    assert any(listed.startswith(f"{place}: {code}: ") for listed in errors.getvalue().splitlines())
    assert not Run.objects.exists()


def test_all_faults_of_a_file_are_told_at_once(campaign: Campaign) -> None:
    lines = ["1 Q0", "77 Q0 FT911-3 1 0.5 lkg1 x", "2 Q0 FT000-0 9 0.5 lkg1 x", "3 Q0 AP-9 one 0.5 lkg1 x"]
    answer = scene.client_of("ann").post(
        f"/campaigns/{campaign.slug}/submit/", scene.form(data=scene.as_bytes(lines), automatic="no")
    )
    codes = {rule.code for rule in answer.context["broken"]}
    assert {"columns", "unknown_question", "unknown_document", "rank_range", "rank_number"} <= codes
    assert "A manual run needs a description." in answer.content.decode()


@pytest.mark.parametrize(
    "data", [scene.as_bytes(GOOD).replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + scene.as_bytes(GOOD)]
)
def test_windows_line_ends_and_a_byte_order_mark_are_taken(campaign: Campaign, data: bytes) -> None:
    answer = scene.client_of("ann").post(f"/campaigns/{campaign.slug}/submit/", scene.form(data=data))
    assert answer.status_code == 302
    answers = Response.objects.order_by("line").values_list("answer", flat=True)
    assert list(answers) == [f"Halden {qid}" for qid in scene.QIDS]


def test_a_declared_encoding_is_used_and_an_unknown_one_refused(campaign: Campaign, tmp_path: Path) -> None:
    file = tmp_path / "run.txt"
    file.write_bytes(scene.as_bytes(scene.whole_run(answer="Zürich {}")).decode().encode("latin-1"))
    command: list[Any] = ["submit_run", campaign.slug, str(file), "--team", "lkg", "--encoding"]
    for encoding in ("rot13", "unicode_escape", "nonsense", "utf-16"):
        errors = StringIO()
        with pytest.raises(CommandError):
            call_command(*command, encoding, stderr=errors)
        assert "encoding_unknown" in errors.getvalue()
    call_command(*command, "latin-1", stdout=StringIO())
    assert Response.objects.get(line=1).answer == "Zürich 1"


def test_an_upload_over_the_limit_is_refused_with_a_sentence(campaign: Campaign, settings: Any) -> None:
    settings.MAX_RUN_BYTES = 1024 * 1024
    fields = scene.form(data=b"x" * 3 * 1024 * 1024, run_id="kept-id")
    answer = scene.client_of("ann").post(f"/campaigns/{campaign.slug}/submit/", fields)
    assert answer.status_code == 422
    assert "larger than 1 MB" in answer.content.decode()
    assert not Run.objects.exists()


def test_a_huge_file_is_refused_before_it_is_read(campaign: Campaign, tmp_path: Path) -> None:
    file = tmp_path / "huge.txt"
    with file.open("wb") as handle:
        handle.truncate(200 * 1024 * 1024)
    with pytest.raises(CommandError, match="larger than 64 MB"):
        call_command("submit_run", campaign.slug, str(file), "--team", "lkg")


def test_a_missing_file_or_campaign_is_told(campaign: Campaign, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("submit_run", campaign.slug, str(tmp_path / "none.txt"), "--team", "lkg")
    with pytest.raises(CommandError, match='no campaign "nowhere"'):
        call_command("submit_run", "nowhere", str(tmp_path / "none.txt"), "--team", "lkg")


def test_a_form_without_a_file_says_so(campaign: Campaign) -> None:
    fields = scene.form(description="typed with care")
    del fields["file"]
    answer = scene.client_of("ann").post(f"/campaigns/{campaign.slug}/submit/", fields)
    assert answer.status_code == 422
    assert "typed with care" in answer.content.decode()
    assert answer.context["form"].errors["file"]


def test_a_collection_that_is_not_here_is_told(campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(collection_slug="elsewhere")
    answer = scene.client_of("ann").post(f"/campaigns/{campaign.slug}/submit/", scene.form())
    assert answer.status_code == 422
    assert "collection elsewhere is not on this site" in answer.content.decode()
