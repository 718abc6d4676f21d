"""Runs of answers with citations that are wrong: every door says what, where and what to do, and stores nothing."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from assessment.people.models import Account
from assessment.submissions.models import Run
from tests.api.asking import client_of
from tests.submissions.test_three_doors import Door, House

TOPICS = b"7\twho built it\n8\tand when\n"
SEGMENTS = ("doc#1", "doc#2")


def answer(topic: str = "8", *sentences: Any, **more: Any) -> str:
    """A line: sentences of a text, or of a text with what it cites."""
    given = [
        one if isinstance(one, dict) else {"text": one, "citations": [0]}
        for one in sentences or ("In 1843.",)
    ]
    return json.dumps(
        {"run_id": "lkg1", "topic_id": topic, "references": [*SEGMENTS], "answer": given} | more,
        ensure_ascii=False,
    )


def cites(*places: Any) -> dict[str, Any]:
    return {"text": "In 1843.", "citations": list(places)}


def file(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in (answer("7", "Mira Dunn built it."), *lines)).encode()


DOORS = {"rag": Door("rag", TOPICS, SEGMENTS, [])}
LONG = " ".join(["word"] * 401)
Case = tuple[bytes, dict[str, str], set[str]]  # the file, settings, the codes that must be among those found
CASES: dict[str, Case] = {
    "sound": (file(answer()), {}, set()),
    "Markdown and HTML": (file(answer("8", "# <b>1843</b>", "| a | <script>x()</script> |")), {}, set()),
    "a place out of range": (file(answer("8", cites(0, 2))), {}, {"citation_index"}),
    "a place below 0": (file(answer("8", cites(-1))), {}, {"citation_index"}),
    "an unknown segment": (file(answer("8", cites("doc#9"), references=["doc#9"])), {}, {"unknown_document"}),
    "two answers to a topic": (file(answer(), answer()), {}, {"twice"}),
    "a citation twice": (file(answer("8", cites(0, 0))), {}, {"citation_twice"}),
    "a megabyte": (file(answer("8", "x" * 1_000_000)), {}, {"answer_too_long"}),
    "another run id": (file(answer(run_id="lkg2")), {}, {"run_tag_mixed"}),
    "bytes that are not text": (file(answer()) + b'{"run_id": "M\xfcnster"}\n', {}, {"encoding"}),
    "cut off": (file(answer())[:-20], {}, {"json"}),
    "too many words": (file(answer("8", LONG)), {}, {"words_many"}),
    "too many words, trimmed": (file(answer("8", "In 1843.", LONG)), {"over_length": "trim"}, {"words_many"}),
    "nothing left after trimming": (file(answer("8", LONG)), {"over_length": "trim"}, {"words_many"}),
    "no sentence": (file(answer(answer=[])), {}, {"answer_empty"}),
    "an empty sentence": (file(answer("8", " ")), {}, {"sentence_empty"}),
    "an unknown topic": (file(answer("9")), {}, {"unknown_question"}),
    "a ranking with every fault": (
        b"7 Q0 doc#1 1 2 lkg1\n7 Q0 doc#1 1 x lkg1\n8 Q0 doc#9 0 1 lkg1\n9 Q0 doc#1 1 1 lkg2\n8 Q0\n",
        {},
        {"rank_duplicate", "score_number", "unknown_document", "rank_range", "unknown_question", "run_tag_mixed", "columns"},
    ),
}  # fmt: skip  # a table of cases, read by the row


def by_the_api(data: bytes) -> list[str]:
    """What the API says of the same file, as the other doors write it."""
    fields = {"file": SimpleUploadedFile("run.txt", data), "team": "lkg", "check_only": "true"}
    answered = client_of(Account.objects.get(username="ann")).post("/api/v1/campaigns/trial/runs/", fields)
    said = answered.json()
    found = [("", one) for one in said["problems"]] + [("warning: ", one) for one in said["warnings"]]
    return sorted(
        f"{before}:{one['line'] or ''}{':' if one['line'] else ''} {one['code']}: {one['message']} {one['remedy']}".rstrip()
        for before, one in found
    )


@pytest.mark.django_db
@pytest.mark.parametrize("name", CASES)
def test_every_door_says_the_same(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, chosen, codes = CASES[name]
    house = House(tmp_path, "rag", chosen, DOORS)
    offline = house.offline(data, {}, capsys)
    assert house.command(data, {}) == offline
    assert house.page(data, {}) == offline
    assert by_the_api(data) == offline
    assert codes <= {word.strip(":") for line in offline for word in line.split()}
    assert bool(codes) == bool(offline)
    assert not Run.objects.exists()
